// Rules for redirect URIs, PKCE challenges and client names. Pure.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackName } from '../../../src/env.ts';
import { visible } from '../framed.ts';

/** Scopes an agent can request; admin is never given to connected agents. */
export const grantable = ['read', 'propose', 'write'] as const;
export type Grantable = (typeof grantable)[number];

export const accessSeconds = 60 * 60;
export const refreshSeconds = 30 * 24 * 60 * 60;
/** How long a refresh token that was used still answers, the same as the first time. */
export const graceSeconds = 60;
export const codeSeconds = 60;
export const requestSeconds = 10 * 60;

/** Schemes that a browser or an operating system acts on itself: an answer sent there would run, open or send something. */
const actedOn =
  /^(?:javascript|data|vbscript|file|blob|filesystem|about|https?|wss?|ftps?|mailto|tel|sms|sip|intent|shell|search|search-ms|ms-.*|view-source|chrome.*|edge|resource|jar|res|help|ldap|ssh|telnet|smb|afp|nfs):$/;

/** How a response gets to a redirect URI: a website, a port of this computer, or an app that the system opens for its scheme. */
export type ReturnKind = 'website' | 'computer' | 'app';

/** @returns null for a URI that no response may be sent to */
export function returnKindOf(text: unknown): ReturnKind | null {
  if (typeof text !== 'string' || text.length > 2000 || text.includes('#')) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return 'website';
  if (url.protocol === 'http:') return isLoopbackName(url.hostname) ? 'computer' : null;
  // `com.example.app:/back` and `cursor://…/back` (RFC 8252, section 7.1), never `scheme:text`.
  return !actedOn.test(url.protocol) && /^[a-z][a-z0-9+.-]*:\/./i.test(text) ? 'app' : null;
}

/** https, http on a loopback address, or the scheme of a native app; without fragment, user name or password. */
export const isRedirect = (text: unknown): text is string => returnKindOf(text) !== null;

/**
 * Whether a request may name this redirect URI: exactly a registered one, or on a loopback address one with another port, which the
 * client gets from its system only when it listens (RFC 8252, section 7.3).
 */
export function matchesRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  if (returnKindOf(registered) !== 'computer' || returnKindOf(asked) !== 'computer') return false;
  const [one, other] = [new URL(registered), new URL(asked)];
  one.port = '';
  other.port = '';
  return one.href === other.href;
}

/** What a person is told about where a response goes: a host, or the scheme of an app. @param uri acceptable */
export function placeOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return returnKindOf(uri) === 'app' ? `${protocol}//` : host;
}

/** A PKCE challenge (RFC 7636, S256): the base64url of a SHA-256. */
export function isChallenge(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}

export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const asked = Buffer.from(challenge);
  return made.length === asked.length && timingSafeEqual(made, asked);
}

/** A name to show on the consent page: one line, without invisible characters. */
export function cleanName(text: unknown, otherwise: string): string {
  if (typeof text !== 'string') return otherwise;
  const clean = visible(text.normalize('NFC')).replace(/\s+/g, ' ').trim().slice(0, 100);
  return clean === '' ? otherwise : clean;
}

/** A URL with additional query parameters; null values are omitted. */
export function withQuery(address: string, values: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return url.toString();
}

/** The highest requested scope that can be granted; null if none was requested. */
export function askedScope(text: string | null): Grantable | null {
  const names = (text ?? '').split(' ');
  return grantable.findLast((scope) => names.includes(scope)) ?? null;
}
