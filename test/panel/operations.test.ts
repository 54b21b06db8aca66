// Where the panel's client puts the input of an operation.
import { describe, expect, it } from '@jest/globals';
import { urlOf } from '../../src/panel/client/operations.ts';

describe('the URL of a call', () => {
  it('has the parameters of the route in its path, and the others in its query', () => {
    expect(urlOf('list_deployments', { id: 'one' })).toBe('/api/v1/sites/one/deployments');
    expect(urlOf('create_deployment', { id: 'one', path: '/docs' })).toBe(
      '/api/v1/sites/one/deployments?path=%2Fdocs',
    );
  });

  it('has no body', () => {
    const input = { id: 'one', body: { name: 'Designers' } };

    expect(urlOf('update_group', input)).toBe('/api/v1/groups/one');
  });

  it('leaves out what is undefined', () => {
    expect(urlOf('list_shares', { asset: undefined, collection: 'two' })).toBe(
      '/api/v1/shares?collection=two',
    );
  });

  it('repeats a parameter with several values', () => {
    expect(urlOf('download_assets', { id: ['one', 'two'] })).toBe('/api/v1/assets/download?id=one&id=two');
  });

  it('encodes what would end a path segment, and keeps the commas of a transform', () => {
    expect(urlOf('list_holders', { ref: 'acme/main/brand/acme?#' })).toBe(
      '/api/v1/catalog/acme%2Fmain%2Fbrand%2Facme%3F%23/access',
    );
    expect(urlOf('get_asset_content_rendition', { id: 'one', transform: 'w_320,f_webp' })).toBe(
      '/api/v1/assets/one/content/w_320,f_webp',
    );
  });
});
