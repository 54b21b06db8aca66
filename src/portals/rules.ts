// Rules for portals wherever they are written or read.
import type { Env } from '../env.ts';
import type { PortalTheme } from './schemas.ts';
import { publicPath } from '../core/public-paths.ts';

export const plainTheme: PortalTheme = Object.freeze({ logo: null, accent: null, background: null });

/** A portal's address. */
export function addressOf(env: Pick<Env, 'serverUrl'>, slug: string): string {
  return `${env.serverUrl}${publicPath('p')}/${slug}`;
}

/** The address of a brand's page on a portal; its `path` follows the portal's address. */
export function pagePath(brand: string, page: string): string {
  return `${brand}/${page}`;
}

const combining = /[\u0300-\u036f]/g;

/** A text as words for comparison: without accents and case, like `marque.words` for assets. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(combining, '').toLowerCase();
  return [...new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))];
}
