// Files of a repository that change: new versions of their assets, and pointers of Git LFS in their place.
import { describe, expect, it } from '@jest/globals';
import { makeAsset, makePicture } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { connect, done, put, sync, syncAround } from './repository-calls.ts';
import { brand, editor, marque, place, slug, write } from './repository-each.ts';
import { set } from './repository-rules.ts';

const logoOf = async () =>
  (
    (await write.done('GET', `/brand/rules?brand=${slug}`)).body.data as {
      key: string;
      value: string;
      assets: { id: string }[];
    }[]
  ).find(({ key }) => key === 'logo.main');
const assetOf = async (id: string) => (await write.done('GET', `/assets/${id}`)).body.data;
const bytesOf = async (id: string): Promise<Buffer> =>
  (await marque.call('GET', `/api/v1/assets/${id}/content`, { as: { cookie: editor.cookie } })).bytes;

/** A brand with a logo in its repository. @returns the asset */
async function pushed(): Promise<string> {
  const { id } = await makeAsset(marque, { cookie: editor.cookie });
  await set({ key: 'logo.main', type: 'text', value: 'x', assets: [{ id }] });
  await connect();
  await done('push');
  return id as string;
}

describe('a changed file at the same path', () => {
  it('is a new version of the same asset, and going back makes the old one current', async () => {
    const first = await pushed();
    const before = await bytesOf(first);
    const changed = await makePicture();
    await put({ 'assets/picture.png': changed });
    await done('pull');
    const second = (await logoOf())?.assets[0]?.id ?? '';
    expect(second).not.toBe(first);
    expect((await bytesOf(second)).equals(changed)).toBe(true);
    expect(await assetOf(second)).toMatchObject({
      stackId: first,
      version: 2,
      current: true,
      status: 'active',
    });
    expect(await assetOf(first)).toMatchObject({ stackId: first, current: false, supersededBy: second });
    // Nothing is left to push, and pulling it again changes nothing.
    expect(await done('both')).toMatchObject({ pushed: 0 });
    expect((await logoOf())?.assets[0]?.id).toBe(second);

    await put({ 'assets/picture.png': before });
    await done('pull');
    expect((await logoOf())?.assets[0]?.id).toBe(first);
    expect(await assetOf(first)).toMatchObject({ version: 1, current: true, supersededBy: null });
  });

  it('changes nothing while the files have a problem', async () => {
    const first = await pushed();
    await put({
      'assets/picture.png': await makePicture(),
      'rules/color.yaml': 'color.ink:\n  type: color\n  value: red\n',
    });
    expect((await sync('pull')).error).toContain('color.ink.value');
    expect(await assetOf(first)).toMatchObject({ stackId: null, current: true, supersededBy: null });
  });

  it('needs the write scope on the asset', async () => {
    const first = await pushed();
    await put({ 'assets/picture.png': await makePicture() });
    const person = await marque.makePerson('Bea Brand');
    await marque.grant(person.id, 'brand', brand, 'write', { place });
    const result = await syncAround('pull', () => Promise.resolve(), callsAs(marque, person));
    expect(result.error).toMatch(/^assets\/picture\.png changed, .* write scope/);
    expect(await assetOf(first)).toMatchObject({ current: true, supersededBy: null });
  });
});

describe('a pointer of Git LFS', () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'b'.repeat(64)}\nsize 12345\n`;

  it('is refused by the name of the file that it is in place of', async () => {
    const first = await pushed();
    await put({ 'assets/picture.png': pointer });
    const result = await sync('pull');
    expect(result.state).toBe('failed');
    expect(result.error).toContain('assets/picture.png: This is a Git LFS pointer');
    expect(result.problems).toEqual([
      { path: 'assets/picture.png', message: expect.stringContaining('.gitattributes') },
    ]);
    expect((await logoOf())?.assets[0]?.id).toBe(first);
  });

  it('is no problem for a file that the brand does not use', async () => {
    await pushed();
    await put({ 'assets/film.mov': pointer });
    expect((await done('both')).problems).toEqual([]);
  });
});
