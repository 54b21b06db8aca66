// /.well-known/security.txt: whom to report vulnerabilities to, where the operator says so.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOurs } from '../../src/core/public-paths.ts';
import { readEnv } from '../../src/env.ts';
import { startService, type TestService } from '../setup/service.ts';

const path = '/.well-known/security.txt';
const dayMs = 24 * 60 * 60 * 1000;

describe('with contacts', () => {
  let marque: TestService;
  beforeAll(async () => {
    marque = await startService({
      SECURITY_CONTACT: 'security@example.com, https://example.com/report',
      SERVER_URL: 'https://dam.example.com',
    });
  });
  afterAll(() => marque.close());

  it('names them in their order, and expires in less than a year', async () => {
    const { status, headers, bytes } = await marque.call('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [first, second, expires, canonical, ...rest] = bytes.toString().trimEnd().split('\n');
    expect([first, second]).toEqual([
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
    ]);
    expect(canonical).toBe(`Canonical: https://dam.example.com${path}`);
    expect(rest).toEqual([]);
    const days = (Date.parse(expires?.replace('Expires: ', '') ?? '') - Date.now()) / dayMs;
    expect(days).toBeGreaterThan(80);
    expect(days).toBeLessThan(365);
  });
});

describe('without a contact', () => {
  let marque: TestService;
  beforeAll(async () => {
    marque = await startService({ SECURITY_CONTACT: '' });
  });
  afterAll(() => marque.close());

  it('is a 404', async () => {
    const { status, bytes } = await marque.call('GET', path);
    expect(status).toBe(404);
    expect(bytes.toString()).not.toContain('Contact:');
  });
});

it('a contact that nobody could use stops the start, with the name of the variable', () => {
  for (const contact of ['http://example.com', 'javascript:alert(1)', 'security', 'a@b@c'])
    expect(() => readEnv({ NODE_ENV: 'test', SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT');
  expect(readEnv({ NODE_ENV: 'test', SECURITY_CONTACT: '' }).securityContacts).toEqual([]);
});

it('is left to an app that installs Marque: it may have one of its own', () => {
  expect([isOurs(path, true), isOurs(path, false)]).toEqual([true, false]);
});
