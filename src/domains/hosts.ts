// Host names: as requests name them, and which ones can be a custom domain.
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { invalid, type ApiError } from '../core/errors.ts';
import { isLoopbackName, type Env } from '../env.ts';
import type { DomainKind } from './schemas.ts';

type Hosts = Pick<Env, 'serverUrl' | 'sitesHost'>;

/** A host without its port. */
export const hostNameOf = (host: string): string =>
  (host.split(':')[0] ?? '').toLowerCase().replace(/\.$/, '');

/** True for the host below which sites are served, and every name below it. */
function isOfSites({ sitesHost }: Hosts, name: string): boolean {
  const parent = hostNameOf(sitesHost);
  return name === parent || name.endsWith(`.${parent}`);
}

/** Names that no public DNS has (RFC 6761, 6762, 8375, and what is reserved for private use). */
const privateNames = /\.(?:localhost|local|internal|arpa|onion)$/;

/**
 * True for a name that may be a custom domain, so that it has to be looked up: neither this server's own, nor an address, nor a name that
 * only machines on one network know. Probes that name the server by one of those are answered without the database.
 */
export function isForeign(env: Hosts, host: string): boolean {
  const name = hostNameOf(host);
  if (!name.includes('.') || isIP(name) !== 0 || privateNames.test(name)) return false;
  return name !== new URL(env.serverUrl).hostname && !isOfSites(env, name);
}

/** Labels of a host name (RFC 1123, 2.1), with a last one that isn't a number. Leaves room for the label of the challenge. */
const hostPattern =
  /^(?=.{4,240}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** What a host name is written with, in any script. */
const hostLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;

const registrable = (name: string): string | null => getDomain(name, { allowPrivateDomains: true });

const refused = (message: string): ApiError => invalid([{ path: 'host', message }]);

/**
 * The host that was asked for, as DNS has it: in lower case, with international names in ASCII.
 * @throws invalid for what can't be the domain of this kind of record
 */
export function customHost(env: Hosts & Pick<Env, 'allowSameSite'>, kind: DomainKind, asked: string): string {
  // Checked before: what would follow a host in a URL is cut off when it is read as one.
  const name = hostLetters.test(asked) ? domainToASCII(asked.replace(/\.$/, '')) : '';
  if (!hostPattern.test(name) || privateNames.test(name))
    throw refused(
      'Must be a public host name, such as brand.example.com, without https:// and without a path.',
    );
  const { hostname } = new URL(env.serverUrl);
  if (name === hostname || isOfSites(env, name) || isLoopbackName(name))
    throw refused('This is one of the server’s own addresses. Use a domain of your own.');
  const domain = registrable(name);
  if (domain === null)
    throw refused(
      `Anybody can register names below ${name}. Use a domain of your own, such as brand.${name}.`,
    );
  // As for SITES_HOST: what is deployed could set cookies for the app, and count as the same site.
  if (kind === 'site' && domain === registrable(hostname) && !env.allowSameSite)
    throw refused(
      `A site can’t be below ${domain}, like the server itself: its scripts could reach the server’s cookies. Use another domain, or ask the server admin to set ALLOW_SAME_SITE=1.`,
    );
  return name;
}

/** The origin of a custom domain: with the server's own protocol, and its port where that is plain http. */
export function originOfDomain(env: Pick<Env, 'serverUrl'>, host: string): string {
  const { protocol, port } = new URL(env.serverUrl);
  return `${protocol}//${host}${protocol === 'http:' && port !== '' ? `:${port}` : ''}`;
}
