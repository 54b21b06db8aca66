// Connecting an agent by OAuth, for tests that attack with its credentials.
import { createHash, randomBytes } from 'node:crypto';
import type { Person, Place, TestService } from '../setup/service.ts';

const redirectUri = 'http://localhost:7777/back';

export interface Connection {
  accessToken: string;
  refreshToken: string;
  clientId: string;
}

/** Registers a client. @returns an authorization code that the person approved */
export async function allowAgent(
  marque: TestService,
  { person, place, scope }: { person: Person; place: Place; scope: string },
): Promise<{ clientId: string; code: string; verifier: string }> {
  const registered = await marque.call('POST', '/api/v1/oauth/register', {
    body: { client_name: 'Scout', redirect_uris: [redirectUri] },
  });
  const clientId = registered.body.client_id as string;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const begun = await marque.call('GET', `/api/v1/oauth/authorize?${query.toString()}`);
  const request = new URL(begun.headers.get('location') ?? '').searchParams.get('request') ?? '';
  const as = { cookie: person.cookie };
  const { nonce } = (await marque.call('GET', `/api/v1/oauth/requests/${request}`, { as })).body.data;
  const allowed = await marque.call('POST', `/api/v1/oauth/requests/${request}`, {
    as,
    body: { nonce, allow: true, workspace: place.workspaceId, scope },
  });
  const code = new URL(allowed.body.data.redirect as string).searchParams.get('code') ?? '';
  return { clientId, code, verifier };
}

/** Exchanges a code at the token endpoint. */
export function exchangeCode(
  marque: TestService,
  { clientId, code, verifier }: { clientId: string; code: string; verifier: string },
) {
  return marque.call('POST', '/api/v1/oauth/token', {
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: redirectUri,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export async function connectAgent(
  marque: TestService,
  agent: { person: Person; place: Place; scope: string },
): Promise<Connection> {
  const allowed = await allowAgent(marque, agent);
  const { body } = await exchangeCode(marque, allowed);
  return {
    accessToken: body.access_token as string,
    refreshToken: body.refresh_token as string,
    clientId: allowed.clientId,
  };
}
