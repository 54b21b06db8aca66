// What holds for portals wherever they are written or read.
import type { Env } from '../env.ts';
import type { PortalTheme } from './schemas.ts';

export const plainTheme: PortalTheme = Object.freeze({ logo: null, accent: null, background: null });

/** Where a portal is read. */
export function addressOf(env: Pick<Env, 'serverUrl'>, slug: string): string {
  return `${env.serverUrl}/p/${slug}`;
}
