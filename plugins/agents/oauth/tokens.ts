// Exchanges, refreshes and revokes tokens. An access token is a personal key (access/keys): it can do what the person can, in one
// workspace, and ends with their access; a refresh gives the same key a new secret.
import { randomBytes } from 'node:crypto';
import { hashSecret, isKeyShaped, makeKeySecret, prefixOf } from '../../../src/core/access/keys/keys.ts';
import { statement, type Db } from '../../../src/core/db/pool.ts';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import { recordOn } from '../../../src/core/events/record.ts';
import type { ProtocolRoute, RequestFacts } from '../../../src/core/operation.ts';
import type { Service } from '../../../src/core/service.ts';
import { answered, document, formOf, OAuthError } from './answers.ts';
import { clientIn } from './client-assertion.ts';
import { deriveKey, seal, unseal } from '../../../src/core/storage/signing.ts';
import { accessSeconds, graceSeconds, provesChallenge, refreshSeconds } from './rules.ts';

const takeCode = statement(
  'oauth:take-code',
  `select client_id, client_name, redirect_uri, challenge, scope, resource, user_id, workspace_id, key_id, used_at is not null as used, expires_at < now() as late
   from marque.oauth_codes where hash = $1 for update`,
);
const useCode = statement('oauth:use-code', 'update marque.oauth_codes set used_at = now() where hash = $1');
const nameCode = statement('oauth:name-code', 'update marque.oauth_codes set key_id = $2 where hash = $1');
const dropKey = statement(
  'oauth:drop-key',
  'delete from payload.keys where id = $1 returning name, scope::text as scope, workspace_id',
);
const insertKey = statement(
  'oauth:insert-key',
  `insert into payload.keys (name, prefix, hash, scope, workspace_id, owner_id, made_by_id, expires_at, calls)
   values ($1, $2, $3, $4, $5, $6, $6, now() + interval '${accessSeconds} seconds', 0) returning id`,
);
const connect = statement(
  'oauth:connect',
  'insert into marque.oauth_connections (key_id, client_id, resource) values ($1, $2, $3)',
);
const putRefresh = statement(
  'oauth:put-refresh',
  `insert into marque.oauth_refreshes (hash, key_id, expires_at) values ($1, $2, now() + interval '${refreshSeconds} seconds')`,
);
const takeRefresh = statement(
  'oauth:take-refresh',
  `select r.key_id, r.used_at is not null as used, r.used_at > now() - interval '${graceSeconds} seconds' as fresh, r.answer, r.expires_at < now() as late,
     n.client_id, n.resource, k.scope::text as scope, greatest(0, extract(epoch from k.expires_at - now()))::int as seconds
   from marque.oauth_refreshes r join payload.keys k on k.id = r.key_id join marque.oauth_connections n on n.key_id = k.id where r.hash = $1 for update of r, k`,
);
const useRefresh = statement(
  'oauth:use-refresh',
  'update marque.oauth_refreshes set used_at = now(), answer = $2 where hash = $1',
);
// What was answered is of no use once a token that came with it is used, or the grace is over.
const dropAnswers = statement(
  'oauth:drop-answers',
  `update marque.oauth_refreshes set answer = null where key_id = $1 and answer is not null and used_at < now() - interval '${graceSeconds} seconds'`,
);
const renewKey = statement(
  'oauth:renew-key',
  `update payload.keys set prefix = $2, hash = $3, expires_at = now() + interval '${accessSeconds} seconds', updated_at = now() where id = $1`,
);
const keyOfAccess = statement(
  'oauth:key-of-access',
  'select k.id from payload.keys k join marque.oauth_connections n on n.key_id = k.id where k.hash = $1',
);
const keyOfRefresh = statement(
  'oauth:key-of-refresh',
  'select key_id as id from marque.oauth_refreshes where hash = $1',
);

interface Tokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

interface TakenCode {
  client_id: string;
  client_name: string;
  redirect_uri: string;
  challenge: string;
  scope: string;
  resource: string;
  user_id: string;
  workspace_id: string;
  key_id: string | null;
  used: boolean;
  late: boolean;
}

async function giveRefresh(db: Db, keyId: string): Promise<string> {
  const refresh = `mqr_${randomBytes(32).toString('base64url')}`;
  await db.query(putRefresh, [hashSecret(refresh), keyId]);
  return refresh;
}

/** Ends a connection: deletes the key and its refresh tokens. */
async function end(db: Db, keyId: string | null, why: string): Promise<void> {
  if (keyId === null) return;
  const [key] = await db.query<{ name: string; scope: string; workspace_id: string }>(dropKey, [keyId]);
  if (!key) return;
  await recordOn(db, 'system', {
    type: 'key.revoked',
    workspaceId: key.workspace_id,
    subject: { kind: 'key', id: keyId },
    detail: { name: key.name, scope: key.scope, why },
  });
}

const badCode = (): OAuthError =>
  new OAuthError('invalid_grant', 'This code is invalid, expired or already used. Connect again.');
const badRefresh = (): OAuthError =>
  new OAuthError('invalid_grant', 'This refresh token is invalid or expired. Connect again.');

/** Tokens, or an error that is thrown after the transaction has committed. */
type Outcome = Tokens | OAuthError;

function needed(form: Map<string, string>, name: string): string {
  const value = form.get(name);
  if (value) return value;
  throw new OAuthError('invalid_request', `${name} is required.`);
}

function holdsTo(form: Map<string, string>, name: string, value: string): boolean {
  const given = form.get(name);
  return given === undefined || given === value;
}

async function exchange(db: Db, form: Map<string, string>): Promise<Outcome> {
  const hash = hashSecret(needed(form, 'code'));
  const verifier = needed(form, 'code_verifier');
  const clientId = clientIn(form);
  const [code] = await db.query<TakenCode>(takeCode, [hash]);
  if (!code) return badCode();
  if (code.used) {
    // A code used twice may be stolen, so its tokens are revoked (OAuth 2.1, section 4.1.3).
    await end(db, code.key_id, 'Its authorization code was used twice.');
    return badCode();
  }
  await db.query(useCode, [hash]);
  if (code.late || code.client_id !== clientId) return badCode();
  if (!holdsTo(form, 'redirect_uri', code.redirect_uri)) return badCode();
  if (!holdsTo(form, 'resource', code.resource))
    return new OAuthError('invalid_target', 'The code was issued for a different resource.');
  if (!provesChallenge(verifier, code.challenge)) return badCode();
  const secret = makeKeySecret();
  const [key] = await db.query<{ id: string }>(insertKey, [
    code.client_name,
    prefixOf(secret),
    hashSecret(secret),
    code.scope,
    code.workspace_id,
    code.user_id,
  ]);
  if (!key) throw new Error('The key was not stored.');
  await db.query(connect, [key.id, code.client_id, code.resource]);
  await db.query(nameCode, [hash, key.id]);
  await recordOn(db, 'system', {
    type: 'key.created',
    workspaceId: code.workspace_id,
    subject: { kind: 'key', id: key.id },
    detail: { name: code.client_name, scope: code.scope, own: true, connected: true },
  });
  return {
    access_token: secret,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: await giveRefresh(db, key.id),
    scope: code.scope,
  };
}

interface TakenRefresh {
  key_id: string;
  used: boolean;
  /** Used within the grace period. */
  fresh: boolean | null;
  answer: string | null;
  late: boolean;
  client_id: string;
  resource: string;
  scope: string;
  /** What is left of the access token. */
  seconds: number;
}

type Answered = Pick<Tokens, 'access_token' | 'refresh_token'>;

/** The key to what a refresh token was answered: whoever has the token could have had the answer. */
const answerKey = (refresh: string): Buffer => deriveKey(refresh, 'refresh answer');

/**
 * What a token that was used lately was answered. If that has been refreshed too, the answer to it, and so on: always tokens that work.
 * @returns null after the grace period
 */
async function answeredBefore(db: Db, refresh: string, taken: TakenRefresh): Promise<Tokens | null> {
  const text = taken.fresh && taken.answer !== null ? unseal(answerKey(refresh), taken.answer) : null;
  if (text === null) return null;
  const answer = JSON.parse(text) as Answered;
  const [next] = await db.query<TakenRefresh>(takeRefresh, [hashSecret(answer.refresh_token)]);
  if (!next) return null;
  if (next.used) return answeredBefore(db, answer.refresh_token, next);
  return { ...answer, token_type: 'Bearer', expires_in: next.seconds, scope: next.scope };
}

async function renew(db: Db, form: Map<string, string>): Promise<Outcome> {
  const refresh = needed(form, 'refresh_token');
  const hash = hashSecret(refresh);
  const clientId = clientIn(form);
  const [taken] = await db.query<TakenRefresh>(takeRefresh, [hash]);
  if (!taken) return badRefresh();
  const isTheirs = taken.client_id === clientId;
  if (taken.used) {
    const before = isTheirs ? await answeredBefore(db, refresh, taken) : null;
    if (before) return before;
    await end(db, taken.key_id, 'Its refresh token was used twice.');
    return badRefresh();
  }
  if (taken.late || !isTheirs) return badRefresh();
  if (!holdsTo(form, 'resource', taken.resource))
    return new OAuthError('invalid_target', 'The refresh token was issued for a different resource.');
  const secret = makeKeySecret();
  await db.query(renewKey, [taken.key_id, prefixOf(secret), hashSecret(secret)]);
  const answer: Answered = { access_token: secret, refresh_token: await giveRefresh(db, taken.key_id) };
  await db.query(dropAnswers, [taken.key_id]);
  await db.query(useRefresh, [hash, seal(answerKey(refresh), JSON.stringify(answer))]);
  return { ...answer, token_type: 'Bearer', expires_in: accessSeconds, scope: taken.scope };
}

async function give(service: Service, request: RequestFacts): Promise<Tokens> {
  const form = await formOf(request);
  const grant = needed(form, 'grant_type');
  const work = { authorization_code: exchange, refresh_token: renew }[grant];
  if (!work)
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  const outcome = await inSqlTransaction(service.db.pool, (db) => work(db, form));
  if (outcome instanceof OAuthError) throw outcome;
  return outcome;
}

export const tokenRoute: ProtocolRoute = {
  route: 'POST /api/v1/oauth/token',
  openToPages: true,
  answer: (service, request) => answered(async () => document(await give(service, request))),
};

/** Revokes a token of either kind (RFC 7009). Unknown tokens count as revoked. */
async function giveBack(service: Service, request: RequestFacts): Promise<void> {
  const token = needed(await formOf(request), 'token');
  await inSqlTransaction(service.db.pool, async (db) => {
    const [key] = await db.query<{ id: string }>(isKeyShaped(token) ? keyOfAccess : keyOfRefresh, [
      hashSecret(token),
    ]);
    await end(db, key?.id ?? null, 'The agent revoked it.');
  });
}

export const revokeRoute: ProtocolRoute = {
  route: 'POST /api/v1/oauth/revoke',
  openToPages: true,
  answer: (service, request) =>
    answered(async () => {
      await giveBack(service, request);
      return document({});
    }),
};
