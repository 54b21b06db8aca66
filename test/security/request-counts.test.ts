// Floods of requests outside the operations of /api/v1: every address has its limit there too.
import { afterAll, describe, expect, it } from '@jest/globals';
import { startService, type Reply } from '../setup/service.ts';

const limit = 20;
const marque = await startService({ RATE_LIMIT: String(limit), TRUST_PROXY: '1' });
afterAll(() => marque.close());

let addresses = 0;
const newAddress = (): string => `198.51.100.${(addresses += 1)}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** How many of this many requests from one address were let through. */
async function letThrough(
  count: number,
  send: (from: Record<string, string>) => Promise<Reply>,
): Promise<number> {
  const from = { 'x-forwarded-for': newAddress() };
  let passed = 0;
  for (let sent = 0; sent < count; sent += 1) {
    const reply = await send(from);
    if (reply.status !== 429) passed += 1;
    else expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  return passed;
}

describe('an address can send a limited number of requests a minute to', () => {
  it.each<[string, string, string, string?]>([
    ['the OAuth authorization page', 'GET', '/api/v1/oauth/authorize?client_id=x'],
    ['its token endpoint', 'POST', '/api/v1/oauth/token'],
    ['the MCP transport, without a key', 'POST', '/api/v1/mcp'],
    ['portals', 'GET', '/p/nothing'],
    ['share pages', 'GET', '/s/nothing'],
    ['the session', 'GET', '/api/auth/session'],
    ['addresses that nothing answers at', 'GET', '/api/v1/nothing'],
    ['routes by a wrong method', 'PUT', '/api/v1/oauth/token'],
    ['the operations, without a key', 'GET', '/api/v1/assets'],
    ['the operations, with an invalid key', 'GET', '/api/v1/assets', 'Bearer mq_nonsense'],
    ['metadata of the authorization server', 'GET', '/.well-known/oauth-authorization-server'],
  ])('%s', async (_, method, path, ...[authorization]) => {
    const passed = await letThrough(limit + 5, (from) =>
      marque.call(method, path, {
        headers: { ...form, ...from, ...(authorization ? { authorization } : {}) },
        ...(method === 'POST' ? { body: 'a=1' } : {}),
      }),
    );
    expect(passed).toBe(limit);
  });

  it('but ask as often as it likes whether the process answers', async () => {
    const passed = await letThrough(limit + 5, (from) =>
      marque.call('GET', '/api/health/live', { headers: from }),
    );
    expect(passed).toBe(limit + 5);
  });

  it('files: ten times as many, with a separate count', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const passed = await letThrough(limit * 10 + 5, (from) =>
      marque.call('GET', `/a/${id}`, { headers: from }),
    );
    expect(passed).toBe(limit * 10);
  });

  it('one of them, without delaying other addresses', async () => {
    await letThrough(limit + 1, (from) => marque.call('GET', '/p/nothing', { headers: from }));
    const reply = await marque.call('GET', '/p/nothing', { headers: { 'x-forwarded-for': newAddress() } });
    expect(reply.status).toBe(404);
  });
});

describe('requests to connect an agent', () => {
  it('create at most sixty rows from one address in ten minutes', async () => {
    marque.service.env.rateLimit = 0;
    const redirect = 'http://127.0.0.1:7777/back';
    const client = await marque.call('POST', '/api/v1/oauth/register', {
      body: { redirect_uris: [redirect] },
    });
    const query = new URLSearchParams({
      client_id: client.body.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      state: 's'.repeat(3_900),
    });
    const passed = await letThrough(65, (from) =>
      marque.call('GET', `/api/v1/oauth/authorize?${query}`, { headers: from }),
    );
    expect(passed).toBe(60);
    const [rows] = await marque.service.db.query<{ n: string }>(
      'select count(*) as n from marque.oauth_requests',
      [],
    );
    expect(Number(rows?.n)).toBe(60);
    marque.service.env.rateLimit = limit;
  });
});
