// Connecting with nothing but the address: what a client discovers, what a person decides, and how the access
// ends.
import { createHash, createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sweepConnections } from '../../src/identity/accounts/connections.ts';
import * as x509 from '@peculiar/x509';
import { startService, type Person, type Place, type Reply, type TestService } from '../setup/service.ts';
import { agentOf } from './client.ts';

let marque: TestService;
let place: Place;
let person: Person;
let documents: Documents;
const redirectUri = 'http://localhost:7777/back';

beforeAll(async () => {
  documents = await serveDocuments();
  marque = await startService({ FETCH_ALLOW: new URL(documents.url).host });
  place = await marque.makePlace();
  person = await marque.makeMember(place, 'write', { name: 'Mara Maker' });
});
afterAll(async () => {
  await marque.close();
  documents.close();
});

interface Documents {
  url: string;
  certificate: string;
  answers: Map<string, { body: string; status?: number; location?: string }>;
  close: () => void;
}

/** A third-party server over https with a self-signed certificate. */
async function serveDocuments(): Promise<Documents> {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    keys,
    signingAlgorithm,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  const answers: Documents['answers'] = new Map();
  const server = createServer({ key, cert: certificate.toString('pem') }, (request, response) => {
    const { status = 200, location, body } = answers.get(request.url ?? '') ?? { status: 404, body: '' };
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    certificate: certificate.toString('pem'),
    answers,
    close: () => void server.close(),
  };
}

const sha = (text: string): string => createHash('sha256').update(text).digest('base64url');

let addresses = 0;
/** Registers from its own IP address, so that tests don't use up each other's ten an hour. */
async function register(body: Record<string, unknown> = {}): Promise<Reply> {
  addresses += 1;
  await marque.service.db.query(
    `update marque.oauth_clients set address = $1 where address not like 'test %'`,
    [`test ${addresses}`],
  );
  return marque.call('POST', '/api/v1/oauth/register', {
    body: { client_name: 'Scout', redirect_uris: [redirectUri], ...body },
  });
}

interface ClientRequest {
  clientId: string;
  verifier: string;
}

async function newClient(): Promise<ClientRequest> {
  const { status, body } = await register();
  expect(status).toBe(201);
  return { clientId: body.client_id, verifier: randomBytes(32).toString('base64url') };
}

function authorize(
  { clientId, verifier }: ClientRequest,
  changes: Record<string, string | null> = {},
): Promise<Reply> {
  const asked: Record<string, string | null> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: sha(verifier),
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${marque.url}/api/v1/mcp`,
    ...changes,
  };
  const query = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return marque.call('GET', `/api/v1/oauth/authorize?${query.toString()}`);
}

const locationOf = (reply: Reply): URL => new URL(reply.headers.get('location') ?? 'none:');

/** The page's two calls, made as the person who looks at it. */
async function look(request: string, as = person): Promise<Reply> {
  return marque.call('GET', `/api/v1/oauth/requests/${request}`, { as: { cookie: as.cookie } });
}
function answer(request: string, body: Record<string, unknown>, as = person): Promise<Reply> {
  return marque.call('POST', `/api/v1/oauth/requests/${request}`, { as: { cookie: as.cookie }, body });
}

async function allow(client: ClientRequest, scope = 'propose', as = person): Promise<string> {
  const request = locationOf(await authorize(client)).searchParams.get('request') ?? '';
  const { nonce } = (await look(request, as)).body.data;
  const reply = await answer(request, { nonce, allow: true, workspace: place.workspaceId, scope }, as);
  expect(reply.status).toBe(200);
  return new URL(reply.body.data.redirect).searchParams.get('code') ?? '';
}

function token(form: Record<string, string>): Promise<Reply> {
  return marque.call('POST', '/api/v1/oauth/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}
const exchange = (
  { clientId, verifier }: ClientRequest,
  code: string,
  changes: Record<string, string> = {},
) =>
  token({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: redirectUri,
    ...changes,
  });
const renew = ({ clientId }: ClientRequest, refresh: string) =>
  token({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId });
const me = (key: string) => marque.call('GET', '/api/v1/me', { as: { key } });

async function connected(scope = 'propose', as = person) {
  const client = await newClient();
  const reply = await exchange(client, await allow(client, scope, as));
  expect(reply.status).toBe(200);
  return { client, ...(reply.body as { access_token: string; refresh_token: string; expires_in: number }) };
}

describe('a client that knows only the address', () => {
  it('connects with the SDK, acts with the scope the person granted, and refreshes its token', async () => {
    const kept: { client?: object; tokens?: { refresh_token?: string }; verifier?: string; to?: URL } = {};
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadata: { client_name: 'SDK agent', redirect_uris: [redirectUri] },
      state: () => 'what it said',
      clientInformation: () => kept.client as { client_id: string } | undefined,
      saveClientInformation: (client) => void (kept.client = client),
      tokens: () => kept.tokens as { access_token: string; token_type: string } | undefined,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (to) => void (kept.to = to),
      saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
      codeVerifier: () => kept.verifier ?? '',
    };
    const transport = () =>
      new StreamableHTTPClientTransport(new URL('/api/v1/mcp', marque.url), { authProvider: provider });
    const client = new Client({ name: 'SDK agent', version: '1' });
    const first = transport();
    await expect(client.connect(first as Parameters<Client['connect']>[0])).rejects.toThrow(
      UnauthorizedError,
    );

    const led = await marque.call('GET', kept.to?.toString() ?? '');
    const page = locationOf(led);
    expect(page.pathname).toBe('/admin/connect');
    const request = page.searchParams.get('request') ?? '';
    const seen = await look(request);
    expect(seen.body.data).toMatchObject({
      agent: 'SDK agent',
      host: null,
      returnsTo: 'localhost:7777',
      scope: 'propose',
      workspaces: [{ id: place.workspaceId, scopes: ['read', 'propose', 'write'] }],
    });
    const { nonce } = seen.body.data;
    const reply = await answer(request, {
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
  it('accepts redirect URIs that are https or on this machine, and no others', async () => {
    for (const uri of [
      'https://app.example/back',
      'http://localhost/cb',
      'http://127.0.0.1:1/x',
      'http://[::1]:1/',
    ])
      expect([uri, (await register({ redirect_uris: [uri] })).status]).toEqual([uri, 201]);
    for (const uris of [
      ...[
        ['http://app.example/back'],
        ['https://app.example/#x'],
        ['javascript:alert(1)'],
        ['https://me:pw@app.example/'],
      ],
      ...[
        ['http://localhost.evil.example/'],
        [redirectUri, 'myapp://x'],
        [],
        'https://app.example/',
        undefined,
      ],
    ]) {
      const reply = await register({ redirect_uris: uris });
      expect([uris, reply.status, reply.body.error]).toEqual([uris, 400, 'invalid_redirect_uri']);
    }
  });

  it('is limited to ten an hour per address', async () => {
    await register();
    const statuses = [];
    for (let at = 0; at < 10; at += 1) {
      const body = { redirect_uris: [redirectUri] };
      const reply = await marque.call('POST', '/api/v1/oauth/register', { body });
      statuses.push(reply.status);
      if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array<number>(9).fill(201), 429]);
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
    const client = publish('/apps/chat.json');
    const request = locationOf(await authorize(client)).searchParams.get('request') ?? '';
    const { data } = (await look(request)).body;
    expect(JSON.stringify(data)).toContain('Chat');
    const reply = await exchange(client, await allow(client, 'read'));
    expect(reply.status).toBe(200);
    expect((await me(reply.body.access_token)).body.data.scope).toBe('read');
    expect((await renew(client, reply.body.refresh_token)).status).toBe(200);
    const others = await exchange(publish('/apps/other.json'), await allow(client));
    expect(others.body.error).toBe('invalid_grant');
    const [{ count }] = (await marque.service.db.query<{ count: number }>(
      `select count(*) as count from marque.oauth_clients where id like 'https:%'`,
    )) as [{ count: number }];
    expect(Number(count)).toBe(0);
  });

  it('has its document fetched each time, and what the document no longer lists no longer counts', async () => {
    const client = publish('/apps/moving.json');
    expect((await authorize(client)).status).toBe(302);
    publish('/apps/moving.json', { redirect_uris: ['https://elsewhere.example/back'] });
    expect((await authorize(client)).status).toBe(400);
    documents.answers.delete('/apps/moving.json');
    expect((await authorize(client)).status).toBe(400);
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
    const reply = await authorize({ clientId, verifier });
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });

  it("is refused over http, and at a private address that isn't allowed", async () => {
    const { clientId } = publish('/apps/chat.json');
    for (const id of [clientId.replace('https:', 'http:'), clientId.replace(/:\d+/, ':1')])
      expect((await authorize({ clientId: id, verifier })).status).toBe(400);
  });
});

describe('an authorization request', () => {
  it("never redirects to an address other than exactly the client's", async () => {
    const client = await newClient();
    const wrong: Record<string, string | null>[] = [
      { redirect_uri: `${redirectUri}/more` },
      { redirect_uri: 'http://localhost:7778/back' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: null },
      { client_id: 'mqc_unknown' },
      // Its document is fetched by the guarded dialler, which reaches no private address.
      { client_id: 'https://127.0.0.1:1/client.json' },
      { client_id: null },
    ];
    for (const changes of wrong) {
      const reply = await authorize(client, changes);
      expect([changes, reply.status, reply.headers.get('location')]).toEqual([changes, 400, null]);
    }
  });

  it('needs PKCE with S256, response type code and this resource; otherwise the person sees an error, without a redirect', async () => {
    const client = await newClient();
    for (const [changes, error] of [
      [{ code_challenge: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const reply = await authorize(client, changes);
      expect([changes, reply.status, reply.headers.get('location')]).toEqual([changes, 400, null]);
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', detail: { error } });
    }
  });
});

describe('a decision', () => {
  const asked = async () => locationOf(await authorize(await newClient())).searchParams.get('request') ?? '';

  it('works from a page whose read was overtaken by another', async () => {
    const request = await asked();
    const { nonce } = (await look(request)).body.data;
    await look(request);
    const yes = { nonce, allow: true, workspace: place.workspaceId };
    expect((await answer(request, yes)).status).toBe(200);
    expect((await answer(request, yes)).status).toBe(410);
  });

  it("needs a signed-in person, a page of this server and that page's nonce, and works once", async () => {
    const request = await asked();
    const key = (await marque.makeKey(place, 'admin')).key;
    expect((await marque.call('GET', `/api/v1/oauth/requests/${request}`)).status).toBe(401);
    expect((await marque.call('GET', `/api/v1/oauth/requests/${request}`, { as: { key } })).status).toBe(403);
    const { nonce } = (await look(request)).body.data;
    const yes = { nonce, allow: true, workspace: place.workspaceId };
    expect((await answer(request, { ...yes, nonce: 'another' })).status).toBe(410);
    const other = await marque.makeMember(place, 'write');
    expect((await answer(request, yes, other)).status).toBe(410);
    const foreign = await marque.call('POST', `/api/v1/oauth/requests/${request}`, {
      as: { cookie: person.cookie },
      body: yes,
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect((await answer(request, yes)).status).toBe(200);
    expect((await answer(request, yes)).status).toBe(410);
    expect((await look(request)).status).toBe(410);
    expect((await look('nothing')).status).toBe(410);
  });

  it("never grants more than the person has, and a refused grant doesn't use up the request", async () => {
    const reader = await marque.makeMember(place, 'read');
    const request = await asked();
    const seen = (await look(request, reader)).body.data;
    expect(seen.workspaces).toMatchObject([{ scopes: ['read'] }]);
    const give = (scope: string, workspace = place.workspaceId) =>
      answer(request, { nonce: seen.nonce, allow: true, workspace, scope }, reader);
    expect((await give('admin')).status).toBe(400);
    expect((await give('write')).status).toBe(403);
    expect((await give('read', (await marque.makePlace()).workspaceId)).status).toBe(404);
    expect((await give('read')).status).toBe(200);
  });

  it('never grants more than the settings allow an agent', async () => {
    const own = await marque.makePlace();
    const admin = await marque.makeAdmin(own);
    const scopesThere = async (): Promise<string[]> => {
      const { workspaces } = (await look(await asked(), admin)).body.data as {
        workspaces: { id: string; scopes: string[] }[];
      };
      return workspaces.find(({ id }) => id === own.workspaceId)?.scopes ?? [];
    };
    // Never admin, whatever the person has.
    expect(await scopesThere()).toEqual(['read', 'propose', 'write']);
    const set = await marque.call('PATCH', '/api/v1/settings/agents?context=workspace', {
      as: { cookie: admin.cookie },
      headers: { 'x-workspace': own.workspaceId },
      body: { maxScope: 'propose' },
    });
    expect(set.status).toBe(200);
    expect(await scopesThere()).toEqual(['read', 'propose']);
    const request = await asked();
    const { nonce } = (await look(request, admin)).body.data;
    const give = (scope: string) =>
      answer(request, { nonce, allow: true, workspace: own.workspaceId, scope }, admin);
    const refused = await give('write');
    expect([refused.status, refused.body.error.detail]).toEqual([403, { needs: 'write', has: 'propose' }]);
    expect((await give('propose')).status).toBe(200);
  });

  it("is offered as it will be granted, if the person's only grant is inside a workspace", async () => {
    const own = await marque.makePlace();
    const collection = await marque.makeCollection(own);
    for (const [held, offered] of [
      ['read', ['read']],
      ['write', ['read', 'propose', 'write']],
    ] as const) {
      const narrow = await marque.makePerson();
      await marque.grant(narrow.id, 'collection', collection, held, { place: own });
      const request = await asked();
      const seen = (await look(request, narrow)).body.data;
      expect(seen.workspaces).toMatchObject([{ id: own.workspaceId, scopes: offered }]);
      const body = { nonce: seen.nonce, allow: true, workspace: own.workspaceId, scope: offered.at(-1) };
      expect((await answer(request, body, narrow)).status).toBe(200);
    }
  });

  it("that is invalid is refused, and doesn't use up the request", async () => {
    const request = await asked();
    const { nonce } = (await look(request)).body.data;
    for (const body of [{}, { nonce }, { nonce, allow: 'yes' }, { nonce, allow: true, workspace: 'x' }])
      expect([body, (await answer(request, body)).status]).toEqual([body, 400]);
    expect((await answer(request, { nonce, allow: false })).status).toBe(200);
  });

  it('to decline is reported to the client', async () => {
    const request = await asked();
    const { nonce } = (await look(request)).body.data;
    const to = new URL((await answer(request, { nonce, allow: false })).body.data.redirect);
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual([
      'access_denied',
      'a state',
    ]);
    expect(to.searchParams.get('code')).toBeNull();
  });
});

describe('an authorization code', () => {
  it('works once; if it is used again, its token is revoked', async () => {
    const client = await newClient();
    const code = await allow(client);
    const given = await exchange(client, code);
    expect(given.body).toEqual({
      access_token: expect.stringMatching(/^mq_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^mqr_/),
      scope: 'propose',
    });
    expect(given.headers.get('cache-control')).toBe('no-store');
    expect((await me(given.body.access_token)).status).toBe(200);
    const again = await exchange(client, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await me(given.body.access_token)).status).toBe(401);
    expect((await renew(client, given.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('needs its verifier, client, redirect address and resource, within a minute', async () => {
    const wrong: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString('base64url') },
      { client_id: (await newClient()).clientId },
      { redirect_uri: 'http://localhost:7777/other' },
      { resource: 'https://other.example/' },
    ];
    for (const changes of wrong) {
      const client = await newClient();
      const reply = await exchange(client, await allow(client), changes);
      expect([changes, reply.status]).toEqual([changes, 400]);
    }
    const client = await newClient();
    const code = await allow(client);
    await marque.service.db.query('update marque.oauth_codes set expires_at = now() where hash = $1', [
      createHash('sha256').update(code).digest('hex'),
    ]);
    expect((await exchange(client, code)).body.error).toBe('invalid_grant');
    expect((await exchange(client, 'nothing')).body.error).toBe('invalid_grant');
    expect((await token({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
    expect((await token({})).body.error).toBe('invalid_request');
  });
});

describe('an access token', () => {
  it('is stored only as a hash', async () => {
    const { access_token: access, refresh_token: refresh } = await connected();
    for (const table of [
      'keys',
      'marque.oauth_codes',
      'marque.oauth_refreshes',
      'marque.oauth_requests',
      'marque.events',
    ]) {
      const [row] = await marque.service.db.query<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      );
      expect([table, row?.text.includes(access), row?.text.includes(refresh)]).toEqual([table, false, false]);
    }
  });

  it('is refreshed by rotation, and a refresh token used twice ends the family', async () => {
    const { client, access_token: first, refresh_token: old } = await connected();
    const second = (await renew(client, old)).body;
    expect((await me(first)).status).toBe(401);
    expect((await me(second.access_token)).status).toBe(200);
    const other = await newClient();
    expect((await renew(other, second.refresh_token)).body.error).toBe('invalid_grant');
    expect((await me(second.access_token)).status).toBe(200);
    expect((await renew(client, old)).body.error).toBe('invalid_grant');
    expect((await me(second.access_token)).status).toBe(401);
    expect((await renew(client, second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('expires', async () => {
    const { client, access_token: access, refresh_token: refresh } = await connected();
    const { id } = (await me(access)).body.data;
    await marque.service.db.query('update keys set expires_at = now() where id = $1', [id]);
    expect((await me(access)).status).toBe(401);
    await marque.service.db.query('update marque.oauth_refreshes set expires_at = now() where key_id = $1', [
      id,
    ]);
    expect((await renew(client, refresh)).body.error).toBe('invalid_grant');
  });

  it("is swept once it can't be refreshed, with its request and requests that were never answered", async () => {
    const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      marque.service.db.query<Row>(text, values);
    const age = (column: string, where: string, id: string) =>
      sql(`update ${column} set expires_at = now() - interval '1 second' where ${where} = $1`, [id]);
    const idOf = async (key: string): Promise<string> => (await me(key)).body.data.id;
    await sweepConnections(marque.service);
    const [over, resting, used] = [await connected(), await connected(), await connected()];
    const [overId, restingId] = [await idOf(over.access_token), await idOf(resting.access_token)];
    const { id: plain } = await marque.makeKey(place, 'read');
    await age('keys', 'id', overId);
    await age('marque.oauth_refreshes', 'key_id', overId);
    // An hour without a call: it can still be refreshed.
    await age('keys', 'id', restingId);
    await age('keys', 'id', plain);
    const request = locationOf(await authorize(await newClient())).searchParams.get('request') ?? '';
    await age('marque.oauth_requests', 'id', request);
    expect(await sweepConnections(marque.service)).toBe(1);
    expect(await sweepConnections(marque.service)).toBe(0);

    const left = (await sql<{ id: string }>('select id from keys')).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([restingId, plain, await idOf(used.access_token)]));
    expect(left).not.toContain(overId);
    expect(await sql('select 1 from marque.oauth_requests where id = $1', [request])).toEqual([]);
    expect(
      await sql(`select 1 from marque.events where type = 'key.revoked' and subject_id = $1`, [overId]),
    ).toHaveLength(1);
    expect((await renew(resting.client, resting.refresh_token)).status).toBe(200);
    expect((await renew(over.client, over.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is revoked by the agent, with either token', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const { client, ...tokens } = await connected();
      const revoke = (value: string) =>
        marque.call('POST', '/api/v1/oauth/revoke', {
          body: new URLSearchParams({ token: value }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      expect((await revoke(tokens[which])).status).toBe(200);
      expect((await me(tokens.access_token)).status).toBe(401);
      expect((await renew(client, tokens.refresh_token)).body.error).toBe('invalid_grant');
      expect((await revoke(tokens[which])).status).toBe(200);
    }
    // An ordinary key can't be revoked this way.
    const { key } = await marque.makeKey(place, 'read');
    const body = new URLSearchParams({ token: key }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await marque.call('POST', '/api/v1/oauth/revoke', { body, headers })).status).toBe(200);
    expect((await me(key)).status).toBe(200);
  });

  it('stops working the moment the person revokes it or loses access', async () => {
    const { client, access_token: access, refresh_token: refresh } = await connected();
    const { id } = (await me(access)).body.data;
    const gone = await marque.call('DELETE', `/api/v1/keys/${id}`, { as: { cookie: person.cookie } });
    expect(gone.status).toBe(200);
    expect((await me(access)).status).toBe(401);
    expect((await renew(client, refresh)).body.error).toBe('invalid_grant');

    const leaver = await marque.makePerson();
    const grant = await marque.grant(leaver.id, 'workspace', place.workspaceId, 'write', { place });
    const held = await connected('write', leaver);
    const search = () => marque.call('GET', '/api/v1/assets', { as: { key: held.access_token } });
    expect((await search()).status).toBe(200);
    await marque.payload.delete({ collection: 'grants', id: grant });
    expect((await search()).status).toBeGreaterThanOrEqual(403);
  });
});
