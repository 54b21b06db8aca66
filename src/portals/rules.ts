// What holds for portals wherever they are written or read.
import type { Env } from '../env.ts';
import type { PortalTheme } from './schemas.ts';

export const plainTheme: PortalTheme = Object.freeze({ logo: null, accent: null, background: null });

/** Where a portal is read. */
export function addressOf(env: Pick<Env, 'serverUrl'>, slug: string): string {
  return `${env.serverUrl}/p/${slug}`;
}

/** Where a page of a brand is read on a portal: what follows the portal's address is its `path`. */
export function pagePath(brand: string, page: string): string {
  return `${brand}/${page}`;
}

const combining = /[\u0300-\u036f]/g;

/** A text as words to be compared: without accents and case, as `marque.words` makes them of assets. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(combining, '').toLowerCase();
  return [...new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))];
}
