// Exceptions to connecting to public addresses only: by host name, address or range, and port.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './addresses.ts';

/** A name allows whatever it resolves to; an address or range allows every name that resolves to it. */
export interface AllowRule {
  /** Undefined for any port. */
  port: string | undefined;
  /** Lowercase, without a trailing dot. */
  name?: string;
  range?: [ipaddr.IPv4 | ipaddr.IPv6, number];
}

/** Null for an entry that isn't a host, `host:port` or CIDR range. A range has no port. */
export function parseAllowRule(entry: string): AllowRule | null {
  const text = entry.trim().toLowerCase();
  if (ipaddr.isValidCIDR(text)) return { port: undefined, range: unmappedRange(ipaddr.parseCIDR(text)) };
  if (isIP(text) !== 0) return { port: undefined, range: wholeAddress(text) };
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return null;
  return isIP(host) !== 0 ? { port, range: wholeAddress(host) } : { port, name: withoutDot(host) };
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** `::ffff:10.0.0.0/104` means 10.0.0.0/8; addresses are compared in that form. */
function unmappedRange([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [
  ipaddr.IPv4 | ipaddr.IPv6,
  number,
] {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}

/** Destination of a connection: the host in the URL, and the port as text, `''` for the default. */
export interface Destination {
  hostname: string;
  port: string;
}

export function isPermitted(address: string, destination: Destination, rules: readonly AllowRule[]): boolean {
  if (isPublicAddress(address)) return true;
  if (isIP(address) === 0) return false;
  const target = ipaddr.process(address);
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== destination.port) return false;
    if (rule.name !== undefined) return rule.name === withoutDot(destination.hostname.toLowerCase());
    return rule.range !== undefined && rule.range[0].kind() === target.kind() && target.match(rule.range);
  });
}
