// When a link ends, as its forms offer it.
import type { PlainKey } from '../../words/keys.ts';

export const endKeys = {
  '7': 'shares:in7Days',
  '30': 'shares:in30Days',
  date: 'shares:onDate',
  never: 'shares:never',
} as const satisfies Record<string, PlainKey>;
export type End = keyof typeof endKeys;
// Listed explicitly: numeric object keys always come first.
export const ends = ['7', '30', 'date', 'never'] as const satisfies readonly End[];

const dayMs = 24 * 60 * 60 * 1000;
/** Same as the server's (src/sharing/schemas.ts). */
export const minPasswordLength = 6;

/** @param lastDay from a date input; the link works until that day ends in the browser's time zone. */
export function expiryOf(end: Exclude<End, 'never'>, lastDay: string): string {
  const at = end === 'date' ? new Date(`${lastDay}T23:59:59`) : new Date(Date.now() + Number(end) * dayMs);
  return at.toISOString();
}
