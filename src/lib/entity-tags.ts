// Entity tags and conditional headers (RFC 9110, 8.8.3 and 13.1).
import { hash } from 'node:crypto';

/** The ETag of a response: a hash of its content. */
export function tagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 32)}"`;
}

/** The tags of a condition, each with whether it's weak. A tag may contain commas. */
function tagsIn(header: string): { tag: string; weak: boolean }[] {
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, tag = '']) => ({
    tag,
    weak: weak !== undefined,
  }));
}

/** True if the client already has this response: If-None-Match, weak comparison. */
export function clientHas(headers: Headers, tag: string): boolean {
  const given = headers.get('if-none-match')?.trim();
  if (given === undefined) return false;
  return given === '*' || tagsIn(given).some((one) => one.tag === tag);
}

/** True if If-Match names this exact response: strong comparison. */
export function names(header: string, tag: string): boolean {
  return tagsIn(header).some((one) => !one.weak && one.tag === tag);
}
