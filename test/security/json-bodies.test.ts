// JSON made to freeze or kill the server: deep, wide and long bodies, from callers without credentials.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from '@jest/globals';
import { handleEndpoints } from 'payload';
import { withCheckedBody } from '../../src/core/transports/payload-rest.ts';
import type { Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, admin } = await startWithWorkspace({ RATE_LIMIT: '0' });
afterAll(() => marque.close());

const json = { 'content-type': 'application/json' };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const flood = (keys: number): string =>
  `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join(',')}}`;

/** Sends a body. @returns for how long the event loop was blocked */
async function attack(send: () => Promise<Reply>): Promise<Reply & { blockedMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const reply = await send();
  delay.disable();
  return { ...reply, blockedMs: delay.max / 1e6 };
}

/** Far above what a busy machine adds, far below what the attack took (16 s and more). */
const frozenMs = 3_000;

describe('a body nested thousands of levels deep', () => {
  const bodies = {
    'arrays, 30,000 deep': nested(30_000),
    'arrays, 1,000,000 deep and never closed': '['.repeat(1_000_000),
    'objects, 30,000 deep': '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000),
    'one level too many': `{"email":${nested(64)}}`,
  };
  const addresses = [
    '/api/auth/sign-in',
    '/api/auth/sign-up',
    '/api/auth/forgot',
    '/api/auth/reset',
    '/api/v1/shares/x/password',
    '/api/v1/portal/x/requests',
  ];
  it.each(
    addresses.flatMap((address) => Object.entries(bodies).map(([what, body]) => [address, what, body])),
  )('is refused by %s: %s', async (address, _, body) => {
    const { status, blockedMs } = await attack(() =>
      marque.call('POST', address ?? '', { body, headers: json }),
    );
    expect([400, 404]).toContain(status);
    expect(blockedMs).toBeLessThan(frozenMs);
  });

  it('gets another error than invalid JSON', async () => {
    const { body } = await marque.call('POST', '/api/auth/sign-in', { body: nested(65), headers: json });
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      message: 'The body is nested deeper than 64 levels.',
    });
  });

  it('can contain any number of brackets in its strings', async () => {
    const { body } = await marque.call('POST', '/api/auth/sign-in', {
      body: { email: `"\\${'['.repeat(500)}\\"`, password: `${'{'.repeat(500)}\\` },
    });
    expect(body.error.message).not.toContain('nested');
  });

  it('is refused in MCP, client registration, settings and upload metadata', async () => {
    const deep = nested(30_000);
    const mcp = await marque.call('POST', '/api/v1/mcp', {
      as: admin,
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_assets","arguments":{"q":${deep}}}}`,
      headers: { ...json, accept: 'application/json, text/event-stream' },
    });
    expect(mcp.status).toBe(400);
    const wide = await marque.call('POST', '/api/v1/mcp', {
      as: admin,
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_assets","arguments":${flood(45_000)}}}`,
      headers: { ...json, accept: 'application/json, text/event-stream' },
    });
    expect(wide.status).toBeLessThan(500);
    expect(wide.bytes.length).toBeLessThan(400_000);
    const client = await marque.call('POST', '/api/v1/oauth/register', {
      body: `{"redirect_uris":${deep}}`,
      headers: json,
    });
    expect(client).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } });
    const settings = await marque.call('PATCH', '/api/v1/settings/email?context=workspace', {
      as: admin,
      body: `{"value":${deep}}`,
      headers: json,
    });
    expect(settings.status).toBe(400);
    const form = new FormData();
    form.set('file', new File(['words'], 'words.txt', { type: 'text/plain' }));
    form.set('meta', `{"title":${deep}}`);
    const upload = await marque.call('POST', '/api/v1/assets', { as: admin, body: form });
    expect(upload).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(upload.body.error.detail.issues).toEqual([
      { path: 'meta', message: 'is nested deeper than 64 levels.' },
    ]);
    form.set('meta', JSON.stringify({ title: 'a\0b' }));
    const unstorable = await marque.call('POST', '/api/v1/assets', { as: admin, body: form });
    expect(unstorable.body.error.detail.issues[0]).toMatchObject({ path: 'meta.title' });
  });
});

describe('a body with thousands of mistakes', () => {
  it.each([
    ['unknown properties', flood(45_000)],
    ['unknown properties with long names', `{"${'k'.repeat(900_000)}":1,"${'l'.repeat(900_000)}":1}`],
    ["text that can't be stored", JSON.stringify({ email: Array(45_000).fill('\0') })],
  ])('gets a hundred of them listed, and the number of others: %s', async (_, body) => {
    const reply = await attack(() => marque.call('POST', '/api/auth/sign-in', { body, headers: json }));
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    const { issues, more = 0 } = reply.body.error.detail;
    expect(issues.length).toBeLessThanOrEqual(100);
    expect(issues.length === 100).toBe(more > 0);
    expect(reply.bytes.length).toBeLessThan(40_000);
    expect(reply.blockedMs).toBeLessThan(frozenMs);
  });

  it('is refused as a whole if it contains more than 50,000 values', async () => {
    const reply = await attack(() =>
      marque.call('POST', '/api/auth/sign-in', { body: flood(200_000), headers: json }),
    );
    expect(reply.body.error.message).toBe('The body has more than 50000 values.');
    expect(reply.blockedMs).toBeLessThan(frozenMs);
  });

  it('gets the same list for mistakes found on storing', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`no_such_field_${at}`, 'x']));
    const collection = await marque.call('POST', '/api/v1/collections', {
      as: admin,
      body: { name: 'Flooded', fields: metadata },
    });
    expect(collection.status).toBeLessThan(500);
    expect(collection.body.error?.detail?.issues?.length ?? 0).toBeLessThanOrEqual(100);
  });
});

describe("Payload's own routes", () => {
  const rest = withCheckedBody((request) =>
    handleEndpoints({ config: marque.payload.config, payloadInstanceCacheKey: marque.url, request }),
  );
  const send = (path: string, body: BodyInit, headers: Record<string, string> = json): Promise<Response> =>
    rest(new Request(`${marque.url}${path}`, { method: 'POST', body, headers }), undefined);

  it.each(['/api/users/login', '/api/users/forgot-password', '/api/assets', '/api/users'])(
    'refuse deep and wide bodies before Payload reads them: %s',
    async (path) => {
      for (const body of [nested(30_000), flood(200_000), `{"email":${nested(65)}}`]) {
        const reply = await send(path, body);
        expect(reply.status).toBe(400);
      }
      const form = new FormData();
      form.set('_payload', nested(30_000));
      expect((await send(path, form, {})).status).toBe(400);
    },
  );

  it('refuse bodies that are too large, whatever length they announce', async () => {
    expect((await send('/api/users/login', ' '.repeat(5 * 1024 * 1024))).status).toBe(413);
    const override = { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send('/api/assets', 'a=1&'.repeat(100_000), override)).status).toBe(413);
  });

  it('still accept ordinary ones', async () => {
    const reply = await send(
      '/api/users/login',
      JSON.stringify({ email: 'a@example.com', password: 'wrong' }),
    );
    expect(reply.status).toBe(401);
    const form = new FormData();
    form.set('_payload', JSON.stringify({ email: 'a@example.com', password: 'wrong' }));
    expect((await send('/api/users/login', form, {})).status).toBe(401);
  });
});
