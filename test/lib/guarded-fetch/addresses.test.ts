// Which addresses are public, compared with the registries.
import { describe, expect, test } from '@jest/globals';
import { isPublicAddress } from '../../../src/lib/guarded-fetch/addresses.ts';
import fc from '../../setup/random.ts';
import { fetchAllowing, nothingAllowed, refused, testServers } from './test-servers.ts';

const { server } = testServers();

describe('a public address', () => {
  const v4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const dotted = (octets: number[]) => octets.join('.');
  const hex = (octets: number[]) =>
    Buffer.from(octets)
      .toString('hex')
      .replace(/(.{4})(.{4})/, '$1:$2');
  const group = fc.nat(0xffff).map((value) => value.toString(16));

  /** Copied from the registries (IANA special-purpose, 2025), independent of the library's own table. */
  const neverPublic: [string, fc.Arbitrary<string>][] = [
    ['0.0.0.0/8', v4.map(([, b, c, d]) => dotted([0, b, c, d]))],
    ['10.0.0.0/8', v4.map(([, b, c, d]) => dotted([10, b, c, d]))],
    ['100.64.0.0/10', v4.map(([, b, c, d]) => dotted([100, 64 + (b & 63), c, d]))],
    ['127.0.0.0/8', v4.map(([, b, c, d]) => dotted([127, b, c, d]))],
    ['169.254.0.0/16', v4.map(([, , c, d]) => dotted([169, 254, c, d]))],
    ['172.16.0.0/12', v4.map(([, b, c, d]) => dotted([172, 16 + (b & 15), c, d]))],
    ['192.0.0.0/24', v4.map(([, , , d]) => dotted([192, 0, 0, d]))],
    ['192.0.2.0/24', v4.map(([, , , d]) => dotted([192, 0, 2, d]))],
    ['192.168.0.0/16', v4.map(([, , c, d]) => dotted([192, 168, c, d]))],
    ['198.18.0.0/15', v4.map(([, b, c, d]) => dotted([198, 18 + (b & 1), c, d]))],
    ['198.51.100.0/24', v4.map(([, , , d]) => dotted([198, 51, 100, d]))],
    ['203.0.113.0/24', v4.map(([, , , d]) => dotted([203, 0, 113, d]))],
    ['224.0.0.0/3', v4.map(([a, b, c, d]) => dotted([224 + (a & 31), b, c, d]))],
    ['fc00::/7', fc.tuple(fc.nat(0x1ff), group).map(([a, b]) => `${(0xfc00 + a).toString(16)}::${b}`)],
    ['fe80::/9', fc.tuple(fc.nat(0x7f), group).map(([a, b]) => `${(0xfe80 + a).toString(16)}::${b}`)],
    ['ff00::/8', fc.tuple(fc.nat(0xff), group).map(([a, b]) => `${(0xff00 + a).toString(16)}::${b}`)],
    ['100::/64', group.map((b) => `100::${b}`)],
    ['2001::/32', fc.tuple(group, group).map(([a, b]) => `2001:0:${a}::${b}`)],
    ['2001:db8::/32', fc.tuple(group, group).map(([a, b]) => `2001:db8:${a}::${b}`)],
    ['2002::/16', fc.tuple(group, group).map(([a, b]) => `2002:${a}:${b}::`)],
    ['3fff::/20', fc.tuple(fc.nat(0xfff), group).map(([a, b]) => `3fff:${a.toString(16)}::${b}`)],
    ['5f00::/16', group.map((b) => `5f00:${b}::1`)],
    ['64:ff9b:1::/48', fc.tuple(group, group).map(([a, b]) => `64:ff9b:1:${a}::${b}`)],
    ['::/96', v4.map((octets) => `::${hex(octets)}`)],
    ['the host of an Azure machine', fc.constant('168.63.129.16')],
    ['a bare number', fc.nat().map(String)],
    ['text', fc.string()],
  ];

  test.each(neverPublic)('is never in %s', (_range, addresses) => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });

  test('of IPv4 inside IPv6 is public exactly if it is by itself', () => {
    fc.assert(
      fc.property(v4, (octets) => {
        const alone = isPublicAddress(dotted(octets));
        expect(isPublicAddress(`::ffff:${dotted(octets)}`)).toBe(alone);
        expect(isPublicAddress(`::ffff:${hex(octets)}`)).toBe(alone);
        expect(isPublicAddress(`64:ff9b::${hex(octets)}`)).toBe(alone);
        expect(isPublicAddress(`2002:${hex(octets)}::1`)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('of IPv6 is in global unicast space', () => {
    const v6 = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(v6, (groups) => {
        const [first = 0] = groups;
        const address = groups.map((one) => one.toString(16)).join(':');
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test('is never a random one of this machine’s own ranges, dialled for real', async () => {
    await fc.assert(
      fc.asyncProperty(v4, async ([, b, c, d]) => {
        const url = `http://127.${b}.${c}.${d}:${server.port}/`;
        await expect(fetchAllowing(url, nothingAllowed)).rejects.toMatchObject(refused('not public'));
      }),
      { numRuns: 30 },
    );
    expect(server.seen).toHaveLength(0);
  });
});
