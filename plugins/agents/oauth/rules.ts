// What a redirect address, a challenge and a client's name may be. Pure.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackName } from '../../../src/env.ts';

/** What an agent may ask for; admin is never given to one that connects itself. */
export const grantable = ['read', 'propose', 'write'] as const;
export type Grantable = (typeof grantable)[number];

export const accessSeconds = 60 * 60;
export const refreshSeconds = 30 * 24 * 60 * 60;
export const codeSeconds = 60;
export const requestSeconds = 10 * 60;

/** https, or http on this very machine; without a fragment and without a name and password in it. */
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

/** A challenge of RFC 7636 with S256: the base64url of a SHA-256. */
export function isChallenge(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}

export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const asked = Buffer.from(challenge);
  return made.length === asked.length && timingSafeEqual(made, asked);
}

/** A name that is shown to the person who decides: one line, nothing unseen in it. */
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

/** An address with more in its query; what is null is left out. */
export function withQuery(address: string, values: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return url.toString();
}

/** The scopes that were asked for and can be given, the highest; null where none was named. */
export function askedScope(text: string | null): Grantable | null {
  const names = (text ?? '').split(' ');
  return grantable.findLast((scope) => names.includes(scope)) ?? null;
}
