// Changing an asset: what a patch sets, clears and refuses.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { noRights } from '../../src/assets/schemas.ts';
import { day } from '../setup/days.ts';
import { issuePaths } from '../setup/issues.ts';
import { makeAsset } from './library.ts';
import { admin, asEditor, marque, reader, stranger } from './lifecycle/reviewers.ts';
import { describeIt, get, patch } from './lifecycle/reviewing.ts';

afterAll(() => marque.close());

describe('a patch', () => {
  it('sets and clears metadata: null and blank text clear it, other metadata stays', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const metadata = { title: 'Title', description: 'Words', creator: 'Ada', copyright: '© Ada' };
    expect((await patch(asEditor, id, metadata)).body.data.metadata).toMatchObject(metadata);
    const cleared = await patch(asEditor, id, { title: null, creator: ' ' });
    expect(cleared.body.data.metadata).not.toHaveProperty('title');
    expect(cleared.body.data.metadata).not.toHaveProperty('creator');
    expect(cleared.body.data.metadata).toMatchObject({ description: 'Words', copyright: '© Ada' });
    expect((await describeIt(reader, id)).body).toMatchObject({
      title: null,
      creator: null,
      description: 'Words',
    });
    const same = await patch(asEditor, id, {});
    expect(same.body.data.metadata).toEqual(cleared.body.data.metadata);
  });

  it('that changes nothing leaves the time of the last change', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const updatedAt = async (): Promise<string> => (await get(admin, id)).body.data.updatedAt;
    const made = await updatedAt();
    await patch(asEditor, id, { private: false });
    expect(await updatedAt()).toBe(made);
    await patch(asEditor, id, { title: 'Quay', tags: ['harbor'], fields: {} });
    const changed = await updatedAt();
    expect(Date.parse(changed)).toBeGreaterThan(Date.parse(made));
    await patch(asEditor, id, { title: 'Quay', tags: ['harbor'] });
    expect(await updatedAt()).toBe(changed);
    const changes = [
      { title: 'Pier' },
      { tags: [] },
      { private: true },
      { rights: { ...noRights, license: 'CC BY 4.0' } },
      { status: 'archived' },
    ];
    let before = changed;
    for (const change of changes) {
      await patch(asEditor, id, change);
      const after = await updatedAt();
      expect({ change, moved: Date.parse(after) > Date.parse(before) }).toEqual({ change, moved: true });
      before = after;
    }
  });

  it('replaces rights as a whole: omitted ones are cleared, null clears all', async () => {
    const { id } = await makeAsset(marque, asEditor);
    await patch(asEditor, id, {
      rights: {
        license: 'CC-BY',
        territories: ['DE'],
        channels: ['web'],
        expires: '2099-12-31',
        modelRelease: 'released',
      },
    });
    expect((await patch(asEditor, id, { rights: { embargo: '2020-01-01' } })).body.data.rights).toEqual({
      ...noRights,
      embargo: '2020-01-01',
    });
    expect((await patch(asEditor, id, { rights: null })).body.data.rights).toBeNull();
  });

  it('computes the state from the last day of use', async () => {
    const { id } = await makeAsset(marque, asEditor);
    expect((await patch(asEditor, id, { rights: { expires: day(-1) } })).body.data).toMatchObject({
      status: 'active',
      state: 'expired',
    });
    expect((await patch(asEditor, id, { rights: { expires: day(0) } })).body.data.state).toBe('active');
  });

  it('with a malformed property names every problem and changes nothing', async () => {
    const { id } = await makeAsset(marque, asEditor, { tags: ['kept'] });
    const before = (await get(asEditor, id)).body.data;
    const refused = await patch(asEditor, id, {
      tags: ['new', 5],
      rights: { embargo: '2026-02-30', expires: '2026-2-1', modelRelease: 'maybe', nope: true },
      origin: 'found',
      parentAssetId: 'x',
      title: 'x'.repeat(501),
      public: 'yes',
      filename: 'other.png',
    });
    expect(refused.status).toBe(400);
    expect(issuePaths(refused).sort().join(' ')).toBe(
      'filename origin parentAssetId public rights.embargo rights.expires rights.modelRelease rights.nope tags[1] title',
    );
    for (const body of [[], 'text', null])
      expect(
        (
          await marque.call('PATCH', `/api/v1/assets/${id}`, {
            as: asEditor,
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(400);
    expect((await get(asEditor, id)).body.data).toEqual(before);
  });

  it('with invalid field values names each, sets none, and rejects unknown keys', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const refused = await patch(asEditor, id, {
      title: 'not set either',
      fields: { subject: 'dogs', year: '5', nope: 1, neither: null, final: true },
    });
    expect(refused.status).toBe(422);
    expect(issuePaths(refused).sort().join(' ')).toBe(
      'fields.neither fields.nope fields.subject fields.year',
    );
    expect((await get(asEditor, id)).body.data).toMatchObject({ fields: {} });
    expect((await get(asEditor, id)).body.data.metadata).not.toHaveProperty('title');
  });

  it('can reference other assets of this workspace only, and not the asset itself', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const parent = await makeAsset(marque, asEditor);
    const theirs = await makeAsset(marque, stranger);
    const hidden = await makeAsset(marque, admin, { private: true });
    for (const link of ['parentAssetId', 'supersededBy']) {
      for (const target of [theirs.id, hidden.id, id, randomUUID()]) {
        const refused = await patch(asEditor, id, { [link]: target });
        expect([link, refused.status]).toEqual([link, 422]);
        expect(issuePaths(refused)).toEqual([link]);
      }
      expect((await patch(asEditor, id, { [link]: parent.id })).body.data[link]).toBe(parent.id);
      expect((await patch(asEditor, id, { [link]: null })).body.data[link]).toBeNull();
    }
  });

  it('deduplicates tags regardless of case and spaces', async () => {
    const { id } = await makeAsset(marque, asEditor, {
      tags: ['Cat', 'cat ', 'CAT', 'two  words', 'e\u0301'],
    });
    expect((await get(asEditor, id)).body.data.tags).toEqual(['Cat', 'two words', 'é']);
    expect((await patch(asEditor, id, { tags: ['b', 'B', 'a'] })).body.data.tags).toEqual(['b', 'a']);
    expect((await patch(asEditor, id, { tags: [] })).body.data.tags).toEqual([]);
  });

  it('with a cookie from another page is refused', async () => {
    const { id } = await makeAsset(marque, asEditor);
    const reply = await marque.call('PATCH', `/api/v1/assets/${id}`, {
      as: asEditor,
      body: { title: 'x' },
      headers: { origin: 'https://evil.example' },
    });
    expect(reply.status).toBe(403);
    expect((await get(asEditor, id)).body.data.metadata).not.toHaveProperty('title');
  });
});
