// Authorization endpoint: an agent sends a person's browser here. The request is validated and stored, and the browser is redirected to
// the consent page. Errors never redirect to a redirect_uri that isn't verified.
import { countedAddress } from '../../../src/core/access/address.ts';
import { defineCounter, take } from '../../../src/core/access/sign-in/attempts.ts';
import { ownOrigins } from '../../../src/env.ts';
import { statement } from '../../../src/core/db/pool.ts';
import { Answer, type ProtocolRoute, type RequestFacts } from '../../../src/core/operation.ts';
import { isApiError, ApiError } from '../../../src/core/errors.ts';
import { panelAddress } from '../../../src/core/panel-address.ts';
import type { Service } from '../../../src/core/service.ts';
import { refusalPage, wantsPage } from '../../../src/sharing/document.tsx';
import { originFor } from '../host.ts';
import { OAuthError } from './answers.ts';
import { findClient } from './clients.ts';
import { resourcePath } from './metadata.ts';
import { askedScope, isChallenge, matchesRedirect, requestSeconds } from './rules.ts';

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

/** True for the MCP URL of this server, by any of its names. */
export function isOwnResource(service: Service, resource: string): boolean {
  return ownOrigins(service.env.serverUrl).some((origin) => resource === `${origin}${resourcePath}`);
}

const requestsOfAddress = defineCounter('authorize', 60);
/** If the address is unknown: for everyone together. */
const requestsFromAnywhere = defineCounter('authorize-anywhere', 1_000);

/** Anyone may send requests: for each, a document may be fetched, and it's stored for some minutes. @throws rate_limited */
async function countRow(service: Service, { address }: RequestFacts): Promise<void> {
  const from = countedAddress(address);
  const counter = from === null ? requestsFromAnywhere : requestsOfAddress;
  await take(service.db, counter, from ?? '', 'requests to connect an agent');
}

async function begin(service: Service, request: RequestFacts): Promise<Answer> {
  const { searchParams } = request.url;
  const one = (name: string): string | null => {
    const values = searchParams.getAll(name);
    if (values.length > 1) throw new ApiError('invalid_request', `${name} was sent twice.`);
    const [value = null] = values;
    if (value !== null && value.length > 4000) throw new ApiError('invalid_request', `${name} is too long.`);
    return value;
  };
  const clientId = one('client_id');
  const redirectUri = one('redirect_uri');
  if (!clientId || !redirectUri)
    throw new ApiError(
      'invalid_request',
      'client_id and redirect_uri are required. Connect the agent again.',
    );
  // Before anything is fetched for it.
  await countRow(service, request);
  const client = await findClient(service, clientId).catch((error: unknown) => {
    throw error instanceof OAuthError ? new ApiError('invalid_request', error.message) : error;
  });
  if (!client.redirectUris.some((registered) => matchesRedirect(registered, redirectUri)))
    throw new ApiError(
      'invalid_request',
      "This redirect_uri isn't registered for the client. It must match exactly; only the port of a loopback address may differ.",
    );

  const issuer = originFor(service, request);
  const state = one('state');
  // Shown here instead of redirecting: anyone can register a client or publish a metadata document, and a redirect without consent
  // would make this an open redirect (RFC 9700, section 4.11.2).
  const wrong = (error: string, words: string): ApiError =>
    new ApiError(
      'invalid_request',
      `The app that sent you here made an invalid authorization request. ${words}`,
      {
        error,
      },
    );
  if (one('response_type') !== 'code')
    throw wrong('unsupported_response_type', 'response_type must be code.');
  const challenge = one('code_challenge');
  if (one('code_challenge_method') !== 'S256' || !isChallenge(challenge))
    throw wrong('invalid_request', 'code_challenge with code_challenge_method S256 (PKCE) is required.');
  const resource = one('resource') ?? `${issuer}${resourcePath}`;
  if (!isOwnResource(service, resource))
    throw wrong('invalid_target', `resource must be ${issuer}${resourcePath}.`);

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
  return sent(`${issuer}${panelAddress(service.payload.config, `/connect?request=${row?.id ?? ''}`)}`);
}

/** Browsers get an error page; programs get the error envelope. */
async function authorize(service: Service, request: RequestFacts): Promise<Answer> {
  try {
    return await begin(service, request);
  } catch (error) {
    if (!isApiError(error) || !wantsPage(request.headers)) throw error;
    return refusalPage(service.env.serverUrl, error);
  }
}

export const authorizeRoute: ProtocolRoute = { route: 'GET /api/v1/oauth/authorize', answer: authorize };
