// Passes: what a visitor who was let in carries in a cookie. Claims signed by this server, with an expiry.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieOf } from '../core/access/payload/workspace-field.ts';
import type { Service } from '../core/service.ts';
import { deriveKey } from '../core/storage/signing.ts';

/** A week; after that, visitors enter the password or sign in again. */
const weekSeconds = 7 * 24 * 60 * 60;

/** What a pass lets a visitor into. A pass for one kind isn't valid for another. */
export type PassKind = 'site' | 'portal' | 'share' | 'review';

const purposeOf = (kind: PassKind): string => `${kind}-pass`;

/** Before 0.2, passes were signed for this. Visitors who hold one stay in until it expires, at most a week after the upgrade. */
const formerPurposeOf = (kind: PassKind): string => `${kind}-door`; // cspell:disable-line

function macOf(service: Service, purpose: string, claims: string): string {
  return createHmac('sha256', deriveKey(service.secret, purpose)).update(claims).digest('base64url');
}

export function sealPass(
  service: Service,
  kind: PassKind,
  claims: Record<string, unknown>,
  seconds = weekSeconds,
): string {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const sealed = Buffer.from(JSON.stringify({ ...claims, expires })).toString('base64url');
  return `${sealed}.${macOf(service, purposeOf(kind), sealed)}`;
}

function isSigned(service: Service, kind: PassKind, sealed: string, mac: string): boolean {
  const given = Buffer.from(mac);
  return [purposeOf(kind), formerPurposeOf(kind)].some((purpose) => {
    const expected = Buffer.from(macOf(service, purpose, sealed));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The claims of a pass; null if it is forged, altered or expired. */
function openPass<T extends object>(service: Service, kind: PassKind, pass: string | null): T | null {
  const [sealed = '', mac = ''] = (pass ?? '').split('.');
  if (!isSigned(service, kind, sealed, mac)) return null;
  const claims = JSON.parse(Buffer.from(sealed, 'base64url').toString()) as T & { expires: number };
  return claims.expires * 1000 > Date.now() ? claims : null;
}

/** The cookie of a pass: for one host and one resource on it. */
export interface PassCookie {
  origin: string;
  name: string;
  /** Only below this path. Default: on the whole host. */
  path?: string;
}

const isSecure = ({ origin }: PassCookie): boolean => origin.startsWith('https:');

function nameOf(cookie: PassCookie): string {
  if (!isSecure(cookie)) return cookie.name;
  // Browsers refuse the prefix `__Host-` with a path (RFC 6265bis, 4.1.3.2).
  return `${cookie.path === undefined ? '__Host-' : '__Secure-'}${cookie.name}`;
}

/** Set-Cookie with a pass. */
export function visitorCookie(cookie: PassCookie, pass: string, seconds = weekSeconds): string {
  const secure = isSecure(cookie) ? '; Secure' : '';
  return `${nameOf(cookie)}=${pass}; Path=${cookie.path ?? '/'}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The claims in a request's cookie; null without a valid one. */
export function passIn<T extends object>(
  service: Service,
  kind: PassKind,
  cookie: PassCookie,
  headers: Headers,
): T | null {
  return openPass<T>(service, kind, cookieOf(headers, nameOf(cookie)));
}
