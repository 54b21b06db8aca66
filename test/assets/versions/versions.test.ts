// Versions over HTTP: joining a stack, which version is current, what /c resolves to, and that a new version
// opens nothing that was closed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { day } from '../../setup/days.ts';
import type { Caller } from '../../setup/service.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';
import { fileBytes, makeAsset, makePicture } from '../library.ts';

const { marque, place, editor, reader, proposer, writer, stranger } = await startWithWorkspace();

beforeAll(async () => {
  await defineFields(
    marque,
    writer,
    { key: 'subject', label: 'Subject', type: 'text' },
    { key: 'shoot', label: 'Shoot', type: 'text' },
  );
});
afterAll(() => marque.close());

const read = async (id: string, as: Caller = writer) =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as })).body.data;
const patch = (id: string, body: Record<string, unknown>, as: Caller = writer) =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as, body });
const versionsOf = async (id: string, as: Caller = writer) =>
  marque.call('GET', `/api/v1/assets/${id}/versions`, { as });
const makeCurrent = (id: string, n: number | string, as: Caller = writer) =>
  marque.call('POST', `/api/v1/assets/${id}/versions/${n}/current`, { as });
const newVersion = (versionOf: string, meta: Record<string, unknown> = {}, as: Caller = writer) =>
  makeAsset(marque, as, { versionOf, ...meta });
const leadsTo = async (id: string, as: Caller = null): Promise<string | number> => {
  const { status, headers } = await marque.call('GET', `/c/${id}`, { as });
  return status === 302 ? (headers.get('location') ?? '') : status;
};
/** A stack of approved versions; the last is current. */
async function stackOf(count: number, meta: Record<string, unknown> = {}): Promise<string[]> {
  const ids = [(await makeAsset(marque, writer, meta)).id];
  while (ids.length < count) ids.push((await newVersion(ids.at(-1) ?? '')).id);
  return ids;
}

describe('an asset without versions', () => {
  it('has no stack and no number, is current, and its own only version', async () => {
    const asset = await makeAsset(marque, writer);
    expect(asset).toMatchObject({ stackId: null, version: null, current: true, supersededBy: null });
    const listed = await versionsOf(asset.id, reader);
    expect(listed.status).toBe(200);
    expect(listed.body.data).toEqual([asset]);
    expect(await leadsTo(asset.id)).toBe(`${marque.url}/a/${asset.id}`);
    expect((await makeCurrent(asset.id, 1)).status).toBe(404);
  });
});

describe('a new version', () => {
  it('filed by someone with write is current immediately, and replaces the previous one', async () => {
    const collection = await marque.makeCollection(place);
    const first = await makeAsset(marque, writer, {
      collections: [collection],
      tags: ['kept'],
      fields: { subject: 'cats', shoot: 'spring' },
    });
    const second = await newVersion(first.id, { tags: ['new'], fields: { shoot: 'autumn' } });
    expect(second).toMatchObject({
      status: 'active',
      version: 2,
      current: true,
      supersededBy: null,
      collections: [collection],
      tags: ['kept', 'new'],
      fields: { subject: 'cats', shoot: 'autumn' },
    });
    expect(await read(first.id)).toMatchObject({
      stackId: second.stackId,
      version: 1,
      current: false,
      supersededBy: second.id,
    });
    const described = await marque.call('GET', `/api/v1/assets/${first.id}/description`, { as: reader });
    expect(described.body).toMatchObject({ version: 1, current: false, supersededBy: second.id });
    const newer = await marque.call('GET', `/api/v1/assets/${second.id}/description`, { as: reader });
    expect(newer.body).toMatchObject({ version: 2, current: true, supersededBy: null });
    expect((await versionsOf(first.id)).body.data.map(({ id }: { id: string }) => id)).toEqual([
      second.id,
      first.id,
    ]);
    const listed = await marque.call('GET', `/api/v1/assets?collection=${collection}`, { as: reader });
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  });

  it('keeps what was written about the one before, where its file says nothing', async () => {
    const first = await makeAsset(marque, writer);
    await patch(first.id, { title: 'A cat', description: 'Asleep', creator: 'Mara' });
    const second = await newVersion(first.id);
    expect(second.metadata).toMatchObject({ title: 'A cat', creator: 'Mara' });
    expect(second.metadata.description).toMatch(/^Picture/);
  });

  it('works by form and by ticket', async () => {
    const [first = ''] = await stackOf(1);
    const form = new FormData();
    form.append('meta', JSON.stringify({ versionOf: first }));
    form.append('file', new Blob([new Uint8Array(await makePicture())], { type: 'image/png' }), 'next.png');
    const filed = await marque.call('POST', '/api/v1/assets', { as: writer, body: form });
    expect(filed.status).toBe(201);
    expect(filed.body.data).toMatchObject({ version: 2, current: true });
  });

  it.each([
    ['proposed by a key', () => proposer, {}],
    ['filed as a draft', () => writer, { status: 'draft' }],
  ])('waits if %s: the previous one stays current', async (_, as, meta) => {
    const [first = ''] = await stackOf(1);
    const waiting = await newVersion(first, meta, as());
    expect(waiting).toMatchObject({ version: 2, current: false, supersededBy: null });
    expect(await read(first)).toMatchObject({ version: 1, current: true, supersededBy: null });
    expect(await leadsTo(waiting.id)).toBe(`${marque.url}/a/${first}`);

    const approved = await patch(waiting.id, { status: 'active' });
    expect(approved.body.data).toMatchObject({ current: true, supersededBy: null });
    expect(await read(first)).toMatchObject({ current: false, supersededBy: waiting.id });
    expect(await leadsTo(first)).toBe(`${marque.url}/a/${waiting.id}`);
  });

  it('that is rejected replaces nothing', async () => {
    const [first = ''] = await stackOf(1);
    const waiting = await newVersion(first, {}, proposer);
    await patch(waiting.id, { status: 'rejected', reviewNote: 'blurred' });
    expect(await read(first)).toMatchObject({ current: true, supersededBy: null });
  });

  it("that is approved late doesn't replace a newer one", async () => {
    const [first = ''] = await stackOf(1);
    const second = await newVersion(first, {}, proposer);
    const third = await newVersion(first);
    expect(third).toMatchObject({ version: 3, current: true });
    const approved = await patch(second.id, { status: 'active' });
    expect(approved.body.data).toMatchObject({ current: false, supersededBy: third.id });
    expect(await read(third.id)).toMatchObject({ current: true, supersededBy: null });
  });

  it('never opens what was closed', async () => {
    const person = await marque.makePerson();
    const hidden = await makeAsset(marque, { cookie: editor.cookie }, { private: true });
    await marque.grant(person.id, 'asset', hidden.id, 'read', { place });
    const next = await newVersion(hidden.id, {}, { cookie: editor.cookie });
    expect(next.private).toBe(true);
    expect((await marque.call('GET', `/a/${next.id}`)).status).toBe(404);
    expect((await marque.call('GET', `/api/v1/assets/${next.id}`, { as: reader })).status).toBe(404);
    expect(
      (await marque.call('GET', `/api/v1/assets/${next.id}`, { as: { cookie: person.cookie } })).status,
    ).toBe(200);

    const inside = await makeAsset(marque, writer);
    await patch(inside.id, { public: false });
    expect((await newVersion(inside.id)).public).toBe(false);

    const embargo = day(5);
    const limited = await makeAsset(marque, writer, { rights: { territories: ['DE'], embargo } });
    expect((await newVersion(limited.id)).rights).toMatchObject({ territories: ['DE'], embargo });
    expect((await newVersion(limited.id, { rights: null })).rights).toBeNull();
  });

  it('of an asset the caller can’t read, or can’t add to, is refused and leaves nothing', async () => {
    const [first = ''] = await stackOf(1);
    const hidden = await makeAsset(marque, { cookie: editor.cookie }, { private: true });
    const bytes = await makePicture();
    for (const [as, versionOf] of [
      [writer, hidden.id],
      [stranger, first],
      [writer, '11111111-1111-4111-8111-111111111111'],
    ] as const) {
      const refused = await fileBytes(marque, as, bytes, { versionOf });
      expect(refused.status).toBe(422);
      expect(refused.body.error.detail.issues[0].path).toBe('versionOf');
    }
    const malformed = await fileBytes(marque, writer, bytes, { versionOf: 'first' });
    expect(malformed.status).toBe(400);
    expect(malformed.body.error.detail.issues[0].path).toBe('versionOf');
    await marque.call('DELETE', `/api/v1/assets/${first}`, { as: writer });
    expect((await fileBytes(marque, writer, bytes, { versionOf: first })).status).toBe(409);
    expect(await read(hidden.id, { cookie: editor.cookie })).toMatchObject({ stackId: null, version: null });
  });

  it('can be proposed by a person who only reads the library but proposes on that asset', async () => {
    const [first = ''] = await stackOf(1);
    const person = await marque.makeMember(place, 'read');
    await marque.grant(person.id, 'asset', first, 'propose', { place });
    // Tickets need access to the workspace, so this one is sent by form.
    const form = new FormData();
    form.append('meta', JSON.stringify({ versionOf: first }));
    form.append('file', new Blob([new Uint8Array(await makePicture())], { type: 'image/png' }), 'next.png');
    const filed = await marque.call('POST', '/api/v1/assets', { as: { cookie: person.cookie }, body: form });
    expect(filed.status).toBe(201);
    expect(filed.body.data).toMatchObject({ status: 'proposed', version: 2, current: false });
  });

  it('with bytes that already exist returns the existing asset', async () => {
    const bytes = await makePicture();
    const first = await makeAsset(marque, writer, {}, bytes);
    const again = await fileBytes(marque, writer, bytes, { versionOf: first.id });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ deduped: true, data: { id: first.id, version: null, stackId: null } });
  });

  it('gets its own number when several come at the same moment', async () => {
    const [first = ''] = await stackOf(1);
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => newVersion(first)));
    expect(made.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5, 6]);
    const { data } = (await versionsOf(first)).body;
    expect(data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(data[0]).toMatchObject({ version: 6, current: true });
  });
});

describe('making a version current', () => {
  it('turns the others into replaced ones, and changes nothing the second time', async () => {
    const [first = '', second = '', third = ''] = await stackOf(3);
    const made = await makeCurrent(third, 1);
    expect(made.status).toBe(200);
    expect(made.body.data).toMatchObject({ id: first, version: 1, current: true, supersededBy: null });
    for (const id of [second, third])
      expect(await read(id)).toMatchObject({ current: false, supersededBy: first });
    expect(await leadsTo(third)).toBe(`${marque.url}/a/${first}`);
    const stack = (await versionsOf(first)).body.data;
    expect((await makeCurrent(second, 1)).status).toBe(200);
    expect((await versionsOf(first)).body.data).toEqual(stack);
    const events = await marque.service.db.query(
      `select 1 from marque.events where subject_id = $1 and type = 'asset.made_current'`,
      [first],
    );
    expect(events).toHaveLength(1);
  });

  it('accepts only approved and unexpired ones', async () => {
    const [first = '', second = ''] = await stackOf(2);
    const third = await newVersion(first, {}, proposer);
    for (const n of [3]) {
      const refused = await makeCurrent(first, n);
      expect(refused.status).toBe(409);
      expect(refused.body.error.detail).toEqual({ version: 3, state: 'proposed' });
    }
    await patch(first, { rights: { expires: day(-1) } });
    expect((await makeCurrent(first, 1)).body.error.detail).toEqual({ version: 1, state: 'expired' });
    await patch(first, { rights: null, status: 'archived' });
    expect((await makeCurrent(first, 1)).body.error.detail).toEqual({ version: 1, state: 'archived' });
    await marque.call('DELETE', `/api/v1/assets/${first}`, { as: writer });
    expect((await makeCurrent(second, 1)).body.error.detail).toEqual({ version: 1, state: 'deleted' });
    expect(await read(second)).toMatchObject({ current: true });
    expect(await read(third.id)).toMatchObject({ current: false });
  });

  it('needs write, the ability to approve, and an existing version', async () => {
    const [first = '', second = ''] = await stackOf(2);
    const limited = await marque.makeMember(place, 'write', { limits: ['approve'] });
    expect((await makeCurrent(first, 1, null)).status).toBe(401);
    expect((await makeCurrent(first, 1, stranger)).status).toBe(404);
    expect((await makeCurrent(first, 1, proposer)).status).toBe(403);
    expect((await makeCurrent(first, 1, { cookie: limited.cookie })).body.error.detail).toEqual({
      needs: 'approve',
    });
    for (const n of [3, 0, -1, 'x', '1.5', '99999999999999'])
      expect((await makeCurrent(first, n)).status).toBe(404);
    expect((await makeCurrent('nothing', 1)).status).toBe(404);
    expect(await read(second)).toMatchObject({ current: true });
  });

  it("is a 404 for someone who can't read that version", async () => {
    const asEditor = { cookie: editor.cookie };
    const [first = '', second = ''] = await stackOf(2);
    await patch(second, { private: true }, asEditor);
    expect((await makeCurrent(first, 2)).status).toBe(404);
    const seen = (await versionsOf(first, reader)).body.data;
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([first]);
    expect((await versionsOf(first, asEditor)).body.data).toHaveLength(2);
  });
});

describe('when the current version is no longer usable', () => {
  it.each([
    ['archived', (id: string) => patch(id, { status: 'archived' })],
    ['deleted', (id: string) => marque.call('DELETE', `/api/v1/assets/${id}`, { as: writer })],
  ])('because it is %s, the newest other approved one becomes current', async (what, withdraw) => {
    const [first = '', second = '', third = ''] = await stackOf(3);
    await newVersion(first, {}, proposer);
    await withdraw(third);
    expect(await read(second)).toMatchObject({ current: true, supersededBy: null });
    expect(await read(third)).toMatchObject({ current: false, supersededBy: second });
    expect(await read(first)).toMatchObject({ current: false });
    expect(await leadsTo(third)).toBe(`${marque.url}/a/${second}`);

    if (what === 'archived') await patch(third, { status: 'active' });
    else await marque.call('POST', `/api/v1/assets/${third}/restore`, { as: writer });
    expect(await read(third)).toMatchObject({ current: true, supersededBy: null });
    expect(await read(second)).toMatchObject({ current: false, supersededBy: third });
  });

  it('and no other can replace it, it stays, and /c answers as /a does', async () => {
    const [first = '', second = ''] = await stackOf(2);
    await patch(first, { status: 'archived' });
    await patch(second, { status: 'archived' });
    expect(await read(second)).toMatchObject({ current: true });
    expect(await leadsTo(first)).toBe(410);
    expect(await leadsTo(second)).toBe(410);
  });

  it('a replacement set by hand stays', async () => {
    const other = await makeAsset(marque, writer);
    const [first = '', second = ''] = await stackOf(2);
    await patch(second, { supersededBy: other.id });
    await patch(first, { status: 'archived' });
    expect(await read(second)).toMatchObject({ current: true, supersededBy: other.id });
  });
});

describe('/c', () => {
  it('keeps the transform and the query, and may be cached for a minute', async () => {
    const [first = '', second = ''] = await stackOf(2);
    const answer = await marque.call('GET', `/c/${first}/f_webp,w_320?download`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(new RegExp(`/a/${second}/[a-z0-9_,]+\\?download$`));
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    const followed = await marque.call('GET', answer.headers.get('location') ?? '');
    expect(followed.status).toBe(200);
    expect(followed.headers.get('content-type')).toBe('image/webp');
    expect((await marque.call('GET', `/c/${first}/w_0`)).status).toBe(400);
    expect((await marque.call('HEAD', `/c/${first}`)).status).toBe(302);
  });

  it("answers as /a if the caller can't get the current version", async () => {
    const [first = '', second = ''] = await stackOf(2);
    await patch(second, { public: false });
    expect(await leadsTo(first)).toBe(404);
    expect(await leadsTo(first, stranger)).toBe(404);
    const forReader = await marque.call('GET', `/c/${first}`, { as: reader });
    expect(forReader.status).toBe(302);
    expect(forReader.headers.get('cache-control')).toBe('private, max-age=60');
    await patch(second, { public: true, rights: { expires: day(-1) } });
    expect(await leadsTo(first)).toBe(410);
    expect(await leadsTo(first, reader)).toBe(410);
    expect(await leadsTo('nothing')).toBe(404);
    expect(await leadsTo('11111111-1111-4111-8111-111111111111')).toBe(404);
  });

  it('follows grants on the current version, not on the requested one', async () => {
    const asEditor = { cookie: editor.cookie };
    const person = await marque.makePerson();
    const [first = '', second = ''] = await stackOf(2);
    await marque.grant(person.id, 'asset', first, 'read', { place });
    await patch(second, { private: true }, asEditor);
    expect(await leadsTo(first, { cookie: person.cookie })).toBe(404);
    await marque.grant(person.id, 'asset', second, 'read', { place });
    expect(await leadsTo(first, { cookie: person.cookie })).toBe(`${marque.url}/a/${second}`);
    expect(await leadsTo(first, writer)).toBe(404);
  });
});
