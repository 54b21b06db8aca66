// Changing many assets and filing many files in one call: one bad item doesn't affect the others, and nothing
// starves.
import { afterAll, describe, expect, it } from '@jest/globals';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset, makePicture } from '../library.ts';

const { marque, place, asEditor: as, proposer: agent, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

const patch = (ids: unknown, change: unknown, caller: { key: string } | { cookie: string } = as) =>
  marque.call('POST', '/api/v1/assets/batch', { as: caller, body: { ids, patch: change } });
const tagsOf = async (id: string): Promise<string[]> =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as })).body.data.tags as string[];

describe('a batch', () => {
  it('changes what it can, and reports the result of each item in request order', async () => {
    const good = await makeAsset(marque, as);
    const archived = await makeAsset(marque, as);
    await marque.call('PATCH', `/api/v1/assets/${archived.id}`, { as, body: { status: 'archived' } });
    const theirs = await makeAsset(marque, stranger);
    const last = await makeAsset(marque, as);
    const { status, body } = await patch([theirs.id, good.id, archived.id, last.id], {
      status: 'archived',
      tags: ['old'],
    });
    expect(status).toBe(200);
    expect(body.data.map(({ id, ok }: { id: string; ok: boolean }) => [id, ok])).toEqual([
      [theirs.id, false],
      [good.id, true],
      [archived.id, true],
      [last.id, true],
    ]);
    expect(body.data[0].error.code).toBe('not_found');
    expect(await tagsOf(last.id)).toEqual(['old']);

    const second = await patch([good.id, theirs.id, last.id], { status: 'draft', tags: ['never'] });
    expect(second.body.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, false]);
    expect(second.body.data[0].error).toMatchObject({ code: 'conflict', detail: { moves: ['active'] } });
    expect(await tagsOf(good.id)).toEqual(['old']);
    expect(
      (await marque.call('GET', `/api/v1/assets/${theirs.id}`, { as: stranger })).body.data.tags,
    ).toEqual([]);
  });

  it('adds and removes tags and changes parts of the rights, and leaves the rest of each asset', async () => {
    const [first, second] = [await makeAsset(marque, as), await makeAsset(marque, as)];
    const rights = { license: 'CC BY 4.0', channels: ['web'], expires: '2030-01-31' };
    await marque.call('PATCH', `/api/v1/assets/${first.id}`, { as, body: { tags: ['Old', 'cat'], rights } });
    const { status, body } = await marque.call('POST', '/api/v1/assets/batch', {
      as,
      body: {
        ids: [first.id, second.id],
        patch: { creator: 'Edda' },
        addTags: ['Cat', 'new'],
        removeTags: ['old', 'never there'],
        changeRights: { expires: null, territories: ['DE'] },
      },
    });
    expect([status, body.data.map(({ ok }: { ok: boolean }) => ok)]).toEqual([200, [true, true]]);
    const now = async (id: string) =>
      (await marque.call('GET', `/api/v1/assets/${id}`, { as })).body.data as Record<string, unknown>;
    expect(await now(first.id)).toMatchObject({
      tags: ['cat', 'new'],
      metadata: { creator: 'Edda' },
      rights: { license: 'CC BY 4.0', channels: ['web'], territories: ['DE'], expires: null },
    });
    expect(await now(second.id)).toMatchObject({
      tags: ['Cat', 'new'],
      rights: { license: null, channels: [], territories: ['DE'], expires: null },
    });
  });

  it('loses no tag when two people add some at once', async () => {
    const asset = await makeAsset(marque, as);
    const words = ['one', 'two', 'three', 'four'];
    const added = await Promise.all(
      words.map((tag) =>
        marque.call('POST', '/api/v1/assets/batch', { as, body: { ids: [asset.id], addTags: [tag] } }),
      ),
    );
    expect(added.map(({ body }) => body.data[0].ok as boolean)).toEqual(words.map(() => true));
    expect((await tagsOf(asset.id)).sort()).toEqual([...words].sort());
  });

  it('refuses malformed tags and rights before anything is changed', async () => {
    const asset = await makeAsset(marque, as);
    for (const body of [{ addTags: [''] }, { removeTags: 'x' }, { changeRights: { expires: 'soon' } }]) {
      const call = { as, body: { ids: [asset.id], patch: { tags: ['never'] }, ...body } };
      expect((await marque.call('POST', '/api/v1/assets/batch', call)).status).toBe(400);
    }
    expect(await tagsOf(asset.id)).toEqual([]);
  });

  it('gives the same answer a second time, and for an id listed twice', async () => {
    const asset = await makeAsset(marque, as);
    for (let n = 0; n < 2; n += 1) {
      const { body } = await patch([asset.id, asset.id], { tags: ['twice'] });
      expect(body.data).toEqual([
        { id: asset.id, ok: true, status: 'active' },
        { id: asset.id, ok: true, status: 'active' },
      ]);
    }
    const [row] = await marque.service.db.query<{ changes: number }>(
      `select count(*) as changes from marque.events where subject_id = $1 and type = 'asset.changed'`,
      [asset.id],
    );
    expect(row?.changes).toBe(1);
  });

  it('lets someone with a grant on one asset change only that one', async () => {
    const mine = await makeAsset(marque, as);
    const other = await makeAsset(marque, as);
    const narrow = await marque.makePerson();
    await marque.grant(narrow.id, 'asset', mine.id, 'write', { place });
    const { body } = await patch([mine.id, other.id], { tags: ['mine'] }, { cookie: narrow.cookie });
    expect(body.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false]);
    expect(await tagsOf(other.id)).toEqual([]);
  });

  it('is refused below write, and if malformed, before anything is changed', async () => {
    const asset = await makeAsset(marque, as);
    expect((await patch([asset.id], { tags: ['x'] }, agent)).status).toBe(403);
    expect((await patch([], { tags: ['x'] })).status).toBe(400);
    expect((await patch(['nonsense'], { tags: ['x'] })).status).toBe(400);
    expect((await patch([asset.id], { nonsense: 1 })).status).toBe(400);
    expect(
      (
        await patch(
          Array.from({ length: 1001 }, () => asset.id as string),
          {},
        )
      ).status,
    ).toBe(400);
    expect((await patch([asset.id], { fields: { nowhere: 1 } })).body.data[0]).toMatchObject({
      ok: false,
      error: { code: 'invalid', detail: { issues: [{ path: 'fields.nowhere' }] } },
    });
    expect(await tagsOf(asset.id)).toEqual([]);
  });
});

describe('five hundred small files at once', () => {
  it('are filed eight at a time while other requests are answered, then changed in one batch', async () => {
    const files = await Promise.all(Array.from({ length: 500 }, () => makePicture({ width: 8, height: 8 })));
    const ids: string[] = [];
    const waiting = [...files.entries()];
    const send = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const form = new FormData();
        form.set('meta', JSON.stringify({ tags: ['crowd'] }));
        form.set('file', new Blob([new Uint8Array(next[1])], { type: 'image/png' }), `file-${next[0]}.png`);
        const { status, body } = await marque.call('POST', '/api/v1/assets', { as, body: form });
        expect([status, body.deduped]).toEqual([201, false]);
        ids.push(body.data.id as string);
      }
    };
    const uploads = Promise.all(Array.from({ length: 8 }, send));
    for (let n = 0; n < 10; n += 1) expect((await marque.call('GET', '/api/v1/me', { as })).status).toBe(200);
    await uploads;
    expect(new Set(ids).size).toBe(500);
    expect((await marque.call('GET', '/api/v1/assets?tag=crowd', { as })).body.total).toBe(500);
    const { body } = await patch(ids, { tags: ['crowd', 'sorted'] });
    expect(body.data.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect((await marque.call('GET', '/api/v1/assets?tag=sorted', { as })).body.total).toBe(500);
  });
});
