// Entity tags and the conditions that name them (RFC 9110, 8.8.3 and 13.1).
import { hash } from 'node:crypto';

/** The tag of a representation: a hash of what is sent, so that it changes exactly when that does. */
export function tagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 32)}"`;
}

/** The tags of a condition, each with whether it is weak. A tag may hold commas. */
function tagsIn(header: string): { tag: string; weak: boolean }[] {
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, tag = '']) => ({
    tag,
    weak: weak !== undefined,
  }));
}

/** True when the client has this representation already: If-None-Match, compared weakly. */
export function clientHas(headers: Headers, tag: string): boolean {
  const given = headers.get('if-none-match')?.trim();
  if (given === undefined) return false;
  return given === '*' || tagsIn(given).some((one) => one.tag === tag);
}

/** True where an If-Match names this very representation: compared strongly. */
export function names(header: string, tag: string): boolean {
  return tagsIn(header).some((one) => !one.weak && one.tag === tag);
}
