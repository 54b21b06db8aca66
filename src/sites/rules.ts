// What holds for sites wherever they are written or served: their slugs, the paths builds are mounted at, and their addresses.
import { isLoopbackName, type Env } from '../env.ts';

/** `/`, or up to four segments of lower-case letters, digits and dashes. */
export const mountPattern = /^(?:\/|(?:\/[a-z0-9-]{1,63}){1,4})$/;

const hostNameOf = (host: string): string => (host.split(':')[0] ?? '').toLowerCase().replace(/\.$/, '');

/** The slug of the site that a Host header names; null for any other host. Ports are the proxy's business. */
export function slugOfHost(env: Pick<Env, 'sitesHost'>, host: string): string | null {
  const name = hostNameOf(host);
  const parent = `.${hostNameOf(env.sitesHost)}`;
  return name.endsWith(parent) ? name.slice(0, -parent.length) : null;
}

/** The origin of a site. On this machine's own names it is plain http; elsewhere what the server itself speaks. */
export function originOfSite(env: Pick<Env, 'sitesHost' | 'serverUrl'>, slug: string): string {
  const name = hostNameOf(env.sitesHost);
  const local = isLoopbackName(name) || name.endsWith('.localhost');
  return `${local ? 'http:' : new URL(env.serverUrl).protocol}//${slug}.${env.sitesHost}`;
}
