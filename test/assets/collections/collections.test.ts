// Collections over HTTP: who sees them, what they contain, and what happens to privacy when they change or
// are deleted.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../library.ts';
import type { Person, TestService } from '../../setup/service.ts';
import { eventsOf } from '../../setup/events.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { issuePaths } from '../../setup/issues.ts';

const { marque, place, editor, asEditor: as, reader, stranger } = await startWithWorkspace();

beforeAll(async () => {
  await defineFields(marque, as, {
    key: 'season',
    label: 'Season',
    type: 'select',
    options: ['spring', 'autumn'],
  });
});
afterAll(() => marque.close());

const make = async (body: Record<string, unknown>): Promise<string> => {
  const made = await marque.call('POST', '/api/v1/collections', { as, body });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data.id as string;
};
const members = (id: string, body: unknown, caller: Parameters<TestService['call']>[2] = { as }) =>
  marque.call('POST', `/api/v1/collections/${id}/assets`, { ...caller, body });
const namesSeenBy = async (
  caller: NonNullable<Parameters<TestService['call']>[2]>['as'],
): Promise<string[]> => {
  const { body } = await marque.call(
    'GET',
    '/api/v1/collections',
    caller === undefined ? {} : { as: caller },
  );
  return (body.data as { name: string }[]).map(({ name }) => name);
};
const privacyOf = async (id: string): Promise<boolean> => {
  const [row] = await marque.service.db.query<{ private: boolean }>(
    'select effective_private as private from assets where id = $1',
    [id],
  );
  return row?.private ?? false;
};

describe('a collection', () => {
  it('is created, listed by name, changed and deleted, and its assets stay', async () => {
    const id = await make({ name: 'Winter', icon: 'snow', fields: { season: 'autumn' } });
    const aaa = await make({ name: 'autumn days' });
    const asset = await makeAsset(marque, as);
    await members(id, { add: [asset.id] });

    const one = await marque.call('GET', `/api/v1/collections/${id}`, { as: reader });
    expect(one.body.data).toEqual({
      id,
      name: 'Winter',
      parent: null,
      icon: 'snow',
      description: null,
      cover: null,
      previews: [{ id: asset.id, mime: 'image/png', width: expect.any(Number), height: expect.any(Number) }],
      fields: { season: 'autumn' },
      private: false,
      effectivePrivate: false,
      count: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await namesSeenBy(reader)).toEqual(['autumn days', 'Winter']);
    expect((await marque.call('GET', `/api/v1/assets/${asset.id}`, { as })).body.data).toMatchObject({
      inherited: { season: 'autumn' },
      collections: [id],
    });

    const changed = await marque.call('PATCH', `/api/v1/collections/${id}`, {
      as,
      body: { name: 'Winter 2027', icon: null, fields: { season: null } },
    });
    expect(changed.body.data).toMatchObject({ name: 'Winter 2027', icon: null, fields: {} });

    const gone = await marque.call('DELETE', `/api/v1/collections/${id}`, { as });
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect((await marque.call('DELETE', `/api/v1/collections/${id}`, { as })).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/assets/${asset.id}`, { as })).body.data.collections).toEqual(
      [],
    );
    expect(await eventsOf(marque, id)).toEqual([
      'collection.created',
      'collection.assets_changed',
      'collection.changed',
      'collection.deleted',
    ]);
    await marque.call('DELETE', `/api/v1/collections/${aaa}`, { as });
  });

  it('refuses invalid values, naming each', async () => {
    const refused = await marque.call('POST', '/api/v1/collections', {
      as,
      body: { name: 'Bad', fields: { season: 'monsoon', nonsense: 1 } },
    });
    expect(refused.status).toBe(422);
    expect(issuePaths(refused)).toEqual(['fields.season', 'fields.nonsense']);
    const malformed = await marque.call('POST', '/api/v1/collections', {
      as,
      body: { name: '', color: 'red' },
    });
    expect([malformed.status, malformed.body.error.detail.issues.length]).toEqual([400, 2]);
    expect(await namesSeenBy(as)).not.toContain('Bad');
  });

  it("is a 404 for another workspace, and can't be changed below write", async () => {
    const id = await make({ name: 'Ours' });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Theirs' }],
      ['DELETE', '', undefined],
      ['POST', '/assets', { add: [] }],
    ] as const) {
      const call = (caller: { key: string }) =>
        marque.call(method, `/api/v1/collections/${id}${path}`, { as: caller, ...(body ? { body } : {}) });
      expect((await call(stranger)).status).toBe(404);
      expect((await call(reader)).status).toBe(method === 'GET' ? 200 : 403);
    }
    expect(
      (await marque.call('POST', '/api/v1/collections', { as: reader, body: { name: 'Mine' } })).status,
    ).toBe(403);
    expect(await namesSeenBy(stranger)).toEqual([]);
    expect((await marque.call('GET', '/api/v1/collections/nonsense', { as })).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/collections')).status).toBe(401);
  });

  it("is kept if the caller's ability to delete is switched off", async () => {
    const id = await make({ name: 'Kept' });
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });
    const refused = await marque.call('DELETE', `/api/v1/collections/${id}`, {
      as: { cookie: limited.cookie },
    });
    expect(refused.status).toBe(403);
    expect(await refusalInPanel(id, limited)).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'delete' },
    });
    expect((await marque.call('GET', `/api/v1/collections/${id}`, { as })).status).toBe(200);
    expect(await refusalInPanel(id, editor)).toBeNull();
    expect((await marque.call('GET', `/api/v1/collections/${id}`, { as })).status).toBe(404);
    expect((await eventsOf(marque, id)).at(-1)).toBe('collection.deleted');
  });
});

/** Deletes through Payload, signed in, as the panel does. @returns null, or the error message */
async function refusalInPanel(id: string, person: Person): Promise<unknown> {
  const [session] = await marque.service.db.query<{ id: string }>(
    'select id from users_sessions where _parent_id = $1',
    [person.id],
  );
  const user = {
    id: person.id,
    email: person.email,
    name: person.name,
    collection: 'users' as const,
    _sid: session?.id,
  };
  return marque.payload
    .delete({ collection: 'collections', id, user, overrideAccess: false })
    .then(() => null)
    .catch((error: unknown) => error);
}

describe('the members of a collection', () => {
  it('keep the order they were added in, and are added and removed once however often it is requested', async () => {
    const id = await make({ name: 'Ordered' });
    const assets = [];
    for (let n = 0; n < 4; n += 1) assets.push(await makeAsset(marque, as));
    const [a, b, c, d] = assets.map((asset) => asset.id as string);
    expect((await members(id, { add: [c, a, b] })).body.data.count).toBe(3);
    expect((await members(id, { add: [d, a] })).body.data.count).toBe(4);
    expect((await members(id, { add: [d, a] })).body.data.count).toBe(4);
    const order = await marque.service.db.query<{ asset_id: string }>(
      'select asset_id from marque.collection_assets where collection_id = $1 order by position',
      [id],
    );
    expect(order.map(({ asset_id }) => asset_id)).toEqual([c, a, b, d]);
    expect((await members(id, { remove: [a, d] })).body.data.count).toBe(2);
    expect((await members(id, { remove: [a, d] })).body.data.count).toBe(2);
    expect((await eventsOf(marque, id)).filter((type) => type === 'collection.assets_changed')).toHaveLength(
      3,
    );
  });

  it("are refused one by one if they don't exist, and then none is added", async () => {
    const id = await make({ name: 'Strict' });
    const good = await makeAsset(marque, as);
    const theirs = await makeAsset(marque, stranger);
    const nowhere = '7f1e2a90-1111-4a22-8b33-000000000000';
    const refused = await members(id, { add: [good.id, theirs.id, nowhere] });
    expect(refused.status).toBe(422);
    expect(issuePaths(refused)).toEqual(['add[1]', 'add[2]']);
    expect((await marque.call('GET', `/api/v1/collections/${id}`, { as })).body.data.count).toBe(0);
    expect((await members(id, {})).status).toBe(400);
    expect((await members(id, { add: [good.id], remove: [good.id] })).status).toBe(400);
    expect((await members(id, { add: ['nonsense'] })).status).toBe(400);
    expect((await members(id, { add: Array.from({ length: 1001 }, () => good.id as string) })).status).toBe(
      400,
    );
  });

  it('are counted as far as the caller can read them and a search lists them', async () => {
    const id = await make({ name: 'Counted' });
    const shown = await makeAsset(marque, as);
    const hidden = await makeAsset(marque, as, { private: true });
    const draft = await makeAsset(marque, as, { status: 'draft' });
    await members(id, { add: [shown.id, hidden.id, draft.id] });
    const countFor = async (caller: { key: string } | { cookie: string }) =>
      (await marque.call('GET', `/api/v1/collections/${id}`, { as: caller })).body.data.count as number;
    const totalFor = async (caller: { key: string } | { cookie: string }) =>
      (await marque.call('GET', `/api/v1/assets?collection=${id}`, { as: caller })).body.total as number;
    expect([await countFor(as), await countFor(reader)]).toEqual([2, 1]);
    expect([await totalFor(as), await totalFor(reader)]).toEqual([2, 1]);
  });
});

describe('a private collection', () => {
  it("hides assets that are only in it, keeps its creator's access, and adds no abilities", async () => {
    const limited = await marque.makePerson('Lim Ited');
    const asLimited = { cookie: limited.cookie };
    await marque.grant(limited.id, 'workspace', place.workspaceId, 'write', { place, limits: ['share'] });
    const asset = await makeAsset(marque, as);
    const made = await marque.call('POST', '/api/v1/collections', {
      as: asLimited,
      body: { name: 'Secret', private: true },
    });
    expect(made.body.data).toMatchObject({ private: true, count: 0 });
    const { id } = made.body.data;
    expect((await members(id, { add: [asset.id] }, { as: asLimited })).status).toBe(200);
    expect(await privacyOf(asset.id)).toBe(true);
    expect((await marque.call('GET', `/api/v1/collections/${id}`, { as: reader })).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: reader })).status).toBe(404);
    expect(await namesSeenBy(reader)).not.toContain('Secret');
    expect(await namesSeenBy(asLimited)).toContain('Secret');
    const share = await marque.call('POST', `/api/v1/assets/${asset.id}/signed-url`, {
      as: asLimited,
      body: {},
    });
    expect(share.status).toBe(403);
  });

  it('shows its assets again when it is deleted or made public, or when they are in a public one too', async () => {
    const secret = await make({ name: 'Hidden' });
    const open = await make({ name: 'Open' });
    const asset = await makeAsset(marque, as);
    await members(secret, { add: [asset.id] });
    await marque.call('PATCH', `/api/v1/collections/${secret}`, { as, body: { private: true } });
    expect(await privacyOf(asset.id)).toBe(true);
    await members(open, { add: [asset.id] });
    expect(await privacyOf(asset.id)).toBe(false);
    await members(open, { remove: [asset.id] });
    expect(await privacyOf(asset.id)).toBe(true);
    await marque.call('PATCH', `/api/v1/collections/${secret}`, { as, body: { private: false } });
    expect(await privacyOf(asset.id)).toBe(false);
    await marque.call('PATCH', `/api/v1/collections/${secret}`, { as, body: { private: true } });
    expect(await privacyOf(asset.id)).toBe(true);

    expect((await marque.call('DELETE', `/api/v1/collections/${secret}`, { as })).status).toBe(200);
    expect(await privacyOf(asset.id)).toBe(false);
    expect((await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: reader })).status).toBe(200);
    // The search index reflects it immediately, too.
    const { body } = await marque.call('GET', '/api/v1/assets?limit=200', { as: reader });
    expect((body.data as { id: string }[]).map(({ id }) => id)).toContain(asset.id);
  });

  it("can't be used by a reader to hide other collections' assets", async () => {
    const person = await marque.makePerson();
    const asPerson = { cookie: person.cookie };
    const asset = await makeAsset(marque, as);
    const trap = await make({ name: 'Trap', private: true });
    await marque.grant(person.id, 'workspace', place.workspaceId, 'read', { place });
    await marque.grant(person.id, 'collection', trap, 'write', { place });
    const refused = await members(trap, { add: [asset.id] }, { as: asPerson });
    expect([refused.status, refused.body.error.detail.issues[0].path]).toEqual([422, 'add[0]']);
    expect(await privacyOf(asset.id)).toBe(false);
  });
});
