// The beginning: an agent sends a person's browser here. What it asks for is checked and kept, and the browser is led to the page
// where the person decides. Until the redirect address is known to be the client's, nobody is sent back to it.
import { countedAddress } from '../../../src/access/address.ts';
import { take } from '../../../src/access/tries.ts';
import { ownOrigins } from '../../../src/env.ts';
import { statement } from '../../../src/db/pool.ts';
import { Answer, type Door, type RequestFacts } from '../../../src/operation.ts';
import { Refusal } from '../../../src/refusal.ts';
import type { Service } from '../../../src/service.ts';
import { originFor } from '../host.ts';
import { OAuthError } from './answers.ts';
import { findClient } from './clients.ts';
import { resourcePath } from './metadata.ts';
import { askedScope, isChallenge, requestSeconds, withQuery } from './rules.ts';

const dropOld = statement(
  'oauth:drop-requests',
  'delete from marque.oauth_requests where expires_at < now()',
);
const dropCodes = statement(
  'oauth:drop-codes',
  `delete from marque.oauth_codes where expires_at < now() - interval '1 day'`,
);
const keep = statement(
  'oauth:ask',
  `insert into marque.oauth_requests (client_id, client_name, redirect_uri, challenge, state, scope, issuer, resource, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '${requestSeconds} seconds') returning id`,
);

const sent = (location: string): Answer =>
  new Answer(
    302,
    { kind: 'none' },
    { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  );

/** True for the MCP address of this server, by any name it has. */
export function isOwnResource(service: Service, resource: string): boolean {
  return ownOrigins(service.env.serverUrl).some((origin) => resource === `${origin}${resourcePath}`);
}

/** Anybody may ask, and each time leaves a row for some minutes. @throws Refusal rate_limited */
async function countRow(service: Service, { address }: RequestFacts): Promise<void> {
  const from = countedAddress(address);
  const counter = from === null ? 'authorize-anywhere' : 'authorize';
  await take(service.db, counter, from ?? '', 'requests to connect an agent');
}

async function begin(service: Service, request: RequestFacts): Promise<Answer> {
  const { searchParams } = request.url;
  const one = (name: string): string | null => {
    const values = searchParams.getAll(name);
    if (values.length > 1) throw new Refusal('invalid_request', `${name} is given twice.`);
    const [value = null] = values;
    if (value !== null && value.length > 4000) throw new Refusal('invalid_request', `${name} is too long.`);
    return value;
  };
  const clientId = one('client_id');
  const redirectUri = one('redirect_uri');
  if (!clientId || !redirectUri)
    throw new Refusal(
      'invalid_request',
      'An agent must send its client_id and redirect_uri. Connect it again.',
    );
  const client = await findClient(service, clientId).catch((error: unknown) => {
    throw error instanceof OAuthError ? new Refusal('invalid_request', error.message) : error;
  });
  if (!client.redirectUris.includes(redirectUri))
    throw new Refusal(
      'invalid_request',
      'This redirect_uri is not one of the client. It must be the very same.',
    );

  const issuer = originFor(service, request);
  const state = one('state');
  const back = (error: string, words: string): Answer =>
    sent(withQuery(redirectUri, { error, error_description: words, state, iss: issuer }));
  if (one('response_type') !== 'code') return back('unsupported_response_type', 'Only code is given.');
  const challenge = one('code_challenge');
  if (one('code_challenge_method') !== 'S256' || !isChallenge(challenge))
    return back('invalid_request', 'PKCE with S256 is needed: code_challenge and code_challenge_method.');
  const resource = one('resource') ?? `${issuer}${resourcePath}`;
  if (!isOwnResource(service, resource))
    return back('invalid_target', 'This server gives tokens for its own MCP address only.');

  await countRow(service, request);
  await service.db.query(dropOld);
  await service.db.query(dropCodes);
  const [row] = await service.db.query<{ id: string }>(keep, [
    client.id,
    client.name,
    redirectUri,
    challenge,
    state,
    askedScope(one('scope')),
    issuer,
    resource,
  ]);
  const { admin } = service.payload.config.routes;
  return sent(`${issuer}${admin}/connect?request=${row?.id ?? ''}`);
}

export const authorizeDoor: Door = { route: 'GET /api/v1/oauth/authorize', answer: begin };
