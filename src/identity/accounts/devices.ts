// Known devices (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): guessing at an account from
// elsewhere must not lock its owner out. A device is known by a cookie that only a sign-in sets, bound to the
// account and its password.
import { collectionSlug } from '../../core/collection-names.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { generatePayloadCookie } from 'payload/shared';
import type { Payload } from 'payload';
import { serviceOf } from '../../core/service.ts';
import { deriveKey } from '../../core/storage/signing.ts';
import { cookieOf } from '../../core/access/payload/workspace-field.ts';

/** The owner of a device cookie. A new password changes the salt, which invalidates every device. */
export interface DeviceOwner {
  email: string;
  salt: string | null;
}

const lifeSeconds = 365 * 24 * 60 * 60;
/** Maximum number of accounts remembered per browser. */
const maxAccounts = 5;

const nameOf = (payload: Payload): string => `${payload.config.cookiePrefix}-device`;

function sealOf(payload: Payload, { email, salt }: DeviceOwner, id: string): string {
  return createHmac('sha256', deriveKey(serviceOf(payload).secret, 'device'))
    .update(JSON.stringify([email, salt, id]))
    .digest('base64url');
}

function entriesIn(payload: Payload, headers: Headers): string[] {
  const entries = (cookieOf(headers, nameOf(payload)) ?? '').split('~').slice(0, maxAccounts);
  return entries.filter((entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry));
}

function holds(payload: Payload, owner: DeviceOwner, entry: string): boolean {
  const [id = '', seal = ''] = entry.split('.');
  return timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(payload, owner, id)));
}

/** The device's id if it signed in to this account before, otherwise null. */
export function deviceOf(payload: Payload, headers: Headers, owner: DeviceOwner): string | null {
  const known = entriesIn(payload, headers).find((entry) => holds(payload, owner, entry));
  return known?.split('.')[0] ?? null;
}

/** Set-Cookie for a browser that just signed in; it stays known for its other accounts. */
export function deviceCookie(payload: Payload, headers: Headers, owner: DeviceOwner): string {
  const entries = entriesIn(payload, headers);
  const known = entries.find((entry) => holds(payload, owner, entry));
  const id = randomBytes(16).toString('base64url');
  const mine = known ?? `${id}.${sealOf(payload, owner, id)}`;
  const others = entries.filter((entry) => entry !== mine);
  const { auth } = payload.collections[collectionSlug('users')].config;
  const cookie = generatePayloadCookie({
    collectionAuthConfig: { ...auth, tokenExpiration: lifeSeconds },
    cookiePrefix: payload.config.cookiePrefix,
    token: [mine, ...others].slice(0, maxAccounts).join('~'),
  });
  // Same host, Secure and SameSite as Payload's session cookie.
  return String(cookie).replace(`${payload.config.cookiePrefix}-token=`, `${nameOf(payload)}=`);
}
