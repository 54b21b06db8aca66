// /.well-known/security.txt: whom to report vulnerabilities to, where the operator says so.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { securityTextRoute } from '../../endpoints/service/security-text.ts';
import type { RequestFacts } from '../../src/core/operation.ts';
import { isOurs } from '../../src/core/public-paths.ts';
import { readEnv } from '../../src/env.ts';
import { startService, type TestService } from '../setup/service.ts';

const path = '/.well-known/security.txt';
const request: RequestFacts = {
  method: 'GET',
  url: new URL(`https://dam.example.com${path}`),
  headers: new Headers(),
  address: '127.0.0.1',
  peer: '127.0.0.1',
  body: null,
  signal: new AbortController().signal,
};
const dayMs = 24 * 60 * 60 * 1000;

describe('the contacts', () => {
  let marque: TestService;
  beforeAll(async () => {
    marque = await startService({
      SECURITY_CONTACT: 'security@example.com, https://example.com/report',
      SERVER_URL: 'https://dam.example.com',
    });
  });
  afterAll(() => marque.close());

  it('are named in their order, and expires in less than a year', async () => {
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

  it('is a 404 where the operator names none', async () => {
    const { service } = marque;
    const silent = { ...service, env: { ...service.env, securityContacts: [] } };
    await expect(securityTextRoute.answer(silent, request, {})).rejects.toMatchObject({ status: 404 });
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
