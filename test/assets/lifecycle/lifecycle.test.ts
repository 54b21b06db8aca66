// The lifecycle of an asset over HTTP: every status change and no other, deleting and restoring, and who sees
// it at each point.
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from '../../setup/random.ts';
import { createLocalReq } from 'payload';
import { movesFrom } from '../../../src/assets/rules.ts';
import { statuses, type Status } from '../../../src/assets/schemas.ts';
import { day } from '../../setup/days.ts';
import type { Caller, Person } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { fileBytes, makeAsset, makePicture } from '../library.ts';

const { marque, place, editor, asEditor, reader, proposer, writer, stranger } = await startWithWorkspace();
afterAll(() => marque.close());

/** An asset in a status, whichever changes lead there. */
async function assetIn(status: Status, meta: Record<string, unknown> = {}): Promise<string> {
  const { id } = await makeAsset(marque, writer, meta);
  await marque.service.db.query('update assets set status = $2::enum_assets_status where id = $1', [
    id,
    status,
  ]);
  return id as string;
}

const patch = (id: string, body: Record<string, unknown>, as: Caller = writer) =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as, body });
const read = (id: string, as: Caller = writer) => marque.call('GET', `/api/v1/assets/${id}`, { as });
const remove = (id: string, as: Caller = writer) => marque.call('DELETE', `/api/v1/assets/${id}`, { as });
const restore = (id: string, as: Caller = writer) =>
  marque.call('POST', `/api/v1/assets/${id}/restore`, { as });

describe('a status change', () => {
  const table: Record<Status, Status[]> = {
    draft: ['proposed', 'active'],
    proposed: ['active', 'rejected', 'draft'],
    active: ['archived'],
    archived: ['active'],
    rejected: ['active', 'draft'],
  };

  it.each(statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'from %s to %s follows the table',
    async (from, to) => {
      const id = await assetIn(from);
      const allowed = table[from].includes(to);
      const answer = await patch(id, { status: to, reviewNote: 'because' });

      expect(answer.status).toBe(allowed ? 200 : 409);
      expect((await read(id)).body.data.status).toBe(allowed ? to : from);
      if (!allowed) {
        expect(answer.body.error.detail.moves).toEqual(expect.arrayContaining(table[from]));
        expect(answer.body.error.detail.moves).toHaveLength(table[from].length);
      }
    },
  );

  it('is one of those in the table', () => {
    for (const status of statuses) expect(movesFrom(status).sort()).toEqual([...table[status]].sort());
  });

  it.each([
    ['draft', 'active'],
    ['proposed', 'active'],
    ['proposed', 'rejected'],
    ['active', 'archived'],
    ['archived', 'active'],
  ] as const)('from %s to %s needs the ability to approve', async (from, to) => {
    const person = await marque.makeMember(place, 'write', { limits: ['approve'] });
    const id = await assetIn(from);

    const refused = await patch(id, { status: to, reviewNote: 'because' }, { cookie: person.cookie });
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'approve' });
    expect((await read(id)).body.data.status).toBe(from);
  });

  it('is refused with propose alone, and a rejection requires a note', async () => {
    const id = await assetIn('proposed');
    expect((await patch(id, { status: 'active' }, proposer)).status).toBe(403);
    const silent = await patch(id, { status: 'rejected' });
    expect(silent.status).toBe(422);
    expect(silent.body.error.detail.issues[0].path).toBe('reviewNote');
    expect((await read(id)).body.data.status).toBe('proposed');
  });
});

describe('the state', () => {
  it('is computed from status, dates and deletion', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...statuses),
        fc.option(fc.integer({ min: -2, max: 2 })),
        fc.option(fc.integer({ min: -2, max: 2 })),
        fc.boolean(),
        async (status, expires, embargo, deleted) => {
          const id = await assetIn(status, {
            rights: {
              expires: expires === null ? null : day(expires),
              embargo: embargo === null ? null : day(embargo),
            },
          });
          if (deleted) expect((await remove(id)).status).toBe(200);
          const { state } = (await read(id)).body.data;
          const expected = deleted
            ? 'deleted'
            : status === 'active' && expires !== null && expires < 0
              ? 'expired'
              : status;
          expect(state).toBe(expected);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('deleting an asset', () => {
  it('hides it immediately from everyone except those who can restore it', async () => {
    const { id } = await makeAsset(marque, writer);
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(200);

    const deleted = await remove(id);
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ data: { deleted: true } });

    for (const url of [`/a/${id}`, `/a/${id}/w_320`, `/c/${id}`])
      for (const as of [null, reader, writer])
        expect((await marque.call('GET', url, { as })).status).toBe(410);
    const seen = await read(id);
    expect(seen.body.data).toMatchObject({ id, state: 'deleted', status: 'active' });
    expect(Date.parse(seen.body.data.deletedAt)).toBeGreaterThan(Date.now() - 60_000);
    const described = await marque.call('GET', `/api/v1/assets/${id}/description`, { as: asEditor });
    expect(described.body.state).toBe('deleted');
    for (const as of [reader, proposer, stranger]) {
      for (const path of ['', '/description', '/content', '/content/w_320', '/versions'])
        expect((await marque.call('GET', `/api/v1/assets/${id}${path}`, { as })).status).toBe(404);
      expect(
        (await marque.call('POST', `/api/v1/assets/${id}/proposed-tags`, { as, body: { tags: ['x'] } }))
          .status,
      ).toBe(404);
    }
    for (const path of ['/content', '/content/w_641', '/content/f_webp'])
      expect((await marque.call('GET', `/api/v1/assets/${id}${path}`, { as: writer })).status).toBe(404);
    // The trash shows them what they could restore.
    expect((await marque.call('GET', `/api/v1/assets/${id}/content/w_320`, { as: writer })).status).toBe(200);
  });

  it("does nothing the second time: the time to restore doesn't start over", async () => {
    const { id } = await makeAsset(marque, writer);
    await remove(id);
    await marque.service.db.query(
      `update assets set deleted_at = deleted_at - interval '3 days' where id = $1`,
      [id],
    );
    const { deletedAt } = (await read(id)).body.data;
    const again = await remove(id);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ data: { deleted: true } });
    expect((await read(id)).body.data.deletedAt).toBe(deletedAt);
    const events = await marque.service.db.query(
      `select type from marque.events where subject_id = $1 and type = 'asset.deleted'`,
      [id],
    );
    expect(events).toHaveLength(1);
  });

  it('needs write and its ability, on an asset that exists', async () => {
    const { id } = await makeAsset(marque, writer);
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });

    expect((await remove(id, null)).status).toBe(401);
    expect((await remove(id, stranger)).status).toBe(404);
    expect((await remove(id, proposer)).body.error).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'write', has: 'propose' },
    });
    const refused = await remove(id, { cookie: limited.cookie });
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'delete' });
    expect((await remove('not-an-id')).status).toBe(404);
    expect((await remove('11111111-1111-4111-8111-111111111111')).status).toBe(404);
    expect((await read(id, reader)).body.data.state).toBe('active');
  });

  it('allows no changes or suggestions until it is restored', async () => {
    const { id } = await makeAsset(marque, writer);
    await remove(id);
    const changed = await patch(id, { title: 'Another' });
    expect(changed.status).toBe(409);
    expect(changed.body.error.message).toContain('Restore it');
    expect((await patch(id, { status: 'archived' })).status).toBe(409);
  });

  it('frees its bytes: the same file becomes a new asset, and both can exist', async () => {
    const bytes = await makePicture();
    const first = await fileBytes(marque, writer, bytes);
    await remove(first.body.data.id);
    const second = await fileBytes(marque, writer, bytes);
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    expect((await restore(first.body.data.id)).status).toBe(200);
    expect((await marque.call('GET', `/a/${first.body.data.id}`)).bytes.equals(bytes)).toBe(true);
    expect((await marque.call('GET', `/a/${second.body.data.id}`)).bytes.equals(bytes)).toBe(true);
  });
});

describe('restoring an asset', () => {
  it.each(statuses)('brings it back as it was: %s', async (status) => {
    const id = await assetIn(status, { tags: ['kept'] });
    const before = (await read(id)).body.data;
    await remove(id);
    const restored = await restore(id);
    expect(restored.status).toBe(200);
    expect(restored.body.data).toEqual({ ...before, updatedAt: expect.any(String) });
    expect((await read(id, reader)).status).toBe(200);
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(
      status === 'active' ? 200 : status === 'archived' ? 410 : 404,
    );
  });

  it('needs write and the ability to delete, on an asset that is deleted', async () => {
    const { id } = await makeAsset(marque, writer);
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });
    const alive = await restore(id);
    expect(alive.status).toBe(409);
    expect(alive.body.error.code).toBe('conflict');

    await remove(id);
    expect((await restore(id, null)).status).toBe(401);
    expect((await restore(id, stranger)).status).toBe(404);
    expect((await restore(id, proposer)).status).toBe(404);
    const refused = await restore(id, { cookie: limited.cookie });
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'delete' });
    expect((await read(id)).body.data.state).toBe('deleted');
  });

  it('happens once when two callers try at the same moment', async () => {
    const { id } = await makeAsset(marque, writer);
    await remove(id);
    const answers = await Promise.all([restore(id), restore(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const events = await marque.service.db.query(
      `select type from marque.events where subject_id = $1 and type = 'asset.restored'`,
      [id],
    );
    expect(events).toHaveLength(1);
  });
});

describe("Payload's own endpoint", () => {
  // Only the operations' own app answers here; the collection is called as the panel's forms call it.
  it('follows the same rules: no trash without the ability, and no custom date', async () => {
    const { id } = await makeAsset(marque, writer);
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });
    const update = async (person: Person, data: Record<string, unknown>) => {
      const user = await marque.payload.findByID({ collection: 'users', id: person.id });
      const [session] = await marque.service.db.query<{ id: string }>(
        'select id from users_sessions where _parent_id = $1',
        [person.id],
      );
      const signedIn = { ...user, collection: 'users', _sid: session?.id };
      const req = await createLocalReq({ user: signedIn as never }, marque.payload);
      req.payloadAPI = 'REST';
      return marque.payload.update({
        collection: 'assets',
        id,
        data: data,
        req,
        overrideAccess: false,
        trash: true,
        depth: 0,
      });
    };
    await expect(update(limited, { deletedAt: new Date().toISOString() })).rejects.toMatchObject({
      status: 403,
    });
    await update(editor, { deletedAt: '2001-01-01T00:00:00.000Z' });
    const { deletedAt } = (await read(id)).body.data;
    expect(Date.parse(deletedAt)).toBeGreaterThan(Date.now() - 60_000);
    await expect(update(editor, { reviewNote: 'changed' })).rejects.toMatchObject({ status: 409 });
    await update(editor, { deletedAt: null });
    expect((await read(id)).body.data.state).toBe('active');
  });
});
