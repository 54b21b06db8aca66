// An OAuth client, the person who decides about it, and its calls. Each test file that imports this has its
// own.
import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { startService, type Reply } from '../setup/service.ts';
import { serveDocuments } from './document-server.ts';

export const redirectUri = 'http://localhost:7777/back';
export const documents = await serveDocuments();
export const marque = await startService({ FETCH_ALLOW: new URL(documents.url).host });
export const place = await marque.makePlace();
export const person = await marque.makeMember(place, 'write', { name: 'Mara Maker' });

const sha = (text: string): string => createHash('sha256').update(text).digest('base64url');

let addresses = 0;

/** Registers from its own IP address, so that tests don't use up each other's ten an hour. */
export async function register(body: Record<string, unknown> = {}): Promise<Reply> {
  addresses += 1;
  await marque.service.db.query(
    `update marque.oauth_clients set address = $1 where address not like 'test %'`,
    [`test ${addresses}`],
  );
  return marque.call('POST', '/api/v1/oauth/register', {
    body: { client_name: 'Scout', redirect_uris: [redirectUri], ...body },
  });
}

export interface ClientRequest {
  clientId: string;
  verifier: string;
}

export async function newClient(): Promise<ClientRequest> {
  const { status, body } = await register();
  expect(status).toBe(201);
  return { clientId: body.client_id, verifier: randomBytes(32).toString('base64url') };
}

export function authorize(
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

export const locationOf = (reply: Reply): URL => new URL(reply.headers.get('location') ?? 'none:');

/** The id of the request that a person is asked to decide. */
export const requestBy = async (client: ClientRequest): Promise<string> =>
  locationOf(await authorize(client)).searchParams.get('request') ?? '';

/** The page's two calls, made as the person who looks at it. */
export async function look(request: string, as = person): Promise<Reply> {
  return marque.call('GET', `/api/v1/oauth/requests/${request}`, { as: { cookie: as.cookie } });
}

export function answer(request: string, body: Record<string, unknown>, as = person): Promise<Reply> {
  return marque.call('POST', `/api/v1/oauth/requests/${request}`, { as: { cookie: as.cookie }, body });
}

export async function allow(client: ClientRequest, scope = 'propose', as = person): Promise<string> {
  const request = await requestBy(client);
  const { nonce } = (await look(request, as)).body.data;
  const reply = await answer(request, { nonce, allow: true, workspace: place.workspaceId, scope }, as);
  expect(reply.status).toBe(200);
  return new URL(reply.body.data.redirect).searchParams.get('code') ?? '';
}

export function token(form: Record<string, string>): Promise<Reply> {
  return marque.call('POST', '/api/v1/oauth/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export const exchange = (
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

export const renew = ({ clientId }: ClientRequest, refresh: string) =>
  token({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId });

export const me = (key: string) => marque.call('GET', '/api/v1/me', { as: { key } });

/** A client that a person has connected, with its tokens. */
export async function connected(scope = 'propose', as = person) {
  const client = await newClient();
  const reply = await exchange(client, await allow(client, scope, as));
  expect(reply.status).toBe(200);
  return { client, ...(reply.body as { access_token: string; refresh_token: string; expires_in: number }) };
}
