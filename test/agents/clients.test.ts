// Clients that people use get in: each goes the whole way with what it is known to send (fixtures/clients), from the 401 to a call and
// a refresh.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from './client.ts';
import * as oauth from './oauth-client.ts';
import { documents, marque, person, place } from './oauth-client.ts';

interface Way {
  name: string;
  /** What the client registers (RFC 7591), or the metadata document that its id is the address of. */
  registration?: Record<string, unknown>;
  document?: { client_id: string; client_name: string };
  /** Of the authorization request, beside PKCE, state and resource. */
  authorize: { redirect_uri: string } & Record<string, string>;
  returnsTo: string;
  returnsBy: string;
}

interface Fixture {
  client: string;
  /** Where it is documented, or was seen. */
  sources: string[];
  ways: Way[];
}

const folder = path.join(import.meta.dirname, 'fixtures/clients');
const fixtures = await Promise.all(
  (await readdir(folder)).map(
    async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Fixture,
  ),
);

const { connect: dial } = tls;
beforeAll(() => {
  // The fetcher trusts the certificate of the document's server, as if an authority had signed it.
  const trusting = (options: tls.ConnectionOptions, ...rest: never[]) =>
    dial({ ...options, ca: documents.certificate }, ...rest);
  tls.connect = trusting as typeof tls.connect;
});
afterAll(async () => {
  tls.connect = dial;
  await marque.close();
  documents.close();
});

/** What a client reads before anything else: a 401, the metadata that it names, and that of the authorization server. */
async function discovered(): Promise<Record<string, string>> {
  const refused = await marque.call('POST', '/api/v1/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream' },
  });
  expect(refused.status).toBe(401);
  const challenge = refused.headers.get('www-authenticate') ?? '';
  expect(challenge).toContain('scope="read propose write"');
  const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  const { body: resource } = await marque.call('GET', metadata);
  const { body: server } = await marque.call(
    'GET',
    `${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`,
  );
  expect(server.client_id_metadata_document_supported).toBe(true);
  return { ...server, resource: resource.resource };
}

/** The client's id: of a registration, or the address of its document, which a server of this test has instead of the client's own. */
async function identify(way: Way, registrationEndpoint: string): Promise<string> {
  if (way.document) {
    const { pathname } = new URL(way.document.client_id);
    const clientId = `${documents.url}${pathname}`;
    documents.answers.set(pathname, { body: JSON.stringify({ ...way.document, client_id: clientId }) });
    return clientId;
  }
  const reply = await marque.call('POST', registrationEndpoint, { body: way.registration });
  expect([reply.status, reply.body]).toEqual([
    201,
    expect.objectContaining({ client_name: way.registration?.client_name }),
  ]);
  expect(reply.body.redirect_uris).toEqual(way.registration?.redirect_uris);
  expect(reply.body.client_secret).toBeUndefined();
  return reply.body.client_id as string;
}

async function goThrough(way: Way): Promise<void> {
  const server = await discovered();
  const clientId = await identify(way, server.registration_endpoint ?? '');
  const verifier = randomBytes(48).toString('base64url');
  const state = randomBytes(16).toString('base64');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    resource: server.resource ?? '',
    ...way.authorize,
  });
  const led = await marque.call('GET', `${server.authorization_endpoint}?${query.toString()}`, {
    headers: { accept: 'text/html' },
  });
  expect(led.status).toBe(302);
  const request = oauth.locationOf(led).searchParams.get('request') ?? '';
  const { data } = (await oauth.look(request)).body;
  // The person sees what it is, and proposing is chosen, whatever it asks for.
  const agent = way.document?.client_name ?? way.registration?.client_name;
  const { returnsTo, returnsBy } = way;
  const host = way.document ? new URL(documents.url).host : null;
  expect(data).toMatchObject({ agent, host, returnsTo, returnsBy, scope: 'propose' });
  const reply = await oauth.answer(request, {
    nonce: data.nonce,
    allow: true,
    workspace: place.workspaceId,
    scope: 'propose',
  });
  const redirect = reply.body.data.redirect as string;
  expect(redirect.startsWith(way.authorize.redirect_uri)).toBe(true);
  const back = new URL(redirect).searchParams;
  expect([back.get('state'), back.get('iss')]).toEqual([state, server.issuer]);

  const form = { client_id: clientId, resource: server.resource ?? '' };
  const { redirect_uri: redirectUri } = way.authorize;
  const given = await oauth.token({
    ...form,
    grant_type: 'authorization_code',
    code: back.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  expect([given.status, given.body.scope]).toEqual([200, 'propose']);
  const refresh = given.body.refresh_token as string;
  const renewed = await oauth.token({ ...form, grant_type: 'refresh_token', refresh_token: refresh });
  expect(renewed.status).toBe(200);
  const connected = await connect(marque.url, renewed.body.access_token as string);
  const { data: me } = await connected.done('whoami');
  expect(me).toMatchObject({ name: agent, scope: 'propose', email: person.email });
  await connected.close();
}

describe.each(fixtures)('$client', ({ sources, ways }) => {
  it.each(ways)('connects $name', goThrough);

  it('has its sources beside what it sends', () => {
    expect(sources.length).toBeGreaterThan(0);
    for (const { registration, document } of ways) expect(!registration).toBe(Boolean(document));
  });

  it("isn't answered at an address that it has not registered", async () => {
    for (const way of ways) {
      const clientId = await identify(way, '/api/v1/oauth/register');
      const client = { clientId, verifier: randomBytes(32).toString('base64url') };
      for (const wrong of ['https://evil.example/callback', `${way.authorize.redirect_uri}/more`]) {
        const refused = await oauth.authorize(client, { redirect_uri: wrong });
        expect([wrong, refused.status, refused.headers.get('location')]).toEqual([wrong, 400, null]);
      }
    }
  });
});

it('knows the clients that the docs have a page for', () => {
  expect(fixtures.map(({ client }) => client).sort()).toEqual([
    'ChatGPT',
    'Claude',
    'Claude Code',
    'Cursor',
    'MCP Inspector',
    'VS Code',
    'Windsurf',
  ]);
});

describe('a person whose request is wrong', () => {
  it('sees a page, not JSON, that says what to do', async () => {
    const client = await oauth.newClient();
    const query = (changes: Record<string, string>) =>
      new URLSearchParams({ client_id: client.clientId, ...changes });
    for (const changes of [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: oauth.redirectUri, response_type: 'token' },
      { client_id: 'mqc_forgotten', redirect_uri: oauth.redirectUri },
    ] as Record<string, string>[]) {
      const reply = await marque.call('GET', `/api/v1/oauth/authorize?${query(changes).toString()}`, {
        headers: { accept: 'text/html,application/xhtml+xml' },
      });
      expect([changes, reply.status]).toEqual([changes, 400]);
      expect(reply.headers.get('content-type')).toContain('text/html');
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(reply.bytes.toString()).toMatch(/<h1>.+<\/h1><p>.+<\/p>/);
    }
  });
});
