// What proves that whoever adds a domain controls it: a TXT record, or a file on the server that answers there. Our own server answers the
// file only once the domain is verified: otherwise anybody could take a domain over that already points here.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { fetchGuarded } from '../core/net/guarded-fetch.ts';
import type { Env } from '../env.ts';
import type { DomainProblem } from './schemas.ts';

/** No site has a file there: deployments have no dot files. */
export const challengePath = '/.well-known/marque-domain.txt';

export const recordNameOf = (host: string): string => `_marque.${host}`;
export const challengeOf = (token: string): string => `marque-domain=${token}`;

/** `null`: proven. */
export type Finding = Exclude<DomainProblem, 'taken'> | null;

const dnsTimeoutMs = 3000;
const fileTimeoutMs = 5000;
const maxFileBytes = 1024;

/** There is no such name, or it has no such records. */
const nothing = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks DNS and nothing else: what this machine calls its neighbors is nobody's domain. */
function resolverOf({ dnsServers }: Pick<Env, 'dnsServers'>): Resolver {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return resolver;
}

const none = (): string[] => [];

async function addressesOf(resolver: Resolver, host: string): Promise<LookupAddress[]> {
  const four = await resolver.resolve4(host).catch(none);
  const six = await resolver.resolve6(host).catch(none);
  return [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ];
}

const lookupIn =
  (resolver: Resolver): LookupFunction =>
  (hostname, _options, callback) => {
    void addressesOf(resolver, hostname).then((found) => {
      if (found.length > 0) callback(null, found);
      else callback(Object.assign(new Error('The host has no address.'), { code: 'ENOTFOUND' }), []);
    });
  };

async function inRecords(resolver: Resolver, host: string, value: string): Promise<Finding> {
  try {
    // A value longer than 255 bytes comes in pieces.
    const records = (await resolver.resolveTxt(recordNameOf(host))).map((pieces) => pieces.join('').trim());
    return records.includes(value) ? null : 'other_value';
  } catch (error) {
    return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? 'no_record' : 'unreachable';
  }
}

async function isInFile(
  { fetchAllow }: Pick<Env, 'fetchAllow'>,
  resolver: Resolver,
  host: string,
  value: string,
): Promise<boolean> {
  try {
    const { url, body } = await fetchGuarded(`http://${host}${challengePath}`, {
      allow: fetchAllow,
      maxBytes: maxFileBytes,
      timeoutMs: fileTimeoutMs,
      maxRedirects: 2,
      lookup: lookupIn(resolver),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    // To https at most: what another address answers says nothing about this one.
    const { hostname, pathname } = new URL(url);
    if (hostname !== host || pathname !== challengePath) return false;
    return Buffer.concat(chunks).toString('utf8').trim() === value;
  } catch {
    return false;
  }
}

/**
 * Looks for the challenge of a host, over the network. Either of the two is enough.
 * @returns null if it is there
 */
export async function findChallenge(
  env: Pick<Env, 'dnsServers' | 'fetchAllow'>,
  host: string,
  token: string,
): Promise<Finding> {
  const [resolver, value] = [resolverOf(env), challengeOf(token)];
  const found = await inRecords(resolver, host, value);
  if (found === null || found === 'unreachable') return found;
  return (await isInFile(env, resolver, host, value)) ? null : found;
}
