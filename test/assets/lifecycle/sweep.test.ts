// The sweep: expired records are deleted, and their bytes if nothing else uses them, even while the same
// bytes are uploaded; nothing else is deleted.
import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { claimKeeping, removeIfUnheld } from '../../../src/assets/delivery/bytes.ts';
import { sweep, type Swept } from '../../../src/assets/lifecycle/sweep.ts';
import { blobKey, renditionKey } from '../../../src/core/storage/contract.ts';
import { DiskStorage } from '../../../src/core/storage/disk.ts';
import { until } from '../../setup/children.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { fileBytes, filesIn, makeAsset, makePicture, openTicket, sendBytes } from '../library.ts';
import { slowKeeping } from '../ingest/slow-keeping.ts';

const { marque, place, writer, reader, stranger: neighbor } = await startWithWorkspace();
let schedules: { name: string; cron: string }[];

beforeAll(async () => {
  // The job runs by itself after a while and every hour, and would count along with these tests.
  await marque.service.jobs.send('sweep');
  schedules = await sql('select name, cron from marque_jobs.schedule');
  await sql('delete from marque_jobs.schedule');
  await until(
    async () =>
      (await sql(`select 1 from marque_jobs.job where name = 'sweep' and state = 'completed'`)).length > 0,
  );
});
afterAll(() => marque.close());
// What an earlier test left must not be in the next one's counts.
beforeEach(() => sweep(marque.service, { whole: true }));

const nothing: Swept = { assets: 0, blobs: 0, tickets: 0, staged: 0, renditions: 0, events: 0 };
const all = () => sweep(marque.service, { whole: true });
const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  marque.service.db.query<Row>(text, values);
const remove = (id: string, as = writer) => marque.call('DELETE', `/api/v1/assets/${id}`, { as });
const statusOf = async (id: string, as = writer) =>
  (await marque.call('GET', `/api/v1/assets/${id}`, { as })).status;

/** Backdates a deletion. */
async function deletedDaysAgo(id: string, days: number): Promise<void> {
  await remove(id);
  await sql('update assets set deleted_at = now() - make_interval(days => $2) where id = $1', [id, days]);
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

/** Backdates stored bytes. */
async function storedDaysAgo(key: string, days: number): Promise<void> {
  const then = daysAgo(days);
  await utimes(path.join(marque.dataDir, key), then, then);
}

const isStored = async (key: string) => (await marque.service.storage.stat(key)) !== null;

describe('deleted assets', () => {
  it('are removed for good after 30 days, with everything that belongs to them', async () => {
    const collection = await marque.makeCollection(place);
    const person = await marque.makePerson();
    const asset = await makeAsset(marque, writer, { collections: [collection] });
    const { id, sha256 } = asset;
    await marque.grant(person.id, 'asset', id, 'read', { place });
    expect((await marque.call('GET', `/a/${id}/w_37`)).status).toBe(200);
    await deletedDaysAgo(id, 31);
    await storedDaysAgo(blobKey(sha256), 31);

    expect(await all()).toEqual({ ...nothing, assets: 1, blobs: 1 });

    expect(await statusOf(id)).toBe(404);
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(404);
    expect((await marque.call('POST', `/api/v1/assets/${id}/restore`, { as: writer })).status).toBe(404);
    expect(await isStored(blobKey(sha256))).toBe(false);
    expect((await filesIn(marque, 'renditions')).filter((file) => file.includes(sha256))).toEqual([]);
    for (const table of [
      `select 1 from marque.collection_assets where asset_id = '${id}'`,
      `select 1 from grants where resource_id = '${id}'`,
      `select 1 from marque.effective_grants where resource_id = '${id}'`,
      `select 1 from marque.loose_renditions where sha256 = '${sha256}'`,
    ])
      expect(await sql(table)).toEqual([]);
    const events = await sql<{ type: string; actor_name: string }>(
      `select type, actor_name from marque.events where subject_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(events).toEqual([{ type: 'asset.purged', actor_name: 'Marque' }]);
    expect(await all()).toEqual(nothing);
  });

  it('stay until then, and can be restored until the end', async () => {
    const { id, sha256 } = await makeAsset(marque, writer);
    await deletedDaysAgo(id, 29);
    await storedDaysAgo(blobKey(sha256), 300);
    expect(await all()).toEqual(nothing);
    expect((await marque.call('POST', `/api/v1/assets/${id}/restore`, { as: writer })).status).toBe(200);
    expect((await marque.call('GET', `/a/${id}`)).status).toBe(200);
  });

  it('leave bytes that another asset uses, in any workspace and state', async () => {
    const bytes = await makePicture();
    const [mine, theirs] = [
      (await fileBytes(marque, writer, bytes)).body.data,
      (await fileBytes(marque, neighbor, bytes)).body.data,
    ];
    await storedDaysAgo(blobKey(mine.sha256), 60);
    await deletedDaysAgo(mine.id, 31);
    expect(await all()).toEqual({ ...nothing, assets: 1 });
    const served = await marque.call('GET', `/a/${theirs.id}`);
    expect(served.bytes.equals(bytes)).toBe(true);

    // Deleted only recently: it can still be restored.
    await remove(theirs.id, neighbor);
    await storedDaysAgo(blobKey(mine.sha256), 60);
    expect(await all()).toEqual(nothing);
    await deletedDaysAgo(theirs.id, 31);
    await sql(`update assets set deleted_at = now() - interval '31 days' where id = $1`, [theirs.id]);
    expect(await all()).toEqual({ ...nothing, assets: 1, blobs: 1 });
    expect(await isStored(blobKey(mine.sha256))).toBe(false);
  });

  it('leave bytes that an upload is about to file', async () => {
    const bytes = await makePicture();
    const asset = (await fileBytes(marque, writer, bytes)).body.data;
    await deletedDaysAgo(asset.id, 31);
    const { token } = await sendBytes(marque, neighbor, bytes);
    await storedDaysAgo(blobKey(asset.sha256), 60);
    expect(await all()).toEqual({ ...nothing, assets: 1 });
    const filed = await marque.call('POST', '/api/v1/assets', { as: neighbor, body: { token } });
    expect(filed.status).toBe(201);
    expect((await marque.call('GET', `/a/${filed.body.data.id}`)).bytes.equals(bytes)).toBe(true);
  });

  it('leave a stack intact: references to them are cleared, and another version becomes current', async () => {
    const first = await makeAsset(marque, writer);
    const second = await makeAsset(marque, writer, { versionOf: first.id });
    const copy = await makeAsset(marque, writer, { parentAssetId: second.id });
    await marque.call('PATCH', `/api/v1/assets/${first.id}`, { as: writer, body: { status: 'archived' } });
    await deletedDaysAgo(second.id, 31);
    const before = await marque.call('GET', `/api/v1/assets/${first.id}`, { as: writer });
    expect(before.body.data).toMatchObject({ current: false, supersededBy: second.id });
    expect((await all()).assets).toBe(1);
    const after = await marque.call('GET', `/api/v1/assets/${first.id}`, { as: reader });
    expect(after.body.data).toMatchObject({ version: 1, current: true, supersededBy: null });
    const child = await marque.call('GET', `/api/v1/assets/${copy.id}`, { as: reader });
    expect(child.body.data.parentAssetId).toBeNull();
    const third = await makeAsset(marque, writer, { versionOf: first.id });
    expect(third).toMatchObject({ current: true, stackId: first.stackId ?? first.id });
  });

  it('are removed once when two sweeps run at the same moment, however many there are', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => makeAsset(marque, writer)));
    for (const { id, sha256 } of made) {
      await deletedDaysAgo(id, 40);
      await storedDaysAgo(blobKey(sha256), 40);
    }
    const both = await Promise.all([all(), all()]);
    expect(both[0].assets + both[1].assets).toBe(12);
    const events = await sql(
      `select 1 from marque.events where type = 'asset.purged' and subject_id = any($1)`,
      [made.map(({ id }) => id)],
    );
    expect(events).toHaveLength(12);
    for (const { sha256 } of made) expect(await isStored(blobKey(sha256))).toBe(false);
  });

  it('stop being removed when the process stops, and the next sweep continues', async () => {
    const { id } = await makeAsset(marque, writer);
    await deletedDaysAgo(id, 31);
    expect(await sweep(marque.service, { whole: true, signal: AbortSignal.abort() })).toEqual(nothing);
    expect(await statusOf(id)).toBe(200);
    expect((await all()).assets).toBe(1);
  });
});

describe('a purge during an upload of the same bytes', () => {
  it.each([1, 2, 3, 4, 5, 6])('leaves what was filed with its bytes (%i)', async () => {
    const bytes = await makePicture();
    const old = (await fileBytes(marque, writer, bytes)).body.data;
    await deletedDaysAgo(old.id, 31);
    await storedDaysAgo(blobKey(old.sha256), 31);
    const form = () => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'again.png');
      return marque.call('POST', '/api/v1/assets', { as: writer, body });
    };
    const [, filed, theirs] = await Promise.all([all(), form(), fileBytes(marque, neighbor, bytes), all()]);
    expect(filed.status).toBe(201);
    for (const reply of [filed, theirs]) {
      const served = await marque.call('GET', `/a/${reply.body.data.id}`);
      expect(served.status).toBe(200);
      expect(served.bytes.equals(bytes)).toBe(true);
    }
    expect(await statusOf(old.id)).toBe(404);
  });

  it('leaves bytes that are being stored, however long the storage takes', async () => {
    const { service } = marque;
    const bytes = await makePicture();
    const old = (await fileBytes(marque, writer, bytes)).body.data;
    await sql('delete from assets where id = $1', [old.id]);
    await storedDaysAgo(blobKey(old.sha256), 31);
    const slow = slowKeeping(new DiskStorage(marque.dataDir));
    const storage = claimKeeping(slow.storage, service.db);
    const staged = await storage.stage(Readable.from([bytes]), { maxBytes: bytes.length });
    const keeping = storage.keep(staged);
    await slow.begun;

    expect(await removeIfUnheld(service, old.sha256, new Date())).toBe(false);
    expect(await isStored(blobKey(old.sha256))).toBe(true);

    slow.goOn();
    await keeping;
    expect(await sql('select 1 from marque.blob_claims where sha256 = $1', [old.sha256])).toEqual([]);
    // New by now, and therefore left for the record that is about to use it.
    expect(await removeIfUnheld(service, old.sha256, daysAgo(1))).toBe(false);
    expect(await isStored(blobKey(old.sha256))).toBe(true);
  });

  it('makes uploads of the same bytes wait until a removal is done', async () => {
    const { service } = marque;
    const bytes = await makePicture();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const staged = await service.storage.stage(Readable.from([bytes]), { maxBytes: bytes.length });
    const claim = randomUUID();
    await sql('select marque.claim_blob($1, $2, true, 60)', [sha256, claim]);
    const done: string[] = [];
    const keeping = service.storage.keep(staged).then(() => done.push('stored'));
    // An upload of other bytes isn't delayed.
    await makeAsset(marque, writer);
    expect(await isStored(blobKey(sha256))).toBe(false);

    done.push('removed');
    await sql('delete from marque.blob_claims where id = $1', [claim]);
    await keeping;
    expect(done).toEqual(['removed', 'stored']);
    expect(await isStored(blobKey(sha256))).toBe(true);
  });

  it("doesn't make uploads wait for the removal of a killed process", async () => {
    const { service } = marque;
    const bytes = await makePicture();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const staged = await service.storage.stage(Readable.from([bytes]), { maxBytes: bytes.length });
    await sql('select marque.claim_blob($1, $2, true, 60)', [sha256, randomUUID()]);
    await sql(`update marque.blob_claims set until = now() - interval '1 second' where sha256 = $1`, [
      sha256,
    ]);

    await service.storage.keep(staged);
    expect(await isStored(blobKey(sha256))).toBe(true);
  });

  it('reports to the upload when a removal came in between', async () => {
    const { service } = marque;
    const bytes = await makePicture();
    const slow = slowKeeping(new DiskStorage(marque.dataDir));
    const storage = claimKeeping(slow.storage, service.db);
    const staged = await storage.stage(Readable.from([bytes]), { maxBytes: bytes.length });
    const keeping = storage.keep(staged);
    await slow.begun;
    // Its process was paused for so long that the claim expired, and the sweep ran.
    await sql(`update marque.blob_claims set until = now() - interval '1 second' where sha256 = $1`, [
      staged.sha256,
    ]);
    expect(await removeIfUnheld(service, staged.sha256, new Date())).toBe(true);

    slow.goOn();
    await expect(keeping).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('bytes', () => {
  it('that nothing uses are removed after a day, and not before', async () => {
    const young = await makeAsset(marque, writer);
    const old = await makeAsset(marque, writer);
    await sql('delete from assets where id = any($1)', [[young.id, old.id]]);
    await storedDaysAgo(blobKey(old.sha256), 2);
    expect(await all()).toEqual({ ...nothing, blobs: 1 });
    expect(await isStored(blobKey(young.sha256))).toBe(true);
    expect(await isStored(blobKey(old.sha256))).toBe(false);
  });

  it('of a deleted workspace are removed too, unless another workspace uses them', async () => {
    const closing = await marque.makePlace();
    const key = await marque.makeKey(closing, 'write');
    const bytes = await makePicture();
    const shared = (await fileBytes(marque, key, bytes)).body.data;
    const own = await makeAsset(marque, key);
    const kept = (await fileBytes(marque, neighbor, bytes)).body.data;
    await sql('delete from assets where workspace_id = $1', [closing.workspaceId]);
    for (const { sha256 } of [shared, own]) await storedDaysAgo(blobKey(sha256), 3);
    expect(await all()).toEqual({ ...nothing, blobs: 1 });
    expect((await marque.call('GET', `/a/${kept.id}`)).status).toBe(200);
  });

  it('are scanned once a day unless requested', async () => {
    const orphan = async () => {
      const { id, sha256 } = await makeAsset(marque, writer);
      await sql('delete from assets where id = $1', [id]);
      await storedDaysAgo(blobKey(sha256), 3);
    };
    const aDayLater = () => sql(`update marque.sweeps set began_at = began_at - interval '1 day'`);
    await orphan();
    await aDayLater();
    expect((await sweep(marque.service)).blobs).toBe(1);
    await orphan();
    expect((await sweep(marque.service)).blobs).toBe(0);
    await aDayLater();
    expect((await sweep(marque.service)).blobs).toBe(1);
  });
});

describe('renditions', () => {
  it('are removed after 30 days and rendered again when requested', async () => {
    const { id, sha256 } = await makeAsset(marque, writer);
    const url = `/a/${id}/w_20,f_png`;
    const first = await marque.call('GET', url);
    expect(first.status).toBe(200);
    const [file = ''] = (await filesIn(marque, 'renditions')).filter((one) => one.includes(sha256));
    const key = renditionKey(sha256, path.basename(file));
    await storedDaysAgo(key, 29);
    expect(await all()).toEqual(nothing);
    await storedDaysAgo(key, 31);
    expect(await all()).toEqual({ ...nothing, renditions: 1 });
    expect(await isStored(key)).toBe(false);
    expect(await isStored(blobKey(sha256))).toBe(true);
    expect((await marque.call('GET', url)).bytes.equals(first.bytes)).toBe(true);
  });
});

describe('uploads that were never filed', () => {
  it('are removed after two days, with their bytes', async () => {
    const bytes = await makePicture();
    const { token } = await sendBytes(marque, writer, bytes);
    await openTicket(marque, writer, bytes);
    const fresh = await sendBytes(marque, writer, await makePicture());
    const [before] = await sql<{ staged_key: string }>(
      'select staged_key from marque.upload_tickets where id = $1',
      [token],
    );
    await sql(
      `update marque.upload_tickets set created_at = created_at - interval '3 days', expires_at = expires_at - interval '3 days' where id <> $1`,
      [fresh.token],
    );
    const swept = await all();
    expect(swept.tickets).toBeGreaterThanOrEqual(2);
    expect(await isStored(before?.staged_key ?? '')).toBe(false);
    const late = await marque.call('POST', '/api/v1/assets', { as: writer, body: { token } });
    expect(late.status).toBe(410);
    const filed = await marque.call('POST', '/api/v1/assets', { as: writer, body: { token: fresh.token } });
    expect(filed.status).toBe(201);
  });

  it('and orphaned staged files are removed too', async () => {
    async function* body() {
      yield await makePicture();
    }
    const old = await marque.service.storage.stage(body(), { maxBytes: 1_000_000 });
    const young = await marque.service.storage.stage(body(), { maxBytes: 1_000_000 });
    await storedDaysAgo(old.key, 3);
    expect(await all()).toEqual({ ...nothing, staged: 1 });
    expect(await isStored(old.key)).toBe(false);
    expect(await isStored(young.key)).toBe(true);
  });
});

describe('events', () => {
  it('are removed after 400 days', async () => {
    const { id } = await makeAsset(marque, writer);
    await sql(
      `insert into marque.events (at, type, workspace_id, actor_kind, actor_name, subject_id)
       select now() - make_interval(days => d), 'asset.changed', w, 'system', 'Marque', $1
       from unnest(array[399, 401]) d, unnest(array[$2::uuid, null]) w`,
      [id, place.workspaceId],
    );
    expect((await all()).events).toBe(2);
    const left = await sql(`select 1 from marque.events where subject_id = $1`, [id]);
    expect(left).toHaveLength(3);
    expect(await all()).toEqual(nothing);
  });
});

describe('the hourly job', () => {
  it('sweeps when it is triggered, and is scheduled every hour', async () => {
    const { id } = await makeAsset(marque, writer);
    await deletedDaysAgo(id, 31);
    await Promise.all([marque.service.jobs.send('sweep'), marque.service.jobs.send('sweep')]);
    await until(async () => (await statusOf(id)) === 404);
    const events = await sql(`select 1 from marque.events where subject_id = $1 and type = 'asset.purged'`, [
      id,
    ]);
    expect(events).toHaveLength(1);
    expect(schedules).toContainEqual({ name: 'sweep', cron: '17 * * * *' });
  });
});
