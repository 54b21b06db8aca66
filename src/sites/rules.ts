// Rules for sites wherever they are written or served: slugs, mount paths and addresses.
import { isLoopbackName, type Env } from '../env.ts';

/** `/`, or up to four segments of lower-case letters, digits and dashes. */
export const mountPattern = /^(?:\/|(?:\/[a-z0-9-]{1,63}){1,4})$/;

const hostNameOf = (host: string): string => (host.split(':')[0] ?? '').toLowerCase().replace(/\.$/, '');

/** The slug of the site that a Host header names; null for any other host. Ports are up to the proxy. */
export function slugOfHost(env: Pick<Env, 'sitesHost'>, host: string): string | null {
  const name = hostNameOf(host);
  const parent = `.${hostNameOf(env.sitesHost)}`;
  return name.endsWith(parent) ? name.slice(0, -parent.length) : null;
}

/** The origin of a site: plain http for local names, otherwise the server's own protocol. */
export function originOfSite(env: Pick<Env, 'sitesHost' | 'serverUrl'>, slug: string): string {
  const name = hostNameOf(env.sitesHost);
  const local = isLoopbackName(name) || name.endsWith('.localhost');
  return `${local ? 'http:' : new URL(env.serverUrl).protocol}//${slug}.${env.sitesHost}`;
}
