// Clients that are web pages of other origins, such as the MCP Inspector's: what they may call with fetch, and what stays closed to them.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, describe, expect, it } from '@jest/globals';
import { handleEndpoints } from 'payload';
import { methodOf, pathOf } from '../../src/core/operation.ts';
import { launchBrowser, patience } from '../setup/browser.ts';
import * as oauth from './oauth-client.ts';
import { documents, marque, person, place, redirectUri } from './oauth-client.ts';

afterAll(async () => {
  await marque.close();
  documents.close();
});

const origin = 'https://inspector.example';
const accept = 'application/json, text/event-stream';
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

const posts = ['/api/v1/mcp', '/api/v1/oauth/register', '/api/v1/oauth/token', '/api/v1/oauth/revoke'];
const gets = [
  '/.well-known/oauth-protected-resource/api/v1/mcp',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp/server-card.json',
  '/api/v1/mcp/server-card',
];

/** What a browser asks before it lets a page send this method with these headers. */
const preflight = (path: string, method: string, headers = 'authorization,mcp-protocol-version') =>
  marque.call('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });

const allowedOrigin = ({ headers }: { headers: Headers }): string | null =>
  headers.get('access-control-allow-origin');

describe('what needs no cookie', () => {
  it('answers a preflight of pages of any origin, without credentials', async () => {
    for (const [path, method] of [
      ...posts.map((path) => [path, 'POST'] as const),
      ...gets.map((path) => [path, 'GET'] as const),
    ]) {
      const reply = await preflight(path, method);
      expect([path, reply.status, reply.bytes.length]).toEqual([path, 204, 0]);
      expect(allowedOrigin(reply)).toBe('*');
      expect(reply.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
      // A `*` doesn't include Authorization.
      expect(reply.headers.get('access-control-allow-headers')).toBe('*, Authorization');
      expect(reply.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it('lets pages read each response: results, refusals and challenges', async () => {
    const { key } = await marque.makeKey(place, 'propose');
    // MCP takes pages of a few origins; the rest is open to any.
    const headers = { origin: 'http://localhost:6274', accept };
    const elsewhere = { origin, accept };
    const replies = [
      await marque.call('POST', '/api/v1/mcp', { as: { key }, body: ping, headers }),
      await marque.call('POST', '/api/v1/mcp', { body: ping, headers }),
      await marque.call('GET', '/api/v1/mcp', { headers }),
      await marque.call('POST', '/api/v1/mcp', {
        as: { key },
        body: '{',
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      await marque.call('POST', '/api/v1/mcp', { as: { key }, body: ping, headers: elsewhere }),
      await marque.call('POST', '/api/v1/oauth/register', { body: {}, headers: elsewhere }),
      await marque.call('POST', '/api/v1/oauth/token', { body: {}, headers: elsewhere }),
      await marque.call('POST', '/api/v1/oauth/revoke', { body: 'token=mqr_unknown', headers: elsewhere }),
      await marque.call('GET', '/.well-known/oauth-authorization-server', { headers: elsewhere }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 405, 400, 403, 400, 400, 200, 200]);
    for (const reply of replies) {
      expect(allowedOrigin(reply)).toBe('*');
      expect(reply.headers.has('access-control-allow-credentials')).toBe(false);
      const exposed = reply.headers.get('access-control-expose-headers')?.split(', ') ?? [];
      for (const name of ['WWW-Authenticate', 'Mcp-Session-Id', 'Mcp-Protocol-Version', 'Retry-After'])
        expect(exposed).toContain(name);
    }
    expect(replies[1]?.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  it("isn't entered with a person's cookie", async () => {
    for (const [from, status] of [
      ['http://localhost:6274', 401],
      [origin, 403],
    ] as const) {
      const reply = await marque.call('POST', '/api/v1/mcp', {
        as: { cookie: person.cookie },
        body: ping,
        headers: { accept, origin: from },
      });
      expect([from, reply.status]).toEqual([from, status]);
    }
  });
});

describe('everything else', () => {
  it('stays closed to pages of other origins', async () => {
    const open = new Set([...posts, ...gets]);
    const all = [...marque.service.operations, ...marque.service.routes];
    const closed = all.filter((at) => !open.has(pathOf(at)));
    expect(all.length - closed.length).toBe(open.size);
    for (const at of closed) {
      const path = pathOf(at).replace(/\{\w+\}/g, '6f1d7c1e-1111-4111-8111-111111111111');
      const reply = await preflight(path, methodOf(at));
      expect([path, reply.status, allowedOrigin(reply)]).toEqual([path, 405, null]);
    }
  });

  it("doesn't show a person's own answers to them, and takes no write", async () => {
    const as = { cookie: person.cookie };
    for (const path of ['/api/v1/me', '/api/v1/keys', '/api/auth/session']) {
      const reply = await marque.call('GET', path, { as, headers: { origin } });
      expect([path, reply.status, allowedOrigin(reply)]).toEqual([path, 200, null]);
    }
    const request = await oauth.requestBy(await oauth.newClient());
    const { nonce } = (await oauth.look(request)).body.data;
    const allowing = await marque.call('POST', `/api/v1/oauth/requests/${request}`, {
      as,
      body: { nonce, allow: true, workspace: place.workspaceId, scope: 'write' },
      headers: { origin },
    });
    expect([allowing.status, allowedOrigin(allowing)]).toEqual([403, null]);
  });
});

describe("behind Payload's own endpoints, as in an app that installs Marque", () => {
  it('is the same, and a preflight of the rest stays the one that Payload answers', async () => {
    const { config } = marque.payload;
    const listener = getRequestListener(
      (request) => handleEndpoints({ config, request, payloadInstanceCacheKey: marque.url }),
      { overrideGlobalObjects: false },
    );
    const server = http.createServer((request, response) => void listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers = { origin, 'access-control-request-method': 'POST' };
    try {
      // Next rewrites addresses outside `/api` to those with a tilde.
      for (const path of ['/api/v1/mcp', '/api/v1/~/.well-known/oauth-authorization-server']) {
        const reply = await fetch(`${url}${path}`, { method: 'OPTIONS', headers });
        expect([path, reply.status, allowedOrigin(reply)]).toEqual([path, 204, '*']);
        expect(reply.headers.get('access-control-allow-headers')).toBe('*, Authorization');
      }
      const refused = await fetch(`${url}/api/v1/oauth/token`, { method: 'POST', headers });
      expect([refused.status, allowedOrigin(refused)]).toEqual([400, '*']);
      for (const path of ['/api/v1/me', '/api/auth/sign-in', '/api/v1/nothing']) {
        const reply = await fetch(`${url}${path}`, { method: 'OPTIONS', headers });
        expect([path, reply.status, allowedOrigin(reply), await reply.json()]).toEqual([path, 200, null, {}]);
      }
    } finally {
      server.close();
    }
  });
});

describe('a page in Chromium', () => {
  it('registers, gets a token and calls a tool with fetch, from another origin', async () => {
    const pages = http.createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A client</title>');
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patience);
      await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
      const discovered = await page.evaluate(
        async ({ url, redirect }) => {
          const challenge = await fetch(`${url}/api/v1/mcp`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
            body: '{}',
          });
          const resource = /resource_metadata="([^"]+)"/.exec(
            challenge.headers.get('www-authenticate') ?? '',
          );
          const read = async (at: string): Promise<Record<string, string>> =>
            (await fetch(at, { headers: { 'mcp-protocol-version': '2025-11-25' } })).json();
          const { authorization_servers: servers } = await read(resource?.[1] ?? '');
          const metadata = await read(`${servers?.[0] ?? ''}/.well-known/oauth-authorization-server`);
          const registered = await fetch(metadata.registration_endpoint ?? '', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ client_name: 'A page', redirect_uris: [redirect] }),
          });
          const { client_id: clientId } = (await registered.json()) as { client_id: string };
          return { clientId, tokenEndpoint: metadata.token_endpoint ?? '' };
        },
        { url: marque.url, redirect: redirectUri },
      );
      const client = { clientId: discovered.clientId, verifier: 'v'.repeat(43) };
      const code = await oauth.allow(client);
      const called = await page.evaluate(
        async ({ url, tokenEndpoint, form }) => {
          const given = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
          const { access_token: token } = (await given.json()) as { access_token: string };
          const send = (method: string, body?: unknown) =>
            fetch(`${url}/api/v1/mcp`, {
              method,
              headers: {
                authorization: `Bearer ${token}`,
                accept: 'application/json, text/event-stream',
                'content-type': 'application/json',
                'mcp-protocol-version': '2025-11-25',
              },
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            });
          const params = { name: 'whoami', arguments: {} };
          const call = await send('POST', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
          // What the SDK asks for after it has connected: it has to see that there is no stream.
          return { answer: await call.text(), stream: (await send('GET')).status };
        },
        {
          url: marque.url,
          tokenEndpoint: discovered.tokenEndpoint,
          form: {
            grant_type: 'authorization_code',
            code,
            code_verifier: client.verifier,
            client_id: client.clientId,
            redirect_uri: redirectUri,
          },
        },
      );
      expect(called).toEqual({ answer: expect.stringContaining('A page'), stream: 405 });
      // The same page gets nothing of the panel's, not even whether somebody is signed in.
      const me = page.evaluate(
        (url) => fetch(`${url}/api/auth/session`, { credentials: 'include' }),
        marque.url,
      );
      await expect(me).rejects.toThrow('Failed to fetch');
    } finally {
      await browser.close();
      pages.close();
    }
  });
});
