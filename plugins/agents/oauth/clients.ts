// OAuth clients: registered (RFC 7591), or identified by the URL of a client ID metadata document.
import { randomBytes } from 'node:crypto';
import { countedAddress } from '../../../src/core/access/address.ts';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import { statement } from '../../../src/core/db/pool.ts';
import { JsonBody } from '../../../src/core/pipeline/input.ts';
import { JsonError, parseJson } from '../../../src/lib/json.ts';
import { fetchGuarded } from '../../../src/core/net/guarded-fetch.ts';
import type { ProtocolRoute, RequestFacts } from '../../../src/core/operation.ts';
import { isApiError, ApiError } from '../../../src/core/errors.ts';
import type { Service } from '../../../src/core/service.ts';
import { answered, document, OAuthError } from './answers.ts';
import { cleanName, isRedirect, placeOf } from './rules.ts';

export interface Client {
  id: string;
  name: string;
  redirectUris: string[];
}

const registered = statement(
  'oauth:client',
  'select id, name, redirect_uris as "redirectUris" from marque.oauth_clients where id = $1',
);

const maxDocument = 64 * 1024;

/** Fetches a client ID metadata document (draft-ietf-oauth-client-id-metadata-document, 4.1): it must contain its own URL and no secret. */
async function fetchClient(service: Service, id: string): Promise<Client> {
  const bad = (why: string): OAuthError =>
    new OAuthError('invalid_client', `The client metadata document ${why}.`);
  let metadata: Record<string, unknown> | null;
  try {
    const { body } = await fetchGuarded(id, {
      allow: service.env.fetchAllow,
      maxBytes: maxDocument,
      timeoutMs: 5000,
      maxRedirects: 0,
      headers: { accept: 'application/json' },
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    metadata = parseJson(Buffer.concat(chunks)) as typeof metadata;
  } catch (error) {
    if (isApiError(error) || error instanceof JsonError) throw bad('could not be read');
    throw error;
  }
  if (metadata?.client_id !== id) throw bad('has a different client_id');
  const method = metadata.token_endpoint_auth_method;
  if (
    metadata.client_secret !== undefined ||
    (typeof method === 'string' && method.startsWith('client_secret'))
  )
    throw bad("contains a client_secret, which a public document can't keep secret");
  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : [];
  if (uris.length === 0 || uris.length > 50 || !uris.every(isRedirect))
    throw bad(
      'has no valid redirect_uris: each must be https, a loopback address, or the private-use scheme of an app',
    );
  return { id, name: cleanName(metadata.client_name, new URL(id).hostname), redirectUris: uris };
}

function isDocumentAddress(id: string): boolean {
  try {
    const { protocol, pathname, hash, username, password } = new URL(id);
    const isPlain = hash === '' && username === '' && password === '' && !/\/\.{1,2}(?:[/?]|$)/.test(id);
    return protocol === 'https:' && pathname !== '/' && isPlain && id.length <= 2000;
  } catch {
    return false;
  }
}

/** @throws OAuthError invalid_client */
export async function findClient(service: Service, id: string): Promise<Client> {
  if (isDocumentAddress(id)) return fetchClient(service, id);
  const [client] = id.length > 100 ? [] : await service.db.query<Client>(registered, [id]);
  if (!client) throw new OAuthError('invalid_client', 'Unknown client. Register it again.');
  return client;
}

/** Per address, which an office or a proxy shares. A client that registers anew for each connection needs one each time. */
const perHour = 100;
const lock = statement(
  'oauth:lock-address',
  `select pg_advisory_xact_lock(hashtextextended('oauth clients of ' || $1::text, 0))`,
);
const lately = statement(
  'oauth:registered-lately',
  `select count(*) as made, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as seconds
   from marque.oauth_clients where address = $1 and created_at > now() - interval '1 hour'`,
);
const insert = statement(
  'oauth:register',
  `insert into marque.oauth_clients (id, name, redirect_uris, address) values ($1, $2, $3, $4)
   returning extract(epoch from created_at)::bigint as at`,
);

async function bodyOf(request: RequestFacts): Promise<Record<string, unknown>> {
  const body = new JsonBody(request);
  await body.read();
  try {
    const value = body.value();
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
  throw new OAuthError('invalid_client_metadata', 'Send the client as a JSON object.');
}

/** Registers a client; limited to 100 an hour per address. */
async function register(service: Service, request: RequestFacts): Promise<unknown> {
  const metadata = await bodyOf(request);
  const uris = metadata.redirect_uris;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 10 || !uris.every(isRedirect))
    throw new OAuthError(
      'invalid_redirect_uri',
      'redirect_uris must be one to ten URLs, each https, a loopback address, or the private-use scheme of an app.',
    );
  const name = cleanName(metadata.client_name, placeOf(uris[0] as string));
  const address = countedAddress(request.address) ?? 'here';
  const id = `mqc_${randomBytes(18).toString('base64url')}`;
  const at = await inSqlTransaction(service.db.pool, async (db) => {
    await db.query(lock, [address]);
    const [count] = await db.query<{ made: number; seconds: number | null }>(lately, [address]);
    if ((count?.made ?? 0) >= perHour) {
      const seconds = Math.max(1, count?.seconds ?? 3600);
      throw new ApiError(
        'rate_limited',
        `Rate limit exceeded: ${perHour} client registrations an hour per address. Try again in ${seconds} seconds.`,
        {
          retryAfterSeconds: seconds,
        },
      );
    }
    const [row] = await db.query<{ at: number }>(insert, [id, name, JSON.stringify(uris), address]);
    return row?.at;
  });
  return {
    client_id: id,
    client_id_issued_at: at,
    client_name: name,
    redirect_uris: uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

export const registerRoute: ProtocolRoute = {
  route: 'POST /api/v1/oauth/register',
  openToPages: true,
  answer: (service, request) => answered(async () => document(await register(service, request), 201)),
};
