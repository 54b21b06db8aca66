// A page of one version as its readers see it, over HTTP.
import { afterAll, describe, expect, it } from '@jest/globals';
import { callsAs } from '../../setup/callers.ts';
import { at, color, page, publish, rules } from '../new-brand-calls.ts';
import { marque, reader, stranger } from '../new-brand-each.ts';

afterAll(() => marque.close());

const preview = (n: number, query = '', as: Parameters<typeof callsAs>[1] = reader) =>
  callsAs(marque, as).call('GET', `${at(`/versions/${n}/preview`)}${query}`);
const read = async (n: number, query = '') => (await preview(n, query)).body.data;

describe('the preview of a version', () => {
  it('shows its rules, pages and theme, whatever the brand has become', async () => {
    await rules(color('color.ink', '#123456'), color('color.ink', '#fedcba', 'dark'));
    await page('color', { sections: [{ template: 'palette', title: 'Ours', keys: ['color.ink'] }] });
    await page('details', { parent: 'color' });
    await publish();
    await rules(color('color.ink', '#aa0000'));
    await page('color', { title: 'Renamed', sections: [{ template: 'text', body: 'Other words' }] });
    const old = await read(1, '?page=color');
    expect(old).toMatchObject({
      page: { slug: 'color', title: 'COLOR' },
      pages: [
        { slug: 'color', title: 'COLOR', depth: 0 },
        { slug: 'details', title: 'DETAILS', depth: 1 },
      ],
    });
    expect(old.html).toContain('background:#123456');
    expect(old.html).not.toContain('Other words');
    expect((await read(1, '?page=color&context=dark')).html).toContain('background:#fedcba');
    // The first page, unless another is named.
    expect((await read(2)).html).toContain('Other words');
    expect((await preview(1, '?page=color&context=print')).status).toBe(422);
  });

  it('leaves out what these readers can’t see', async () => {
    await page('open', {
      sections: [
        { template: 'text', body: 'For all' },
        { template: 'text', body: 'For partners', audience: 'partners' },
        { template: 'text', body: 'For nobody', hidden: true },
      ],
    });
    await page('inside', { audience: 'members' });
    await publish();
    const everyone = await read(1, '?audience=everyone');
    expect(everyone.pages).toEqual([{ slug: 'open', title: 'OPEN', depth: 0 }]);
    expect(everyone.html).toContain('For all');
    expect(everyone.html).not.toContain('For partners');
    expect((await read(1, '?audience=partners')).html).toContain('For partners');
    expect((await read(1)).html).not.toContain('For nobody');
    expect((await preview(1, '?page=inside&audience=partners')).status).toBe(404);
    expect((await preview(1, '?page=inside')).status).toBe(200);
  });

  it('has no page where these readers see none, and is for callers who can read the brand', async () => {
    expect(await read(1)).toEqual({ page: null, html: null, pages: [] });
    expect((await preview(9)).status).toBe(404);
    expect((await preview(1, '?audience=all')).status).toBe(400);
    expect((await preview(1, '', stranger)).status).toBe(404);
    expect((await preview(1, '', null)).status).toBe(401);
  });
});
