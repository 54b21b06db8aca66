// The client's IP address: that of the connection, or what a trusted proxy reports.
import { createHmac, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Our server passes the peer's address to Next in this header; clients can't forge its signature. */
export const peerHeader = 'x-marque-peer';

function sealOf(secret: string, address: string): string {
  return createHmac('sha256', `peer:${secret}`).update(address).digest('base64url');
}

export function sealPeer(secret: string, address: string): string {
  return `${sealOf(secret, address)} ${address}`;
}

/** The peer's address that our server passed on; empty if there is none or the signature is invalid. */
export function peerOf(secret: string, headers: Headers): string {
  const [seal = '', address = ''] = (headers.get(peerHeader) ?? '').split(' ');
  const expected = Buffer.from(sealOf(secret, address));
  const given = Buffer.from(seal);
  return address !== '' && given.length === expected.length && timingSafeEqual(given, expected)
    ? address
    : '';
}

/**
 * @param peer address of the connection; empty if the transport can't know it.
 * @param trustProxy whether to trust X-Forwarded-For: its last entry is what the nearest proxy saw.
 */
export function addressOf(headers: Pick<Headers, 'get'>, peer: string, trustProxy: boolean): string {
  if (trustProxy) {
    const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded) return forwarded;
  }
  return peer || 'unknown';
}

/**
 * The key to count requests of an address under; null if the address is unknown, since all such clients would share one count.
 * For IPv6 it's the /64 network, since its owner controls all addresses in it.
 */
export function countedAddress(address: string): string | null {
  if (address === 'unknown') return null;
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `address:${parsed.toString()}`;
  return `address:${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
