// Versions of a brand over HTTP: when a write creates one, comparing, restoring.
import { afterAll, describe, expect, it } from '@jest/globals';
import { callsAs } from '../../setup/callers.ts';
import { eventsOf } from '../../setup/events.ts';
import { versionsOf } from '../brand.ts';
import { at, color, page, publish, rules } from '../new-brand-calls.ts';
import { brand, editor, marque, place, reader, write } from '../new-brand-each.ts';

afterAll(() => marque.close());

const nothing = { added: [], changed: [], removed: [] };
const named = (slug: string) => ({ slug, title: slug.toUpperCase() });

describe('a version', () => {
  const numbers = async (): Promise<number[]> =>
    (await versionsOf(marque, brand)).map(({ number }) => number);
  const view = async (n: number, query = '') =>
    (await callsAs(marque, reader).done('GET', `${at(`/versions/${n}`)}${query}`)).body.data;

  it('absorbs edits by the same person within ten minutes, and no one else’s', async () => {
    await rules(color('color.a', '#000000'));
    await page('one');
    expect(await numbers()).toEqual([1]);
    const other = await marque.makePerson('Otto Other');
    await marque.grant(other.id, 'brand', brand, 'write', { place });
    const his = callsAs(marque, other);
    await his.done('PATCH', `/brand/rules?brand=${brand}`, { set: [color('color.a', '#111111')] });
    expect(await numbers()).toEqual([1, 2]);
    await rules(color('color.a', '#222222'));
    expect(await numbers()).toEqual([1, 2, 3]);
    await marque.service.db.query(
      `update marque.brand_versions set created_at = now() - interval '11 minutes' where brand_id = $1`,
      [brand],
    );
    await rules(color('color.a', '#333333'));
    expect(await numbers()).toEqual([1, 2, 3, 4]);
  });

  it('absorbs no more edits once published or named', async () => {
    await rules(color('color.a', '#000000'));
    await publish();
    await rules(color('color.a', '#111111'));
    expect(await numbers()).toEqual([1, 2]);
    const named = await write.done('PATCH', at('/versions/2'), { name: 'Before the launch' });
    expect(named.body.data).toMatchObject({ number: 2, name: 'Before the launch' });
    await rules(color('color.a', '#222222'));
    expect(await numbers()).toEqual([1, 2, 3]);
    expect((await write.call('PATCH', at('/versions/2'), { name: '' })).status).toBe(400);
    expect((await write.call('PATCH', at('/versions/9'), { name: 'x' })).status).toBe(404);
    expect((await callsAs(marque, reader).call('PATCH', at('/versions/2'), { name: 'x' })).status).toBe(403);
  });

  it('is listed newest first, page by page', async () => {
    for (let step = 0; step < 5; step += 1) {
      await rules({ key: 'size.step', type: 'number', value: step });
      await publish({ note: `Step ${step}` });
    }
    const list = async (query: string) =>
      (await callsAs(marque, reader).done('GET', `${at('/versions')}${query}`)).body;
    const all = await list('');
    expect(all.next).toBeNull();
    expect(all.data[0]).toEqual({
      number: 5,
      name: null,
      summary: expect.any(String),
      actor: { kind: 'person', id: editor.id, name: 'Edda Editor' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
      publishedBy: 'Edda Editor',
      note: 'Step 4',
      image: null,
      live: true,
    });
    expect(all.data.map(({ live }: { live: boolean }) => live)).toEqual([true, false, false, false, false]);
    const first = await list('?limit=2');
    expect([first.data.map(({ number }: { number: number }) => number), first.next]).toEqual([
      [5, 4],
      expect.any(String),
    ]);
    const last = await list(`?limit=3&before=4`);
    expect([last.data.map(({ number }: { number: number }) => number), last.next]).toEqual([[3, 2, 1], null]);
    expect((await callsAs(marque, reader).call('GET', at('/versions?limit=0'))).status).toBe(400);
  });

  it('returns its content and its differences from any other', async () => {
    await rules(color('color.a', '#000000'), color('color.b', '#000000'));
    await page('one', { sections: [{ id: 'a', template: 'text', body: 'A' }] });
    await publish();
    await rules(color('color.a', '#111111'), color('color.c', '#333333'));
    await write.done('PATCH', `/brand/rules?brand=${brand}`, { remove: [{ key: 'color.b' }] });
    await page('one', {
      lede: 'New',
      sections: [
        { id: 'a', template: 'text', body: 'B' },
        { id: 'b', template: 'text', body: 'C' },
      ],
    });
    await page('two', { hidden: true });
    await write.done('PATCH', at('/theme'), { radius: 3, ink: 'color.a' });
    await publish();
    const second = await view(2);
    expect(second).toMatchObject({
      number: 2,
      against: 1,
      changes: {
        rules: { added: ['color.c'], changed: ['color.a'], removed: ['color.b'] },
        pages: { added: [named('two')], changed: [named('one')], removed: [] },
      },
      differences: {
        name: null,
        theme: expect.arrayContaining(['radius', 'ink']),
        rules: [
          { key: 'color.a', context: null, before: { value: '#000000' }, after: { value: '#111111' } },
          { key: 'color.c', context: null, before: null, after: { value: '#333333' } },
          { key: 'color.b', context: null, before: { value: '#000000' }, after: null },
        ],
        pages: [
          {
            slug: 'one',
            change: 'changed',
            fields: ['lede'],
            sections: { added: ['b'], changed: ['a'], removed: [] },
          },
          { slug: 'two', change: 'added', fields: [], sections: { added: [], changed: [], removed: [] } },
        ],
        order: false,
      },
      state: { name: 'Acme', theme: { radius: 3 } },
    });
    expect((await view(1)).against).toBeNull();
    expect((await view(1)).changes.rules.added).toEqual(['color.a', 'color.b']);
    expect((await view(1, '?against=2')).changes.rules).toEqual({
      added: ['color.b'],
      changed: ['color.a'],
      removed: ['color.c'],
    });
    expect(await view(2, '?against=0')).toMatchObject({
      against: null,
      changes: { rules: { added: ['color.a', 'color.c'] } },
    });
    expect((await view(2, '?against=2')).changes).toEqual({ rules: nothing, pages: nothing });
    for (const path of ['/versions/9', '/versions/0', '/versions/x', '/versions/1?against=9'])
      expect([path, (await callsAs(marque, reader).call('GET', at(path))).status]).toEqual([path, 404]);
    expect((await callsAs(marque, reader).call('GET', at('/versions/1?against=x'))).status).toBe(400);
  });

  it('is restored as a new version, with its rules, pages, theme and name', async () => {
    await rules(
      color('color.a', '#000000'),
      color('color.a', '#ffffff', 'dark'),
      color('color.b', '#000000'),
    );
    await page('top');
    await page('under', { parent: 'top' });
    await write.done('PATCH', at('/theme'), { ink: 'color.a' });
    await publish();
    const before = await view(1);
    const pages = async () =>
      (await callsAs(marque, reader).done('GET', at('/pages'))).body.data.map(
        ({ updatedAt: _, ...entry }: Record<string, unknown>) => entry,
      );
    const pagesBefore = await pages();
    await write.done('DELETE', at('/pages/under'));
    await write.done('PATCH', at('/pages/top'), {
      ops: [{ op: 'page', set: { slug: 'start', title: 'Start' } }],
    });
    await write.done('PATCH', `/brand/rules?brand=${brand}`, {
      set: [color('color.b', '#222222'), color('color.c', '#333333')],
      remove: [{ key: 'color.a', context: 'dark' }],
    });
    await write.done('PUT', `/brand/rules/order?brand=${brand}`, { keys: ['color.c', 'color.b'] });
    await write.done('PATCH', at(''), { name: 'Other' });
    const restored = await write.call('POST', at('/versions/1/restore'));
    expect(restored.status).toBe(200);
    expect(restored.body.data).toMatchObject({ number: 3, state: before.state, live: false });
    expect(await pages()).toEqual(pagesBefore);
    expect((await callsAs(marque, reader).done('GET', at(''))).body.data).toMatchObject({
      name: 'Acme',
      rules: 3,
      published: 1,
    });
    expect((await eventsOf(marque, brand)).at(-1)).toBe('brand.restored');
    // Readers see the same: there is nothing to publish.
    expect((await publish()).unchanged).toBe(true);
    const again = await write.done('POST', at('/versions/1/restore'));
    expect(again.body.data.number).toBe(3);
    expect(await numbers()).toEqual([1, 2, 3]);
    expect((await write.call('POST', at('/versions/9/restore'))).status).toBe(404);
    expect((await callsAs(marque, reader).call('POST', at('/versions/1/restore'))).status).toBe(403);
  });
});
