// What is in archives, 3D scenes and animations, over HTTP.
import { describe, expect, it } from '@jest/globals';
import { zip } from './files.ts';
import { startFiling } from './filing.ts';

const { marque, file, preview } = await startFiling();

describe('what is in a file', () => {
  const entriesOf = async (bytes: Buffer, filename: string, mime?: string) =>
    (await file(bytes, filename, mime)).probe as { entries: { name: string }[]; [fact: string]: unknown };

  it('is listed of a zip, whatever its names say', async () => {
    const bytes = await zip({ 'logos/a.svg': 'four', 'logos/\u202egnp.exe': '', 'b\u0007.txt': 'x' });
    const probe = await entriesOf(bytes, 'kit.zip', 'application/zip');
    expect(probe).toMatchObject({
      format: 'zip',
      entryCount: 3,
      entries: [
        { kind: 'file', name: 'logos/a.svg', size: 4 },
        { kind: 'file', name: 'logos/gnp.exe', size: 0 },
        { kind: 'file', name: 'b.txt', size: 1 },
      ],
    });
    // Of a path out of the folder, too: it's only shown.
    const outside = Buffer.from(bytes.toString('latin1').replaceAll('logos/a.svg', '../../a.svg'), 'latin1');
    const [first] = (await entriesOf(outside, 'out.zip', 'application/zip')).entries;
    expect(first?.name).toBe('../../a.svg');
  });

  it('is bounded: a zip of thousands of entries, with long names', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`${at}-${'n'.repeat(500)}`, '']),
    );
    const { entries, entryCount } = await entriesOf(await zip(many), 'many.zip', 'application/zip');
    expect(entryCount).toBe(3000);
    expect(entries.length).toBeGreaterThan(50);
    expect(entries.length).toBeLessThanOrEqual(500);
    expect(entries.every(({ name }) => name.length <= 120)).toBe(true);
  });

  it.each([
    [
      'a zip without its end',
      'x.zip',
      async () => (await zip({ a: 'abc', b: 'def' })).subarray(0, 60),
      'ZIP',
    ],
    [
      'a zip whose directory is cut off',
      'y.zip',
      async () => {
        const whole = await zip({ a: 'abc', b: 'def' });
        const at = whole.indexOf('PK\u0001\u0002', 'latin1');
        return Buffer.concat([whole.subarray(0, at + 50), whole.subarray(-22)]);
      },
      'ZIP',
    ],
    [
      'a binary glTF that says it’s longer',
      'x.glb',
      () =>
        Buffer.concat([Buffer.from('glTF\x02\0\0\0\xff\0\0\0\xff\xff\0\0JSON', 'latin1'), Buffer.alloc(40)]),
      'glTF',
    ],
    ['a glTF of another kind', 'x.gltf', () => Buffer.from('{"scenes":[]}'), 'glTF'],
    [
      'a glTF that is very deep',
      'y.gltf',
      () => Buffer.from(`{"asset":${'['.repeat(500)}${']'.repeat(500)}}`),
      'too much in it',
    ],
  ])('isn’t listed of %s, which says why', async (_, filename, make, reason) => {
    const { id, probe } = await file(await make(), filename);
    expect(probe).not.toHaveProperty('entries');
    expect(await preview(id)).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining(reason),
    });
    expect((await marque.call('GET', '/api/health')).body.failing).toEqual([]);
  });

  it('is listed of a glTF, as text and binary, and of nothing that it refers to', async () => {
    const scene = JSON.stringify({
      asset: { version: '2.0', generator: 'Blender' },
      scenes: [{ name: 'Stage' }],
      meshes: [{ name: 'Chair' }, {}],
      images: [{ uri: 'http://127.0.0.1:1/x.png' }, { uri: 'data:image/png;base64,AAAA' }],
    });
    const entries = [
      { kind: 'scene', name: 'Stage', size: null },
      { kind: 'mesh', name: 'Chair', size: null },
      { kind: 'mesh', name: '', size: null },
      { kind: 'image', name: 'http://127.0.0.1:1/x.png', size: null },
      { kind: 'image', name: '', size: null },
    ];
    const told = { format: 'gltf', version: '2.0', generator: 'Blender', entryCount: 5, entries };
    const text = await file(Buffer.from(scene), 'chair.gltf');
    expect([text.mime, text.probe]).toEqual(['model/gltf+json', expect.objectContaining(told)]);
    const json = Buffer.from(scene.padEnd(Math.ceil(scene.length / 4) * 4));
    const head = Buffer.from('glTF\x02\0\0\0\0\0\0\0\0\0\0\0JSON', 'latin1');
    head.writeUInt32LE(20 + json.length, 8);
    head.writeUInt32LE(json.length, 12);
    const binary = await file(Buffer.concat([head, json]), 'chair.glb');
    expect([binary.mime, binary.probe]).toEqual(['model/gltf-binary', expect.objectContaining(told)]);
  });

  it('is listed of a Lottie animation, and not of other JSON', async () => {
    const animation = {
      ...{ v: '5.7.4', fr: 25, ip: 0, op: 50, w: 200, h: 100 },
      layers: [{ nm: 'Logo' }, { nm: 'Shadow' }],
      assets: [{ id: 'image_0', p: 'a.png' }],
    };
    const moving = await file(Buffer.from(JSON.stringify(animation)), 'logo.json', 'application/json');
    expect(moving.probe).toMatchObject({
      format: 'lottie',
      durationSeconds: 2,
      frameRate: 25,
      pixels: { width: 200, height: 100 },
      entries: [
        { kind: 'layer', name: 'Logo' },
        { kind: 'layer', name: 'Shadow' },
        { kind: 'image', name: 'image_0' },
      ],
    });
    const plain = await file(Buffer.from('{"v":"1","layers":[]}'), 'plain.json', 'application/json');
    expect(plain.probe).toEqual({});
  });
});
