// Rules for redirect URIs, PKCE challenges and client names. Pure.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackName } from '../../../src/env.ts';

/** Scopes an agent can request; admin is never given to connected agents. */
export const grantable = ['read', 'propose', 'write'] as const;
export type Grantable = (typeof grantable)[number];

export const accessSeconds = 60 * 60;
export const refreshSeconds = 30 * 24 * 60 * 60;
export const codeSeconds = 60;
export const requestSeconds = 10 * 60;

/** https, or http on a loopback address; without fragment, user name or password. */
export function isRedirect(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > 2000) return false;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (text.includes('#') || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
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
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
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
