// A server whose public address is https: cookies that no other host and no plain connection gets, and no
// first account without the link.
import { afterAll, expect, it } from '@jest/globals';
import { setupToken } from '../../../src/identity/accounts/accounts.ts';
import { startService } from '../../setup/service.ts';
import { callPayload } from './payload-transport.ts';

const origin = 'https://marque.example';
const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
const credentials = { email: ada.email, password: ada.password };

const marque = await startService({ SERVER_URL: origin });
afterAll(() => marque.close());

const signIn = () => marque.call('POST', '/api/auth/sign-in', { body: credentials });

it("the first account requires the link's token, even from this machine", async () => {
  expect((await marque.call('POST', '/api/auth/sign-up', { body: ada })).status).toBe(403);
  const token = setupToken(marque.service);
  expect((await marque.call('POST', '/api/auth/sign-up', { body: { ...ada, token } })).status).toBe(201);
});

it('cookies are for this host alone and for encrypted connections, through either transport', async () => {
  const ours = await signIn();
  const panel = await callPayload(marque, 'POST', '/api/users/login', {
    body: credentials,
    headers: { origin },
  });
  for (const cookie of [ours.headers.getSetCookie()[0] ?? '', panel.headers.getSetCookie()[0] ?? '']) {
    expect(cookie).toMatch(/^__Host-mq-token=/);
    expect(cookie).toMatch(/; Secure/i);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/i);
    expect(cookie).not.toMatch(/Domain/i);
  }
  const cookie = ours.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const out = await marque.call('POST', '/api/auth/sign-out', { headers: { cookie, origin } });
  expect(out.status).toBe(200);
  expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-mq-token=;.*Secure/i);
});

it('writes with a cookie must come from the public address, not from this machine', async () => {
  const cookie = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const make = (from: string) =>
    marque.call('POST', '/api/v1/keys', {
      headers: { cookie, origin: from },
      body: { name: 'x', scope: 'read', own: true },
    });

  expect((await make(marque.url)).status).toBe(403);
  expect((await make('http://marque.example')).status).toBe(403);
  expect((await make(origin)).status).toBe(201);
});
