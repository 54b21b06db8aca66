// Zips that lie, hide, expand or break: each deployment fails with a reason, none of it is served or stays on
// disk, and the live deployment stays live.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from '../setup/random.ts';
import { startService } from '../setup/service.ts';
import { makeSite, sendZip } from './site-calls.ts';
import { endRecord, extraField, makeZip, site, type Entry } from './zips.ts';

const marque = await startService();
const place = await marque.makePlace();
const as = await marque.makeKey(place, 'write');
const { id: siteId } = await makeSite(marque, as, { name: 'Target' });
await marque.service.db.query(
  `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'sites', $3)`,
  [place.organizationId, place.workspaceId, JSON.stringify({ maxFiles: 50, maxBytes: 100 * 1024 * 1024 })],
);
const live = await deploy(site());
expect(live.state).toBe('live');
const liveId = live.id as string;
const cleanFiles = await filesOnDisk();
afterAll(() => marque.close());

async function deploy(zip: Buffer): Promise<Record<string, unknown>> {
  const { status, body } = await sendZip(marque, as, siteId, zip);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data as Record<string, unknown>;
}

async function filesOnDisk(): Promise<string[]> {
  const files: string[] = [];
  for (const room of ['blobs', 'staged'])
    for (const entry of await readdir(path.join(marque.dataDir, room), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []))
      if (entry.isFile()) files.push(entry.name);
  return files.sort();
}

const page: Entry = { name: 'index.html', content: '<h1>Other</h1>' };
const MiB = 1024 * 1024;
const bomb = Buffer.alloc(4 * MiB);
const many = (count: number): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `f${at}.txt`, content: 'x' }));

function truncated(): Buffer {
  const zip = site({ 'a.txt': 'a'.repeat(500) });
  return zip.subarray(0, zip.length - 40);
}

/** Another complete zip is in the comment of this one. */
function twoEnds(): Buffer {
  const inner = makeZip([{ name: 'index.html', content: 'the hidden one' }]);
  return makeZip([page], { comment: inner });
}

function twoMillion(): Buffer {
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(1, 28);
  entry.write('a', 46);
  const local = makeZip([page]).subarray(0, 60);
  const count = 2_000_000;
  const directory = Buffer.alloc(47 * count);
  entry.copy(directory);
  for (let filled = 47; filled < directory.length; filled *= 2)
    directory.copy(directory, filled, 0, Math.min(filled, directory.length - filled));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [count, count, directory.length, local.length].entries())
    record.writeBigUInt64LE(BigInt(value), 24 + at * 8);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(local.length + directory.length), 8);
  return Buffer.concat([local, directory, record, locator, endRecord(0xffff, 0xffffffff, 0xffffffff)]);
}

const hostile: [string, () => Buffer, RegExp][] = [
  ['a name with ..', () => makeZip([page, { name: '../evil.html', content: 'x' }]), /points outside/],
  [
    'a name with .. inside',
    () => makeZip([page, { name: 'a/../../e.html', content: 'x' }]),
    /points outside/,
  ],
  ['an absolute name', () => makeZip([page, { name: '/etc/passwd', content: 'x' }]), /absolute/],
  ['a drive letter', () => makeZip([page, { name: 'C:/evil.html', content: 'x' }]), /drive letter/],
  [
    'a drive letter without a slash',
    () => makeZip([page, { name: 'c:e.html', content: 'x' }]),
    /drive letter/,
  ],
  ['a backslash', () => makeZip([page, { name: '..\\evil.html', content: 'x' }]), /backslash/],
  ['NUL in a name', () => makeZip([page, { name: 'a.html\0.png', content: 'x' }]), /control characters/],
  ['a line end in a name', () => makeZip([page, { name: 'a\n.html', content: 'x' }]), /control characters/],
  ['an empty segment', () => makeZip([page, { name: 'a//b.html', content: 'x' }]), /not a plain path/],
  ['a name of 2,000 bytes', () => makeZip([page, { name: 'a'.repeat(2000), content: 'x' }]), /longer than/],
  ['a symbolic link', () => makeZip([page, { name: 'l', content: '/etc', mode: 0o120777 }]), /symbolic link/],
  ['a device', () => makeZip([page, { name: 'null', mode: 0o020666 }]), /a device/],
  ['a pipe', () => makeZip([page, { name: 'pipe', mode: 0o010666 }]), /a pipe/],
  [
    'a hard link in a Unix field',
    () =>
      makeZip([
        page,
        {
          name: 'l',
          content: 'x',
          extra: extraField(0x0d, Buffer.concat([Buffer.alloc(12), Buffer.from('index.html')])),
        },
      ]),
    /a link or a device/,
  ],
  [
    'a link in an ASi field',
    () => {
      const data = Buffer.alloc(14);
      data.writeUInt16LE(0o120777, 4);
      return makeZip([page, { name: 'l', content: 'x', extra: extraField(0x756e, data) }]);
    },
    /a link or a device/,
  ],
  [
    'twins by case',
    () => makeZip([page, { name: 'A.html', content: '1' }, { name: 'a.html', content: '2' }]),
    /only in case/,
  ],
  [
    'twins by sharp s',
    () => makeZip([page, { name: 'straße', content: '1' }, { name: 'STRASSE', content: '2' }]),
    /only in case/,
  ],
  [
    'twins by Unicode form',
    () => makeZip([page, { name: 'é.html', content: '1' }, { name: 'e\u0301.html', content: '2' }]),
    /Unicode form/,
  ],
  ['one name twice', () => makeZip([page, page]), /twice/],
  [
    'a file where a folder is needed',
    () => makeZip([page, { name: 'a', content: '1' }, { name: 'a/b', content: '2' }]),
    /a file and a folder/,
  ],
  [
    'the same in another case',
    () => makeZip([page, { name: 'X/y/z', content: '1' }, { name: 'x/Y', content: '2' }]),
    /a file and a folder/,
  ],
  ['an encrypted entry', () => makeZip([{ ...page, flags: 0x801 }]), /encrypted/],
  ['strong encryption', () => makeZip([{ ...page, flags: 0x841 }]), /encrypted/],
  ['an unknown method', () => makeZip([{ ...page, method: 14 }]), /method 14/],
  [
    'zip64 with sizes past the file',
    () =>
      makeZip(
        [page, { name: 'big', content: 'x', zip64: true, stored: true, size: 2 ** 40, packed: 2 ** 40 }],
        { zip64: true },
      ),
    /unpacked|damaged/,
  ],
  [
    'zip64 with sizes past the largest number',
    () => makeZip([{ ...page, zip64: true, size: Number.MAX_SAFE_INTEGER * 1024 }]),
    /damaged|directory|unpack/,
  ],
  [
    'zip64 with too small a size',
    () =>
      makeZip([page, { name: 'a.txt', content: 'a'.repeat(3000), zip64: true, size: 10 }], { zip64: true }),
    /damaged/,
  ],
  ['a bomb by ratio', () => makeZip([page, { name: 'b.bin', content: bomb }]), /200 times/],
  [
    'a bomb with a small declared size',
    () => makeZip([page, { name: 'b.bin', content: bomb, size: 100 }]),
    /damaged/,
  ],
  [
    'a large bomb with a small declared size',
    () =>
      makeZip([
        page,
        { name: 'b.bin', data: deflateRawSync(bomb, { level: 0 }), content: bomb, size: 2 * MiB },
      ]),
    /damaged/,
  ],
  [
    'a bomb by overlapping entries',
    () => makeZip([page, { name: 'a.txt', content: 'a' }, { name: 'b.txt', content: 'a', headerOf: 1 }]),
    /overlaps/,
  ],
  [
    'a bomb by overlapping entries, one file quoted in another',
    () => {
      const quoted = makeZip([{ name: 'b.txt', content: 'quoted', stored: true }]).subarray(0, 41);
      return makeZip([
        page,
        { name: 'a.txt', content: quoted, stored: true },
        { name: 'b.txt', content: 'quoted', stored: true, headerOf: 1, headerShift: 35 },
      ]);
    },
    /overlaps/,
  ],
  ['a bomb by number of entries', () => makeZip([page, ...many(50)]), /51 files; the limit is 50/],
  [
    'more bytes than allowed',
    () => {
      // Compresses at about 150:1, which isn't a bomb yet.
      const content = Buffer.alloc(40 * MiB, randomBytes(8192));
      const data = deflateRawSync(content);
      return makeZip([page, ...['a', 'b', 'c'].map((name) => ({ name, content, data }))]);
    },
    /bytes unpacked/,
  ],
  ['a truncated zip', truncated, /incomplete/],
  [
    'a zip truncated in its directory',
    () => Buffer.concat([site().subarray(0, 60), endRecord(1, 60, 60)]),
    /damaged|incomplete/,
  ],
  ['a wrong CRC', () => makeZip([{ ...page, crc: 1 }]), /damaged/],
  ['a wrong CRC of a stored file', () => makeZip([{ ...page, stored: true, crc: 1 }]), /damaged/],
  [
    'a wrong CRC of a large file',
    () => makeZip([page, { name: 'l.bin', content: Buffer.alloc(2 * MiB, 7), stored: true, crc: 1 }]),
    /damaged/,
  ],
  ['invalid deflate data', () => makeZip([{ ...page, data: Buffer.from('not deflated at all') }]), /damaged/],
  [
    'bytes hidden after the deflate data',
    () =>
      makeZip([
        {
          ...page,
          data: Buffer.concat([deflateRawSync(Buffer.from('<h1>Other</h1>')), Buffer.from('hidden')]),
        },
      ]),
    /damaged/,
  ],
  ['2 million entries in the directory', twoMillion, /2000000 entries/],
  [
    'a comment that looks like an end record',
    () => makeZip([page], { comment: endRecord(1, 60, 0) }),
    /is ambiguous|directory of the zip is damaged/,
  ],
  [
    'a truncated comment that looks like an end record',
    () => makeZip([page], { comment: endRecord(1, 60, 0).subarray(0, 20) }),
    /is ambiguous/,
  ],
  ['a whole zip in the comment', twoEnds, /is ambiguous/],
  [
    'a gap before the end record',
    () => makeZip([page], { between: Buffer.from('PK\u0001\u0002 gap') }),
    /is ambiguous|damaged/,
  ],
  [
    'fewer entries in the end record than in the directory',
    () => makeZip([page, { name: 'b.html', content: 'x' }], { count: 1 }),
    /is ambiguous/,
  ],
  [
    'another name in its local header',
    () => makeZip([page, { name: 'a.html', localName: 'b.html', content: 'x' }]),
    /different name/,
  ],
  ['no index.html', () => makeZip([{ name: 'readme.txt', content: 'x' }]), /no index\.html/],
  [
    'an index.html in one of two folders',
    () =>
      makeZip([
        { name: 'dist/index.html', content: 'x' },
        { name: 'src/a.js', content: 'x' },
      ]),
    /no index\.html/,
  ],
  ['no entries', () => makeZip([]), /no files/],
  ['only dot files', () => makeZip([{ name: '.index.html', content: 'x' }]), /no files/],
  ["a manifest that isn't JSON", () => site({ 'marque.site.json': '{"a":' }), /not valid JSON/],
  ["a manifest that isn't an object", () => site({ 'marque.site.json': '[1]' }), /JSON object/],
  [
    'a manifest with an unknown asset',
    () => site({ 'marque.site.json': JSON.stringify({ assets: [crypto.randomUUID()] }) }),
    /can't be used here/,
  ],
  [
    'a manifest with an invalid asset id',
    () => site({ 'marque.site.json': JSON.stringify({ assets: { logo: 'logo.png' } }) }),
    /isn't a valid id/,
  ],
];

describe('a zip', () => {
  it.each(hostile)('with %s fails with its reason and leaves nothing', async (_, make, reason) => {
    const deployment = await deploy(make());
    expect(deployment).toMatchObject({ state: 'failed', files: 0, bytes: 0, manifest: null });
    expect(deployment.error).toMatch(reason);
    // For a person: one sentence on one line, with nothing internal in it.
    expect(deployment.error).toMatch(/^[^\n]*\.$/);
    expect(deployment.error).not.toContain(marque.dataDir);
    const indexed = await marque.service.db.query(
      'select 1 from marque.deployment_files where deployment_id = $1',
      [deployment.id],
    );
    expect(indexed).toEqual([]);
    expect(await filesOnDisk()).toEqual(cleanFiles);
    const { body } = await marque.call('GET', `/api/v1/sites/${siteId}`, { as });
    expect(body.data.live).toEqual([{ path: '/', deployment: liveId }]);
  });

  it("with zips in it keeps them as files, and doesn't open them", async () => {
    const nested = makeZip([{ name: '../../evil', content: 'x', mode: 0o120777 }]);
    const deployment = await deploy(site({ 'downloads/kit.zip': nested, 'kit2.zip': site() }));
    expect(deployment).toMatchObject({ state: 'live', files: 3, error: null });
    await marque.call('POST', `/api/v1/sites/${siteId}/deployments/${liveId}/restore`, { as });
  });

  it('of valid zip64 goes live', async () => {
    const deployment = await deploy(
      makeZip([{ ...page, zip64: true }], { zip64: true, comment: Buffer.from('made by hand') }),
    );
    expect(deployment).toMatchObject({ state: 'live', files: 1 });
    await marque.call('POST', `/api/v1/sites/${siteId}/deployments/${liveId}/restore`, { as });
  });

  it('with any one byte changed results only in a live or a failed deployment', async () => {
    const zip = site({ 'a/b.txt': 'some text, some text', 'c.txt': 'more' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(zip.length),
        async (changes, cut) => {
          const changed = Buffer.from(zip);
          for (const [at, value] of changes) if (at > 3) changed[at] = value;
          const sent = cut % 5 === 0 ? changed.subarray(0, Math.max(cut, 30)) : changed;
          expect(['live', 'failed']).toContain((await deploy(sent)).state);
        },
      ),
      { numRuns: 60 },
    );
    await marque.call('POST', `/api/v1/sites/${siteId}/deployments/${liveId}/restore`, { as });
  });
});
