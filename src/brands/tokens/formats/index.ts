// The one table of formats that a brand's tokens are written in. Plugins add theirs behind it; a name is taken once.
import type { TokenFormat } from '../contract.ts';
import { android } from './android.ts';
import { css } from './css.ts';
import { json } from './json.ts';
import { scss } from './scss.ts';
import { swift } from './swift.ts';
import { tailwind } from './tailwind.ts';
import { ts } from './ts.ts';

export const ownTokenFormats: readonly TokenFormat[] = [json, css, scss, tailwind, ts, swift, android];

const table = new Map<string, TokenFormat>(ownTokenFormats.map((format) => [format.name, format]));

/**
 * Adds a format of a plugin, in place of an earlier one of its name: a config is read anew while somebody develops.
 * @throws Error for the name of one of Marque's own.
 */
export function addTokenFormat(format: TokenFormat): void {
  if (ownTokenFormats.some(({ name }) => name === format.name))
    throw new Error(`Marque has a token format "${format.name}" of its own: give yours another name.`);
  table.set(format.name, format);
}

/** Every format there is, Marque's own first. */
export function tokenFormats(): TokenFormat[] {
  return [...table.values()];
}

export function tokenFormatOf(name: string): TokenFormat | undefined {
  return table.get(name);
}
