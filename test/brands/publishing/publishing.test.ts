// Publishing a brand over HTTP: what readers are told.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { eventsOf } from '../../setup/events.ts';
import { issuePaths } from '../../setup/issues.ts';
import { at, color, page, publish, rules } from '../new-brand-calls.ts';
import { brand, editor, marque, place, reader, stranger, write } from '../new-brand-each.ts';

afterAll(() => marque.close());

interface Update {
  version: number;
  publishedAt: string;
  publishedBy: string;
  note: string | null;
  image: string | null;
  changes: {
    rules: Record<'added' | 'changed' | 'removed', string[]>;
    pages: Record<'added' | 'changed' | 'removed', { slug: string; title: string }[]>;
  };
}
const updates = async (): Promise<Update[]> =>
  (await callsAs(marque, reader).done('GET', at('/updates'))).body.data;
const nothing = { added: [], changed: [], removed: [] };
const latest = async () => (await updates())[0]?.changes;
const named = (slug: string) => ({ slug, title: slug.toUpperCase() });

describe('publishing', () => {
  it('freezes the state, and lists everything as added the first time', async () => {
    await rules(color('color.ink', '#111111'), color('color.ink', '#eeeeee', 'dark'));
    await page('color');
    const made = await write.call('POST', at('/publish'), { note: ' First look ' });
    expect([made.status, made.body]).toEqual([
      200,
      {
        data: {
          version: 1,
          publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          publishedBy: 'Edda Editor',
          note: 'First look',
          image: null,
          changes: {
            rules: { added: ['color.ink'], changed: [], removed: [] },
            pages: { added: [named('color')], changed: [], removed: [] },
          },
          unchanged: false,
        },
      },
    ]);
    const { unchanged: _, ...update } = made.body.data;
    expect(await updates()).toEqual([update]);
    expect((await callsAs(marque, reader).done('GET', at(''))).body.data).toMatchObject({
      published: 1,
      pending: false,
    });
    expect((await eventsOf(marque, brand)).at(-1)).toBe('brand.published');
  });

  it('does nothing if identical to the last publish, and says so', async () => {
    await rules(color('color.ink', '#111111'));
    const first = await publish({ note: 'First' });
    const events = await eventsOf(marque, brand);
    expect(await publish({ note: 'Again' })).toEqual({ ...first, unchanged: true });
    await rules(color('color.ink', '#222222'));
    expect((await callsAs(marque, reader).done('GET', at(''))).body.data.pending).toBe(true);
    await rules(color('color.ink', '#111111'));
    expect((await callsAs(marque, reader).done('GET', at(''))).body.data.pending).toBe(false);
    expect(await publish()).toEqual({ ...first, unchanged: true });
    expect(await updates()).toHaveLength(1);
    expect(await eventsOf(marque, brand)).toEqual([...events, 'brand.rules_changed', 'brand.rules_changed']);
  });

  it('ignores changes that were reverted, and what was created and deleted, since the last publish', async () => {
    await rules(color('color.a', '#000000'), color('color.b', '#000000'));
    await publish();
    await rules(color('color.a', '#111111'), color('color.c', '#333333'));
    await page('brief');
    await write.done('DELETE', at('/pages/brief'));
    await rules(color('color.a', '#000000'));
    await write.done('PATCH', `/brand/rules?brand=${brand}`, { remove: [{ key: 'color.c' }] });
    await rules(color('color.b', '#222222'));
    await publish();
    expect(await latest()).toEqual({ rules: { ...nothing, changed: ['color.b'] }, pages: nothing });
  });

  it('counts a key as changed if its rule for a context is changed, added or removed', async () => {
    await rules(color('color.a', '#000000'), color('color.b', '#000000'), color('color.c', '#000000'));
    await rules(color('color.b', '#111111', 'dark'), color('color.c', '#111111', 'dark'));
    await publish();
    await rules(color('color.a', '#222222', 'dark'), color('color.b', '#222222', 'dark'));
    await write.done('PATCH', `/brand/rules?brand=${brand}`, { remove: [{ key: 'color.c' }] });
    await publish();
    expect((await latest())?.rules).toEqual({ ...nothing, changed: ['color.a', 'color.b', 'color.c'] });
    await write.done('PATCH', `/brand/rules?brand=${brand}`, {
      remove: [{ key: 'color.c', context: 'dark' }],
    });
    await publish();
    expect((await latest())?.rules).toEqual({ ...nothing, removed: ['color.c'] });
  });

  it('counts a page as changed for its content and parent, not its position or the rules it shows', async () => {
    await rules(color('color.ink', '#111111'));
    for (const slug of ['one', 'two', 'three'])
      await page(slug, { sections: [{ id: 'a', template: 'palette', keys: ['color.ink'] }] });
    await publish();
    await rules(color('color.ink', '#222222'));
    await write.done('PATCH', at('/pages/three'), { ops: [{ op: 'page', set: { position: 0 } }] });
    await write.done('PATCH', at('/pages/two'), { ops: [{ op: 'page', set: { aliases: ['deux'] } }] });
    await publish();
    expect(await latest()).toEqual({ rules: { ...nothing, changed: ['color.ink'] }, pages: nothing });
    await write.done('PATCH', at('/pages/two'), { ops: [{ op: 'page', set: { parent: 'one' } }] });
    await write.done('PATCH', at('/pages/three'), { ops: [{ op: 'update', id: 'a', set: { body: 'Hi' } }] });
    await publish();
    expect((await latest())?.pages).toEqual({ ...nothing, changed: [named('three'), named('two')] });
  });

  it('leaves out hidden pages: hiding one removes it, showing one adds it', async () => {
    await page('open');
    await page('draft', { hidden: true, title: 'Secret plans' });
    await publish();
    expect((await latest())?.pages).toEqual({ ...nothing, added: [named('open')] });
    await page('draft', { hidden: true, title: 'More secret plans' });
    await publish();
    expect((await latest())?.pages).toEqual(nothing);
    await page('draft', { hidden: false });
    await page('open', { hidden: true });
    await publish();
    expect((await latest())?.pages).toEqual({
      added: [named('draft')],
      changed: [],
      removed: [named('open')],
    });
    await write.done('DELETE', at('/pages/open'));
    await publish();
    expect((await latest())?.pages).toEqual(nothing);
    expect(JSON.stringify(await updates())).not.toMatch(/secret/i);
  });

  it('leaves out pages under a hidden page, at any depth, and includes them all when it is shown', async () => {
    await page('top', { hidden: true });
    await page('middle', { parent: 'top' });
    await page('leaf', { parent: 'middle' });
    await page('beside');
    await publish();
    expect((await latest())?.pages).toEqual({ ...nothing, added: [named('beside')] });
    await page('leaf', { parent: 'middle', lede: 'Changed in the dark' });
    await publish();
    expect((await latest())?.pages).toEqual(nothing);
    await write.done('PATCH', at('/pages/top'), { ops: [{ op: 'page', set: { hidden: false } }] });
    await publish();
    expect((await latest())?.pages.added).toEqual([named('top'), named('middle'), named('leaf')]);
    await write.done('PATCH', at('/pages/middle'), { ops: [{ op: 'page', set: { hidden: true } }] });
    await publish();
    expect((await latest())?.pages).toEqual({ ...nothing, removed: [named('middle'), named('leaf')] });
    await write.done('PATCH', at('/pages/leaf'), { ops: [{ op: 'page', set: { parent: 'beside' } }] });
    await publish();
    expect((await latest())?.pages).toEqual({ ...nothing, added: [named('leaf')] });
  });

  it('leaves out hidden sections', async () => {
    await page('one', { sections: [{ id: 'a', template: 'text', body: 'Hidden', hidden: true }] });
    await publish();
    await page('one', { sections: [{ id: 'a', template: 'text', body: 'Changed', hidden: true }] });
    await publish();
    expect((await latest())?.pages).toEqual(nothing);
    await page('one', { sections: [{ id: 'a', template: 'text', body: 'Changed' }] });
    await publish();
    expect((await latest())?.pages.changed).toEqual([named('one')]);
  });

  it('returns at most twenty, newest first', async () => {
    for (let step = 0; step < 22; step += 1) {
      await rules({ key: 'size.step', type: 'number', value: step });
      await publish({ note: `Step ${step}` });
    }
    const list = await updates();
    expect(list.map(({ note }) => note)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Step ${21 - index}`),
    );
    expect(list.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index));
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      ['version', 'publishedAt', 'publishedBy', 'note', 'image', 'changes'].sort(),
    );
  });

  it('includes its picture for as long as that may be used', async () => {
    const asset = await makeAsset(marque, { cookie: editor.cookie });
    await page('one');
    expect((await publish({ image: asset.id.toUpperCase() })).image).toBe(asset.id);
    expect((await updates())[0]?.image).toBe(asset.id);
    await write.done('PATCH', `/assets/${asset.id}`, { status: 'archived' });
    expect((await updates())[0]?.image).toBeNull();
    await write.done('PATCH', `/assets/${asset.id}`, { status: 'active' });
    expect((await updates())[0]?.image).toBe(asset.id);
    await write.done('PATCH', `/assets/${asset.id}`, { private: true });
    expect((await updates())[0]?.image).toBeNull();
    expect((await write.done('GET', at('/updates'))).body.data[0].image).toBe(asset.id);
    await write.done('DELETE', `/assets/${asset.id}`);
    expect((await write.done('GET', at('/updates'))).body.data[0].image).toBeNull();
  });

  it('refuses an invalid or missing picture, and unknown properties', async () => {
    await page('one');
    const nowhere = await write.call('POST', at('/publish'), { image: randomUUID() });
    expect([nowhere.status, issuePaths(nowhere)]).toEqual([422, ['image']]);
    for (const body of [{ image: 'logo' }, { note: 5 }, { title: 'x' }])
      expect((await write.call('POST', at('/publish'), body)).status).toBe(400);
    expect(await updates()).toEqual([]);
  });

  it('needs write and the ability to share, and is a 404 for another workspace', async () => {
    const proposer = await marque.makeKey(place, 'propose');
    const low = await callsAs(marque, proposer).call('POST', at('/publish'));
    expect([low.status, low.body.error.code]).toEqual([403, 'forbidden']);
    const careful = await marque.makePerson();
    await marque.grant(careful.id, 'brand', brand, 'write', { place, limits: ['share'] });
    const without = await callsAs(marque, careful).call('POST', at('/publish'));
    expect([without.status, without.body.error.detail]).toEqual([403, { needs: 'share' }]);
    for (const [method, path] of [
      ['POST', '/publish'],
      ['GET', '/updates'],
      ['GET', '/versions'],
      ['GET', '/versions/1'],
      ['POST', '/versions/1/restore'],
    ] as const)
      expect((await callsAs(marque, stranger).call(method, at(path))).status).toBe(404);
    expect((await marque.call('GET', `/api/v1${at('/updates')}`)).status).toBe(401);
  });

  it('happens once when two do it at the same time', async () => {
    await page('one');
    const both = await Promise.all([publish(), publish()]);
    expect(both.map(({ unchanged }) => unchanged as boolean).sort()).toEqual([false, true]);
    expect(await updates()).toHaveLength(1);
  });
});
