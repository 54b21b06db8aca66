// The table of token formats. Plugins add theirs after the built-in ones; each name is used once.
import { takeContributions } from '../../../core/contributions.ts';
import type { TokenFormat } from '../contract.ts';
import { android } from './android.ts';
import { css } from './css.ts';
import { json } from './json.ts';
import { scss } from './scss.ts';
import { swift } from './swift.ts';
import { tailwind } from './tailwind.ts';
import { ts } from './ts.ts';

declare module '../../../core/contributions.ts' {
  interface Contributions {
    /** Formats for a brand's tokens, at `/api/v1/brand/tokens?format=`. */
    tokenFormats: TokenFormat;
  }
}

export const ownTokenFormats: readonly TokenFormat[] = [json, css, scss, tailwind, ts, swift, android];

const table = new Map<string, TokenFormat>(ownTokenFormats.map((format) => [format.name, format]));

/**
 * Adds a plugin's format, replacing an earlier one of its name, because the config is re-evaluated during
 * development.
 * @throws Error for the name of a built-in format.
 */
export function addTokenFormat(format: TokenFormat): void {
  if (ownTokenFormats.some(({ name }) => name === format.name))
    throw new Error(`Marque already has a token format "${format.name}". Rename yours.`);
  table.set(format.name, format);
}
takeContributions('tokenFormats', addTokenFormat);

/** All formats, built-in ones first. */
export function tokenFormats(): TokenFormat[] {
  return [...table.values()];
}

export function tokenFormatOf(name: string): TokenFormat | undefined {
  return table.get(name);
}
