// The client's address: the connection's own, or what a trusted proxy says of it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Our own server tells Next who is at the other end of the connection in this header; a client can't make its seal. */
export const peerHeader = 'x-marque-peer';

function sealOf(secret: string, address: string): string {
  return createHmac('sha256', `peer:${secret}`).update(address).digest('base64url');
}

export function sealPeer(secret: string, address: string): string {
  return `${sealOf(secret, address)} ${address}`;
}

/** The address of the connection that our server handed on; empty where none was, or a client made it up. */
export function peerOf(secret: string, headers: Headers): string {
  const [seal = '', address = ''] = (headers.get(peerHeader) ?? '').split(' ');
  const expected = Buffer.from(sealOf(secret, address));
  const given = Buffer.from(seal);
  return address !== '' && given.length === expected.length && timingSafeEqual(given, expected)
    ? address
    : '';
}

/**
 * @param peer the address of the connection; empty where a door can't know it.
 * @param trustProxy whether X-Forwarded-For may be believed: its last entry is what the nearest proxy saw.
 */
export function addressOf(headers: Pick<Headers, 'get'>, peer: string, trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded;
  }
  return peer || 'unknown';
}

/**
 * What requests of an address are counted under; null where no door knows it: all who come so would share one count. Of an IPv6
 * address the network counts, since its holder has 2^64 others in it.
 */
export function countedAddress(address: string): string | null {
  if (address === 'unknown') return null;
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `address:${parsed.toString()}`;
  return `address:${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
