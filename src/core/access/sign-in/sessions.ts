// The session cookie: Payload's own token, so that the panel and `/api/auth` share one sign-in. We handle it ourselves because
// Payload ignores cookies without Origin and Sec-Fetch-Site (curl), and rewrites all sessions of a user to add one.
import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { jwtSign, type Payload } from 'payload';
import { generateExpiredPayloadCookie, generatePayloadCookie } from 'payload/shared';
import { statement, type Db } from '../../db/pool.ts';
import { cookieOf } from '../payload/workspace-field.ts';
import { collectionSlug } from '../../collection-names.ts';

const addSession = statement(
  'sessions:add',
  `insert into payload.users_sessions (_order, _parent_id, id, created_at, expires_at)
   select coalesce(max(_order), 0) + 1, $1::uuid, $2, now(), $3 from payload.users_sessions where _parent_id = $1`,
);
const dropExpired = statement(
  'sessions:expired',
  'delete from payload.users_sessions where _parent_id = $1 and expires_at < now()',
);
const addOrigin = statement(
  'sessions:origin',
  'insert into marque.session_origins (session_id, user_id, agent, address) values ($1, $2, $3, $4)',
);
const dropOrigins = statement(
  'sessions:drop-origins',
  `delete from marque.session_origins o where o.user_id = $1
     and not exists (select 1 from payload.users_sessions s where s._parent_id = o.user_id and s.id = o.session_id)`,
);
const dropSession = statement(
  'sessions:drop',
  'delete from payload.users_sessions where _parent_id = $1 and id = $2 returning id',
);
const dropOthers = statement(
  'sessions:drop-others',
  'delete from payload.users_sessions where _parent_id = $1 and id is distinct from $2 returning id',
);
const sessionsOf = statement(
  'sessions:list',
  `select s.id, s.created_at, s.expires_at, o.agent, o.address from payload.users_sessions s
   left join marque.session_origins o on o.session_id = s.id and o.user_id = s._parent_id
   where s._parent_id = $1 and s.expires_at > now() order by s.created_at desc, s.id`,
);

/** Where a session was opened, so that its owner recognizes it. */
export interface SessionOrigin {
  /** User-Agent, as it was sent. */
  agent: string;
  address: string;
}

const maxAgent = 300;

/** @param address the client's IP address. */
export function originOf({ headers, address }: { headers: Headers; address: string }): SessionOrigin {
  return { agent: (headers.get('user-agent') ?? '').slice(0, maxAgent), address };
}

function authConfig(payload: Payload) {
  return payload.collections[collectionSlug('users')].config.auth;
}

/** Opens a session and returns its Set-Cookie value. `expires` in seconds since 1970. */
export async function openSession(
  payload: Payload,
  db: Db,
  user: { id: string; email: string },
  origin?: SessionOrigin,
): Promise<{ cookie: string; token: string; expires: number }> {
  const auth = authConfig(payload);
  const sid = randomUUID();
  await db.query(dropExpired, [user.id]);
  await db.query(addSession, [user.id, sid, new Date(Date.now() + auth.tokenExpiration * 1000)]);
  await db.query(dropOrigins, [user.id]);
  if (origin) await db.query(addOrigin, [sid, user.id, origin.agent, origin.address]);
  const { token, exp } = await jwtSign({
    fieldsToSign: { id: user.id, collection: collectionSlug('users'), email: user.email, sid },
    secret: payload.secret,
    tokenExpiration: auth.tokenExpiration,
  });
  const cookie = generatePayloadCookie({
    collectionAuthConfig: auth,
    cookiePrefix: payload.config.cookiePrefix,
    token,
  });
  return { cookie: String(cookie), token, expires: exp };
}

/** Signing out of the app ends it earlier, where the app tells. */
const appSessionHours = 8;
const keepAppSession = statement(
  'sessions:keep-app',
  `insert into payload.users_sessions (_order, _parent_id, id, created_at, expires_at)
   select coalesce(max(_order), 0) + 1, $1::uuid, $2, now(), now() + interval '${appSessionHours} hours'
   from payload.users_sessions where _parent_id = $1
   on conflict (id) do update set expires_at = excluded.expires_at returning id`,
);

/**
 * A session of one of the app's people, for hosts that the app's own cookie doesn't reach.
 * @param sessionId the app's; empty if it keeps none.
 */
export async function openAppSession(db: Db, personId: string, sessionId: string): Promise<string> {
  await db.query(dropExpired, [personId]);
  const [row] = await db.query<{ id: string }>(keepAppSession, [personId, sessionId || randomUUID()]);
  return row?.id ?? '';
}

/** Ends a session on the server and returns the cookie that clears it. */
export async function endSession(
  payload: Payload,
  db: Db,
  session: { userId: string; sessionId: string },
): Promise<string> {
  await db.query(dropSession, [session.userId, session.sessionId]);
  return expiredCookie(payload);
}

/** A person's sessions, newest first. */
export async function listSessions(db: Db, userId: string, currentId: string) {
  const rows = await db.query<{
    id: string;
    created_at: Date | null;
    expires_at: Date;
    agent: string | null;
    address: string | null;
  }>(sessionsOf, [userId]);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    current: row.id === currentId,
    agent: row.agent || null,
    address: row.address || null,
  }));
}

/** Ends one of a person's sessions. @returns false if it isn't theirs or doesn't exist. */
export async function dropSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
  return (await db.query(dropSession, [userId, sessionId])).length > 0;
}

/** Ends all of a person's sessions but one, or all of them for null. @returns how many. */
export async function dropSessionsOf(db: Db, userId: string, exceptId: string | null): Promise<number> {
  return (await db.query(dropOthers, [userId, exceptId])).length;
}

export function expiredCookie(payload: Payload): string {
  return String(
    generateExpiredPayloadCookie({
      collectionAuthConfig: authConfig(payload),
      cookiePrefix: payload.config.cookiePrefix,
    }),
  );
}

const keysOfSecret = new Map<string, Uint8Array>();

/** The session in a cookie with a valid signature; `authorize` checks whether it still exists. */
export async function sessionOfCookie(
  payload: Payload,
  headers: Headers,
): Promise<{ userId: string; sessionId: string } | null> {
  const token = cookieOf(headers, `${payload.config.cookiePrefix}-token`);
  if (!token) return null;
  let key = keysOfSecret.get(payload.secret);
  if (!key) {
    key = new TextEncoder().encode(payload.secret);
    keysOfSecret.set(payload.secret, key);
  }
  try {
    const { payload: claims } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    const { id, sid, collection } = claims;
    if (collection !== collectionSlug('users') || typeof id !== 'string' || typeof sid !== 'string')
      return null;
    return { userId: id, sessionId: sid };
  } catch {
    // A token that is expired or not ours counts as no session.
    return null;
  }
}
