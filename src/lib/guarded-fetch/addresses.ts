// Which addresses are public.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The prefix that translates IPv4 (RFC 6052): the embedded address counts. */
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** All allocated global unicast space (IANA); outside are local NAT64, site-local, IPv4-compatible and others. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Documentation addresses since RFC 9637, unknown to ipaddr.js 2.2.0. */
const documentation: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('3fff::'), 20];

/** Public by number, but it's the host of an Azure machine, which returns credentials to it. */
const azureHost = '168.63.129.16';

/**
 * Whether an address is public unicast: reachable by anyone on the Internet. An IPv6 address that contains an IPv4 one (mapped, NAT64) is
 * judged by that; tunnels (6to4, Teredo) are never public.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js would accept a bare number as an address.
  if (isIP(text) === 0) return false;
  const address = innermost(ipaddr.parse(text));
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== azureHost;
  return address.range() === 'unicast' && address.match(globalUnicast) && !address.match(documentation);
}

function innermost(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}
