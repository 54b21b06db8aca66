// Connecting with nothing but the address: what a client discovers, and how it registers.
import { randomBytes } from 'node:crypto';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { agentOf } from './client.ts';
import * as oauth from './oauth-client.ts';
import { documents, marque, person, place, redirectUri, type ClientRequest } from './oauth-client.ts';
import { providerOf, type KeptByClient } from './sdk-provider.ts';

afterAll(async () => {
  await marque.close();
  documents.close();
});

describe('a client that knows only the address', () => {
  it('connects with the SDK, acts with the scope the person granted, and refreshes its token', async () => {
    const kept: KeptByClient = {};
    const provider = providerOf(kept, { name: 'SDK agent', redirectUrl: redirectUri, state: 'what it said' });
    const transport = () =>
      new StreamableHTTPClientTransport(new URL('/api/v1/mcp', marque.url), { authProvider: provider });
    const client = new Client({ name: 'SDK agent', version: '1' });
    const first = transport();
    await expect(client.connect(first as Parameters<Client['connect']>[0])).rejects.toThrow(
      UnauthorizedError,
    );

    const led = await marque.call('GET', kept.to?.toString() ?? '');
    const page = oauth.locationOf(led);
    expect(page.pathname).toBe('/admin/connect');
    const request = page.searchParams.get('request') ?? '';
    const seen = await oauth.look(request);
    expect(seen.body.data).toMatchObject({
      agent: 'SDK agent',
      host: null,
      returnsTo: 'localhost:7777',
      returnsBy: 'computer',
      person: { name: 'Mara Maker', email: person.email },
      scope: 'propose',
      workspaces: [{ id: place.workspaceId, scopes: ['read', 'propose', 'write'] }],
    });
    const { nonce } = seen.body.data;
    const reply = await oauth.answer(request, {
      nonce,
      allow: true,
      workspace: place.workspaceId,
      scope: 'propose',
    });
    const back = new URL(reply.body.data.redirect);
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(back.searchParams.get('state')).toBe('what it said');
    expect(back.searchParams.get('iss')).toBe(marque.url);
    await first.finishAuth(back.searchParams.get('code') ?? '');

    const second = transport();
    await client.connect(second);
    const agent = await agentOf(client);
    const { data } = await agent.done('whoami');
    expect(data).toMatchObject({ kind: 'key', name: 'SDK agent', scope: 'propose', email: person.email });
    const asAdmin = await marque.makeKey(place, 'admin');
    const { body } = await marque.call('GET', '/api/v1/keys', { as: asAdmin });
    expect(body.data[1]).toMatchObject({ name: 'SDK agent', owner: { id: person.id }, waiting: 0 });

    // An hour later: the client refreshes by itself.
    await marque.service.db.query(`update keys set expires_at = now() - interval '1 second' where id = $1`, [
      data.id,
    ]);
    const before = kept.tokens?.refresh_token;
    expect((await agent.done('whoami')).data.id).toBe(data.id);
    expect(kept.tokens?.refresh_token).not.toBe(before);
    await agent.close();
  });
});

describe('the metadata documents', () => {
  it('name the authorization server and its endpoints', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource/api/v1/mcp',
      '/.well-known/oauth-protected-resource',
    ])
      expect((await marque.call('GET', path)).body).toMatchObject({
        resource: `${marque.url}/api/v1/mcp`,
        authorization_servers: [marque.url],
        scopes_supported: ['read', 'propose', 'write'],
      });
    expect((await marque.call('GET', '/.well-known/oauth-authorization-server')).body).toMatchObject({
      issuer: marque.url,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      registration_endpoint: `${marque.url}/api/v1/oauth/register`,
      revocation_endpoint: `${marque.url}/api/v1/oauth/revoke`,
    });
  });
});

describe('client registration', () => {
  it('accepts redirect URIs that are https, on this machine or of an app, and no others', async () => {
    const accepted = [
      'https://app.example/back',
      'http://localhost/cb',
      'http://127.0.0.1:1/x',
      'http://[::1]:1/',
      'http://[::1]/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'com.example.app:/back',
    ];
    for (const uri of accepted)
      expect([uri, (await oauth.register({ redirect_uris: [uri] })).status]).toEqual([uri, 201]);
    for (const uris of [
      ...[
        ['http://app.example/back'],
        ['https://app.example/#x'],
        ['javascript:alert(1)'],
        ['https://me:pw@app.example/'],
      ],
      ...[
        ['http://localhost.evil.example/'],
        [redirectUri, 'myapp:x'],
        ...[
          'javascript://x%0A(1)',
          'data://x/',
          'vbscript://x',
          'FILE:///etc/passwd',
          'ms-msdt:/id',
          'search-ms:/x',
        ].map((uri) => [redirectUri, uri]),
        [],
        'https://app.example/',
        undefined,
      ],
    ]) {
      const reply = await oauth.register({ redirect_uris: uris });
      expect([uris, reply.status, reply.body.error]).toEqual([uris, 400, 'invalid_redirect_uri']);
    }
  });

  it('is limited to 100 an hour per address', async () => {
    await oauth.register();
    const statuses = [];
    for (let at = 0; at < 100; at += 1) {
      const body = { redirect_uris: [redirectUri] };
      const reply = await marque.call('POST', '/api/v1/oauth/register', { body });
      statuses.push(reply.status);
      if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array<number>(99).fill(201), 429]);
  });
});

describe('a client whose id is the address of its metadata document', () => {
  const { connect } = tls;
  beforeAll(() => {
    // The fetcher trusts the certificate of the document's server, as if an authority had signed it.
    const trusting = (options: tls.ConnectionOptions, ...rest: never[]) =>
      connect({ ...options, ca: documents.certificate }, ...rest);
    tls.connect = trusting as typeof tls.connect;
  });
  afterAll(() => {
    tls.connect = connect;
  });
  const verifier = randomBytes(32).toString('base64url');
  const publish = (path: string, changes: Record<string, unknown> = {}): ClientRequest => {
    const clientId = `${documents.url}${path}`;
    const metadata = { client_id: clientId, client_name: 'Chat', redirect_uris: [redirectUri], ...changes };
    documents.answers.set(path, { body: JSON.stringify(metadata) });
    return { clientId, verifier };
  };

  it('connects without registering, under the name and host of the document', async () => {
    // With what nobody sees, it would look like another name.
    const client = publish('/apps/chat.json', { client_name: '\u3164Ch\u034f\u200bat\ufe0f\u2800' });
    const request = await oauth.requestBy(client);
    const { data } = (await oauth.look(request)).body;
    expect(JSON.stringify(data)).toContain('"Chat"');
    const reply = await oauth.exchange(client, await oauth.allow(client, 'read'));
    expect(reply.status).toBe(200);
    expect((await oauth.me(reply.body.access_token)).body.data.scope).toBe('read');
    expect((await oauth.renew(client, reply.body.refresh_token)).status).toBe(200);
    const others = await oauth.exchange(publish('/apps/other.json'), await oauth.allow(client));
    expect(others.body.error).toBe('invalid_grant');
    const [{ count }] = (await marque.service.db.query<{ count: number }>(
      `select count(*) as count from marque.oauth_clients where id like 'https:%'`,
    )) as [{ count: number }];
    expect(Number(count)).toBe(0);
  });

  it('has its document fetched each time, and what the document no longer lists no longer counts', async () => {
    const client = publish('/apps/moving.json');
    expect((await oauth.authorize(client)).status).toBe(302);
    publish('/apps/moving.json', { redirect_uris: ['https://elsewhere.example/back'] });
    expect((await oauth.authorize(client)).status).toBe(400);
    documents.answers.delete('/apps/moving.json');
    expect((await oauth.authorize(client)).status).toBe(400);
  });

  it.each<[string, (path: string) => string | undefined]>([
    ['names another client', (path) => void publish(path, { client_id: `${documents.url}/apps/chat.json` })],
    ['names no redirects', (path) => void publish(path, { redirect_uris: [] })],
    [
      'names a redirect that is neither https nor on this machine',
      (path) => void publish(path, { redirect_uris: [redirectUri, 'http://chat.example/back'] }),
    ],
    ['names a secret', (path) => void publish(path, { client_secret: 'told to everyone' })],
    [
      'uses client authentication with a secret',
      (path) => void publish(path, { token_endpoint_auth_method: 'client_secret_basic' }),
    ],
    ['is not JSON', (path) => void documents.answers.set(path, { body: '<html>' })],
    ['is null', (path) => void documents.answers.set(path, { body: 'null' })],
    ['is too long', (path) => void publish(path, { client_name: 'x'.repeat(70_000) })],
    [
      'redirects elsewhere',
      (path) => void documents.answers.set(path, { status: 302, location: '/apps/chat.json', body: '' }),
    ],
    ['is missing', () => undefined],
    ['has dots in its address', () => '/apps/../apps/chat.json'],
    ['has no path', () => '/'],
    ['has a fragment', () => '/apps/chat.json#top'],
  ])('is refused without a redirect if the document %s', async (what, arrange) => {
    publish('/apps/chat.json');
    const path = `/apps/${what.replace(/\W+/g, '-')}.json`;
    const clientId = `${documents.url}${arrange(path) ?? path}`;
    const reply = await oauth.authorize({ clientId, verifier });
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });

  it("is refused over http, and at a private address that isn't allowed", async () => {
    const { clientId } = publish('/apps/chat.json');
    for (const id of [clientId.replace('https:', 'http:'), clientId.replace(/:\d+/, ':1')])
      expect((await oauth.authorize({ clientId: id, verifier })).status).toBe(400);
  });
});
