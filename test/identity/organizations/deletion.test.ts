// Deleting organizations and workspaces: everything in them is deleted, in every table, on disk and in
// memory; nothing else is.
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { searchOf } from '../../../src/assets/search/search.ts';
import { sweep } from '../../../src/assets/lifecycle/sweep.ts';
import { blobKey } from '../../../src/core/storage/contract.ts';
import { makeWorkspace } from '../../core/access/resources.ts';
import { fileBytes, filesIn, makeAsset, makePicture, openTicket, sendBytes } from '../../assets/library.ts';
import { until } from '../../setup/children.ts';
import { startService, type Place } from '../../setup/service.ts';
import { beyond, everyRow, filesToSweep, fillTheRest } from './everything.ts';
import { fillWorkspace, marker } from './filled-workspace.ts';

let place: Place;

const marque = await startService();
const boss = await marque.makePerson('Bea Boss');
place = await marque.makePlace('Stays');
await marque.grant(boss.id, 'organization', place.organizationId, 'admin', { place });
afterAll(() => marque.close());

const sql = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  marque.service.db.query<Row>(text, values);

async function makeOwn(name: string): Promise<Place> {
  const own = await marque.makePlace(name);
  await marque.grant(boss.id, 'organization', own.organizationId, 'admin', { place: own });
  return own;
}

const removeOrganization = (id: string, by = boss) =>
  marque.call('DELETE', `/api/v1/organizations/${id}`, { as: by });
const removeWorkspace = (id: string, by = boss) =>
  marque.call('DELETE', `/api/v1/workspaces/${id}`, { as: by });

/** Backdates stored bytes past any upload that could still be running. */
async function storedLongAgo(sha256: string): Promise<void> {
  const then = new Date(Date.now() - 60 * 60 * 1000);
  await utimes(path.join(marque.dataDir, blobKey(sha256)), then, then);
}

describe('deleting an organization', () => {
  it('leaves nothing of it in any table, and deletes nothing else', async () => {
    const shared = await makePicture();
    const staying = await fillWorkspace(marque, boss, place, shared);
    const readers = await Promise.all([marque.makePerson('One'), marque.makePerson('Two')]);
    const before = await everyRow(marque.service.db);

    const own = await makeOwn(`${marker} organization`);
    const second = await makeWorkspace(marque, own, `${marker} second`);
    const going = await fillWorkspace(marque, boss, own, shared);
    await fillWorkspace(marque, boss, second, await makePicture());
    await marque.makeKey(own, 'read', { ownerId: readers[0].id });
    const rows = new Map<string, string>([
      ['public.organizations', own.organizationId],
      ['public.workspaces', own.workspaceId],
      ['public.assets', going.asset.id as string],
      ['public.collections', going.collection.id],
      ['public.users', boss.id],
    ]);
    for (const table of ['brands', 'grants', 'keys', 'fields']) {
      const [row] = await sql<{ id: string }>(`select id from ${table} where workspace_id = $1 limit 1`, [
        own.workspaceId,
      ]);
      if (row) rows.set(`public.${table}`, row.id);
    }
    const [event] = await sql<{ id: string }>(
      'select id from marque.events where workspace_id = $1 limit 1',
      [own.workspaceId],
    );
    rows.set('marque.events', event?.id ?? '');
    expect(await fillTheRest(marque.service.db, before, rows, marker)).toEqual([]);

    const people = await sql<{ id: string }>(
      'select id from users union select id::uuid from users_sessions',
    );
    const kept = new Set(people.map(({ id }) => id));
    const old = [...before.values()].flatMap((texts) => [...texts]).join();
    const filled = beyond(await everyRow(marque.service.db), before).filter(
      (row) => !/^public\.users/.test(row),
    );
    const ids = new Set(
      filled.flatMap((row) => row.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []),
    );
    const its = [...ids].filter((id) => !kept.has(id) && !old.includes(id));
    expect(its.length).toBeGreaterThan(20);

    expect((await removeOrganization(own.organizationId)).body).toEqual({ data: { deleted: true } });

    const after = await everyRow(marque.service.db);
    const left = beyond(after, before).filter((row) => !row.startsWith(`${filesToSweep}: `));
    const recorded = left.filter(
      (row) => row.startsWith('marque.events: ') && row.includes('organization.deleted'),
    );
    expect(recorded).toHaveLength(1);
    expect(
      left.filter(
        (row) =>
          !/^public\.users/.test(row) &&
          !recorded.includes(row) &&
          (row.includes(marker) || its.some((id) => row.includes(id))),
      ),
    ).toEqual([]);
    // In what stays, only counters have changed: how often its keys were used, and up to where webhooks have read.
    const lost = beyond(before, after).filter(
      (row) => !/^(?:public\.keys|marque\.webhook_position): /.test(row),
    );
    expect(lost).toEqual([]);
    expect(after.get('marque.webhook_position')?.size).toBe(1);

    // Nothing of it is found, served, listed or counted.
    for (const caller of [boss, staying.caller]) {
      for (const at of [`assets/${going.asset.id}`, `collections/${going.collection.id}`])
        expect((await marque.call('GET', `/api/v1/${at}`, { as: caller })).status).toBe(404);
      const found = await marque.call('GET', `/api/v1/assets?q=${marker}`, {
        as: caller,
        headers: { 'x-workspace': place.workspaceId },
      });
      expect(
        found.body.data.every(
          ({ workspaceId }: { workspaceId: string }) => workspaceId === place.workspaceId,
        ),
      ).toBe(true);
    }
    expect((await marque.call('GET', `/a/${going.asset.id}`)).status).toBe(404);
    expect((await marque.call('GET', `/c/${going.asset.id}`)).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/me', { as: going.caller })).status).toBe(401);
    expect((await marque.call('GET', '/api/v1/organizations', { as: going.reader })).body.data).toEqual([]);
    expect((await marque.call('GET', '/api/v1/organizations', { as: boss })).body.data).toMatchObject([
      { id: place.organizationId },
    ]);
    expect((await removeOrganization(own.organizationId)).status).toBe(404);
    const search = searchOf(marque.service);
    await until(async () => !search.holds(own.workspaceId) && !search.holds(second.workspaceId));
    expect(search.holds(place.workspaceId)).toBe(true);
  });

  it('leaves its files to the next sweep, except those that another workspace uses', async () => {
    const shared = await makePicture();
    const { key } = await marque.makeKey(place, 'write');
    const theirs = (await fileBytes(marque, { key }, shared)).body.data;
    // Files that earlier deletions left aren't counted here.
    const anHourOn = () => sweep(marque.service, { now: new Date(Date.now() + 60 * 60 * 1000) });
    await anHourOn();
    const files = async () =>
      [
        ...(await filesIn(marque, 'blobs')),
        ...(await filesIn(marque, 'staged')),
        ...(await filesIn(marque, 'renditions')),
      ].sort();
    const before = await files();

    const own = await makeOwn('Files');
    const { asset, version, twin } = await fillWorkspace(marque, boss, own, shared);
    expect(twin.sha256).toBe(theirs.sha256);
    for (const { sha256 } of [asset, version]) await storedLongAgo(sha256 as string);
    await removeOrganization(own.organizationId);
    const swept = await sweep(marque.service);
    expect(swept.blobs).toBe(2);

    // New files may be about to get a record: they are removed by the sweep after.
    await anHourOn();
    expect((await files()).filter((file) => !file.includes(theirs.sha256 as string))).toEqual(
      before.filter((file) => !file.includes(theirs.sha256 as string)),
    );
    expect((await marque.call('GET', `/a/${theirs.id}`)).bytes.equals(shared)).toBe(true);
    expect(await sql(`select 1 from ${filesToSweep}`)).toEqual([]);
  });

  it("is refused for the server's only one, also when two are deleted at the same moment", async () => {
    const others = await sql<{ id: string }>('select id from organizations where id <> $1', [
      place.organizationId,
    ]);
    expect(others).toEqual([]);
    const refused = await removeOrganization(place.organizationId);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('conflict');

    const one = await makeOwn('First');
    const owns = await makeOwn('Second');
    const answers = await Promise.all(
      [one, owns, place].map(({ organizationId }) => removeOrganization(organizationId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    // The other tests of this file use the one that stayed.
    const [left] = await sql<{ id: string; slug: string }>('select id, slug from organizations');
    const [workspace] = await sql<{ id: string }>('select id from workspaces');
    place = {
      organizationId: left?.id ?? '',
      organizationSlug: left?.slug ?? '',
      workspaceId: workspace?.id ?? '',
      workspaceSlug: 'library',
    };
  });

  it('twice at the same moment deletes it once', async () => {
    const own = await makeOwn('Twice');
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => removeOrganization(own.organizationId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const events = await sql(
      `select 1 from marque.events where type = 'organization.deleted' and subject_id = $1`,
      [own.organizationId],
    );
    expect(events).toHaveLength(1);
  });

  it('is for its admins: lower scopes get the missing scope as error, others a 404', async () => {
    const own = await makeOwn('Guarded');
    for (const scope of ['read', 'propose', 'write'] as const) {
      const person = await marque.makePerson();
      await marque.grant(person.id, 'organization', own.organizationId, scope, { place: own });
      const refused = await removeOrganization(own.organizationId, person);
      expect(refused.status).toBe(403);
      expect(refused.body.error.detail).toEqual({ needs: 'admin', has: scope });
    }
    const admin = await marque.makeMember(own, 'admin');
    const { key } = await marque.makeKey(own, 'admin', { ownerId: admin.id });
    expect((await removeOrganization(own.organizationId, admin)).status).toBe(404);
    expect(
      (await marque.call('DELETE', `/api/v1/organizations/${own.organizationId}`, { as: { key } })).status,
    ).toBe(404);
    expect((await removeOrganization('no-id')).status).toBe(404);
    expect((await marque.call('DELETE', `/api/v1/organizations/${own.organizationId}`)).status).toBe(401);
  });

  it('lets running requests end with a clean answer', async () => {
    for (let round = 0; round < 4; round += 1) {
      const own = await makeOwn(`In flight ${round}`);
      const { key } = await marque.makeKey(own, 'admin', { madeById: boss.id });
      const caller = { key };
      const collection = await marque.makeCollection(own);
      const assets = await Promise.all(Array.from({ length: 4 }, () => makeAsset(marque, caller)));
      const ticket = await sendBytes(marque, caller, await makePicture());
      const late = await openTicket(marque, caller, await makePicture());
      const requests = () =>
        assets.flatMap(({ id }, index) => [
          marque.call('PATCH', `/api/v1/assets/${id}`, {
            as: caller,
            body: { title: `Title ${index}`, private: true, tags: ['a'] },
          }),
          marque.call('POST', `/api/v1/collections/${collection}/assets`, {
            as: caller,
            body: { add: [id] },
          }),
          marque.call('POST', `/api/v1/assets/${id}/proposed-tags`, { as: caller, body: { tags: ['b'] } }),
          marque.call('GET', `/api/v1/assets/${id}`, { as: caller }),
          marque.call('GET', `/a/${id}/w_2${index}`),
          marque.call('GET', '/api/v1/assets?q=a', { as: caller }),
          marque.call('DELETE', `/api/v1/assets/${id}`, { as: caller }),
          marque.call('POST', '/api/v1/keys', { as: caller, body: { name: 'A key', scope: 'read' } }),
          marque.call('POST', '/api/v1/fields', {
            as: caller,
            body: { key: `k${index}`, label: 'A field', type: 'text' },
          }),
          marque.call('POST', '/api/v1/grants', {
            as: boss,
            body: { user: boss.id, resource: 'asset', resourceId: id, scope: 'read' },
          }),
        ]);
      const all = [
        ...requests(),
        marque.call('POST', '/api/v1/assets', { as: caller, body: { token: ticket.token } }),
        marque.call('PUT', late.uploadUrl, { body: await makePicture() }),
        removeOrganization(own.organizationId),
        ...requests(),
      ];
      const statuses = (await Promise.all(all)).map(({ status }) => status);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect((await marque.call('GET', `/api/v1/assets/${assets[0].id}`, { as: boss })).status).toBe(404);
      const left = await sql(
        'select 1 from workspaces where organization_id = $1 union all select 1 from assets where workspace_id is null',
        [own.organizationId],
      );
      expect(left).toEqual([]);
    }
  });
});

describe('deleting a workspace', () => {
  it('deletes what is in it, and keeps the other ones and one event on the organization', async () => {
    const own = await makeOwn('Rooms');
    const going = await makeWorkspace(marque, own, `${marker} room`);
    const stays = await fillWorkspace(marque, boss, own, await makePicture());
    const { asset, caller } = await fillWorkspace(marque, boss, going, await makePicture());

    expect((await removeWorkspace(going.workspaceId)).body).toEqual({ data: { deleted: true } });
    expect((await marque.call('GET', `/api/v1/assets/${asset.id}`, { as: boss })).status).toBe(404);
    expect((await marque.call('GET', '/api/v1/me', { as: caller })).status).toBe(401);
    expect((await marque.call('GET', `/api/v1/assets/${stays.asset.id}`, { as: stays.caller })).status).toBe(
      200,
    );
    const rows = beyond(await everyRow(marque.service.db), new Map()).filter((row) =>
      row.includes(going.workspaceId),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^marque\.events: .*"workspace\.deleted"/);
    const [event] = await sql<{ organization_id: string; actor_id: string; detail: unknown }>(
      `select organization_id, actor_id, detail from marque.events where subject_id = $1`,
      [going.workspaceId],
    );
    expect(event).toEqual({
      organization_id: own.organizationId,
      actor_id: boss.id,
      detail: { name: `${marker} room`, slug: 'zebrafinch-room', assets: 3 },
    });
    expect((await removeWorkspace(going.workspaceId)).status).toBe(404);
    await removeOrganization(own.organizationId);
  });

  it("is refused for an organization's last one, also when both are deleted at the same moment", async () => {
    const own = await makeOwn('Last');
    const refused = await removeWorkspace(own.workspaceId);
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('conflict');
    const other = await makeWorkspace(marque, own, 'Other');
    const answers = await Promise.all([own, other].map(({ workspaceId }) => removeWorkspace(workspaceId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await removeOrganization(own.organizationId);
  });

  it('is for admins of the organization', async () => {
    const own = await makeOwn('Ranks');
    const other = await makeWorkspace(marque, own, 'Other');
    const admin = await marque.makeMember(other, 'admin');
    const refused = await removeWorkspace(other.workspaceId, admin);
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'admin', has: null });
    expect((await removeWorkspace(own.workspaceId, admin)).status).toBe(404);
    const writer = await marque.makePerson();
    await marque.grant(writer.id, 'organization', own.organizationId, 'write', { place: own });
    expect((await removeWorkspace(other.workspaceId, writer)).body.error.detail).toEqual({
      needs: 'admin',
      has: 'write',
    });
    await removeOrganization(own.organizationId);
  });
});
