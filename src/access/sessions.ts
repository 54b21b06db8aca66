// The session cookie: Payload's own token, so that the panel and `/api/auth` share one sign-in. Read and written here because
// Payload ignores cookies that come without Origin and Sec-Fetch-Site (curl), and replaces all sessions of a user to add one.
import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { jwtSign, type Payload } from 'payload';
import { generateExpiredPayloadCookie, generatePayloadCookie } from 'payload/shared';
import { statement, type Db } from '../db/pool.ts';
import { cookieOf } from './workspace-field.ts';

const addSession = statement(
  'sessions:add',
  `insert into users_sessions (_order, _parent_id, id, created_at, expires_at)
   select coalesce(max(_order), 0) + 1, $1::uuid, $2, now(), $3 from users_sessions where _parent_id = $1`,
);
const dropExpired = statement(
  'sessions:expired',
  'delete from users_sessions where _parent_id = $1 and expires_at < now()',
);
const dropSession = statement(
  'sessions:drop',
  'delete from users_sessions where _parent_id = $1 and id = $2',
);

function authConfig(payload: Payload) {
  return payload.collections.users.config.auth;
}

/** Opens a session and gives the Set-Cookie value for it. `expires` in seconds since 1970. */
export async function openSession(
  payload: Payload,
  db: Db,
  user: { id: string; email: string },
): Promise<{ cookie: string; token: string; expires: number }> {
  const auth = authConfig(payload);
  const sid = randomUUID();
  await db.query(dropExpired, [user.id]);
  await db.query(addSession, [user.id, sid, new Date(Date.now() + auth.tokenExpiration * 1000)]);
  const { token, exp } = await jwtSign({
    fieldsToSign: { id: user.id, collection: 'users', email: user.email, sid },
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

/** Ends a session on the server; the cookie that clears it comes back. */
export async function endSession(
  payload: Payload,
  db: Db,
  session: { userId: string; sessionId: string },
): Promise<string> {
  await db.query(dropSession, [session.userId, session.sessionId]);
  return expiredCookie(payload);
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

/** The session a cookie names, when its signature holds; whether it still exists the reach statement asks. */
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
    if (collection !== 'users' || typeof id !== 'string' || typeof sid !== 'string') return null;
    return { userId: id, sessionId: sid };
  } catch {
    // A token that is expired or not ours is no session: the same as none.
    return null;
  }
}
