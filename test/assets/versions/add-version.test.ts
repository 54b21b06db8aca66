// An asset that is there already becomes a version of another one, as a file that is uploaded as its version.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { day } from '../../setup/days.ts';
import type { Caller } from '../../setup/service.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { makeAsset } from '../library.ts';

const { marque, place, asEditor, reader, proposer, writer, admin, stranger } = await startWithWorkspace();

beforeAll(async () => {
  await defineFields(
    marque,
    writer,
    { key: 'subject', label: 'Subject', type: 'text' },
    { key: 'shoot', label: 'Shoot', type: 'text' },
  );
});
afterAll(() => marque.close());

const make = (meta: Record<string, unknown> = {}) => makeAsset(marque, writer, meta);
const read = async (id: string) =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as: writer })).body.data;
const add = (into: string, asset: unknown, as: Caller = writer) =>
  marque.call('POST', `/api/v1/assets/${into}/versions`, { as, body: { asset } });
const numbersOf = async (id: string): Promise<[string, number][]> =>
  (await marque.call('GET', `/api/v1/assets/${id}/versions`, { as: writer })).body.data.map(
    (one: { id: string; version: number }) => [one.id, one.version],
  );

describe('an asset that is added as a version', () => {
  it('is the newest and the current one, and replaces the other', async () => {
    const [first, second] = [await make(), await make()];
    const { status, body } = await add(first.id, second.id);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ id: second.id, version: 2, current: true }),
    ]);
    expect(await numbersOf(first.id)).toEqual([
      [second.id, 2],
      [first.id, 1],
    ]);
    expect(await read(first.id)).toMatchObject({ current: false, supersededBy: second.id });
    const third = await make();
    expect((await add(first.id, third.id)).body.data).toMatchObject({ version: 3, current: true });
    expect(await read(second.id)).toMatchObject({ current: false, supersededBy: third.id });
  });

  it('joins the collections, and gets tags and values where it has none', async () => {
    const collection = await marque.makeCollection(place);
    const first = await make({
      collections: [collection],
      tags: ['kept'],
      fields: { subject: 'cats', shoot: 'spring' },
    });
    const second = await make({ tags: ['own'], fields: { shoot: 'autumn' } });
    await add(first.id, second.id);
    const joined = await read(second.id);
    expect(joined.tags.sort()).toEqual(['kept', 'own']);
    expect(joined.fields).toEqual({ subject: 'cats', shoot: 'autumn' });
    expect(joined.collections).toEqual([collection]);
  });

  it('shows nothing that was restricted', async () => {
    const expires = day(30);
    const first = await makeAsset(marque, asEditor, { private: true, rights: { expires } });
    const second = await make();
    const { body } = await add(first.id, second.id, asEditor);
    expect(body.data).toMatchObject({ private: true, rights: { expires } });
    const seenBy = async (as: Caller) =>
      (await marque.call('GET', `/api/v1/assets/${second.id}`, { as })).status;
    expect([await seenBy(asEditor), await seenBy(writer), await seenBy(reader)]).toEqual([200, 404, 404]);
  });

  it('waits beside the current one as long as it is a draft', async () => {
    const first = await make();
    const draft = await make({ status: 'draft' });
    expect((await add(first.id, draft.id)).body.data).toMatchObject({ version: 2, current: false });
    expect(await read(first.id)).toMatchObject({ current: true, supersededBy: null });
  });

  it('is in the activity of the workspace', async () => {
    const [first, second] = [await make(), await make()];
    await add(first.id, second.id);
    const { body } = await marque.call('GET', `/api/v1/assets/${second.id}/activity`, { as: writer });
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(['asset.changed', 'asset.made_current']));
  });
});

describe('an asset is not added as a version', () => {
  it('to itself, twice, with versions of its own, in the trash, or before it is approved', async () => {
    const [first, second, other] = [await make(), await make(), await make()];
    const itself = await add(first.id, first.id);
    expect([itself.status, itself.body.error.detail.issues[0].path]).toEqual([422, 'asset']);
    expect((await add(first.id, second.id)).status).toBe(200);
    for (const [into, asset, word] of [
      [first.id, second.id, 'already'],
      [second.id, first.id, 'already'],
      [other.id, second.id, 'versions of its own'],
    ] as const) {
      const { status, body } = await add(into, asset);
      expect([status, body.error.message]).toEqual([409, expect.stringContaining(word)]);
    }
    const waiting = await makeAsset(marque, proposer);
    expect((await add(first.id, waiting.id)).body.error.message).toContain('is proposed');
    await marque.call('DELETE', `/api/v1/assets/${other.id}`, { as: writer });
    expect((await add(first.id, other.id)).status).toBe(409);
    expect(await numbersOf(first.id)).toHaveLength(2);
  });

  it('by those who may not, or with what is no asset here', async () => {
    const [first, second] = [await make(), await make()];
    const foreign = await makeAsset(marque, stranger);
    expect((await add(first.id, second.id, reader)).status).toBe(403);
    expect((await add(first.id, second.id, proposer)).status).toBe(403);
    expect((await add(first.id, second.id, stranger)).status).toBe(404);
    expect((await add(first.id, second.id, null)).status).toBe(401);
    const missing = await add(first.id, foreign.id);
    expect([missing.status, missing.body.error.detail.issues[0].path]).toEqual([422, 'asset']);
    expect((await add(first.id, 'no-id')).status).toBe(400);
    expect((await add(first.id, undefined)).status).toBe(400);
    expect(await numbersOf(first.id)).toHaveLength(1);
  });

  it('by those who may not share it, if others can read it then', async () => {
    const limits = ['share' as const];
    const one = await marque.makeMember(place, 'write', { limits });
    const as = { cookie: one.cookie };
    const closed = await marque.makeCollection(place, { private: true });
    const first = await make({ collections: [await marque.makeCollection(place)] });
    const hidden = await make();
    const body = { add: [hidden.id] };
    const path = `/api/v1/collections/${closed}/assets`;
    expect((await marque.call('POST', path, { as: admin, body })).status).toBe(200);
    await marque.grant(one.id, 'asset', hidden.id, 'write', { place, limits });
    expect((await add(first.id, hidden.id, as)).body.error).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'share' },
    });
    const [given, plain] = [await make(), await make()];
    const guest = await marque.makePerson();
    await marque.grant(guest.id, 'asset', given.id, 'read', { place });
    expect((await add(given.id, plain.id, as)).status).toBe(403);
    for (const { id } of [first, given]) expect(await numbersOf(id)).toHaveLength(1);
    expect((await add(first.id, hidden.id, admin)).status).toBe(200);
    expect((await add(given.id, plain.id)).status).toBe(200);
    expect((await add(first.id, (await make()).id, as)).status).toBe(200);
  });

  it('twice at once', async () => {
    const [first, second] = [await make(), await make()];
    const replies = await Promise.all([add(first.id, second.id), add(second.id, first.id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await numbersOf(first.id)).map(([, number]) => number)).toEqual([2, 1]);
  });
});
