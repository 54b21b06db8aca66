// An organization's usage, and how delivery is counted: across processes, through a restart, and visible to
// its admins only.
import { afterAll, describe, expect, it } from '@jest/globals';
import { getPayload } from 'payload';
import { appOf } from '../../../src/core/transports/payload.ts';
import { flushTraffic } from '../../../src/core/events/traffic.ts';
import { sweep } from '../../../src/assets/lifecycle/sweep.ts';
import { serviceOf } from '../../../src/core/service.ts';
import type { Usage } from '../../../src/identity/usage.ts';
import { makeWorkspace } from '../../core/access/resources.ts';
import { fileBytes, makeAsset, makePicture } from '../../assets/library.ts';
import { day } from '../../setup/days.ts';
import { startService, type Caller, type Place } from '../../setup/service.ts';

const marque = await startService();
const boss = await marque.makePerson('Bea Boss');
afterAll(() => marque.close());

async function makeOwn(): Promise<Place> {
  const place = await marque.makePlace();
  await marque.grant(boss.id, 'organization', place.organizationId, 'admin', { place });
  return place;
}

const ask = (place: Place, as: Caller = { cookie: boss.cookie }) =>
  marque.call('GET', '/api/v1/usage', { as, headers: { 'x-workspace': place.workspaceId } });

async function usageOf(place: Place): Promise<Usage> {
  await flushTraffic(marque.service);
  const { status, body } = await ask(place);
  expect(status).toBe(200);
  return body.data as Usage;
}

/**
 * Runs a test while counts aren't flushed in the background, which happens every few seconds: if they were,
 * it runs again.
 */
async function untouched<T>(work: () => Promise<T>): Promise<T> {
  const { db } = marque.service;
  const query = db.query.bind(db);
  try {
    for (;;) {
      let written = false;
      db.query = (what, values) => {
        if (typeof what !== 'string' && what.name === 'traffic:add') written = true;
        return query(what, values);
      };
      const result = await work();
      if (!written) return result;
    }
  } finally {
    db.query = query;
  }
}

describe('usage', () => {
  it("starts with only an organization's initial content", async () => {
    const usage = await usageOf(await makeOwn());
    expect(usage).toMatchObject({
      storage: { assets: 0, bytes: 0, bytesHeldOnce: 0 },
      people: 1,
      workspaces: 1,
      delivery: { requests: 0, bytes: 0 },
    });
    expect(usage.delivery.days).toHaveLength(30);
    expect(usage.delivery.days.at(-1)).toEqual({ day: day(0), requests: 0, bytes: 0 });
  });

  it('counts files in every workspace, identical ones once where it says so, and people once', async () => {
    const place = await makeOwn();
    const second = await makeWorkspace(marque, place, 'Second');
    const [here, there] = [await marque.makeKey(place, 'write'), await marque.makeKey(second, 'write')];
    const [shared, single] = [await makePicture(), await makePicture({ width: 90 })];
    await fileBytes(marque, { key: here.key }, shared);
    await fileBytes(marque, { key: there.key }, shared);
    const one = (await fileBytes(marque, { key: there.key }, single)).body.data;
    await marque.call('DELETE', `/api/v1/assets/${one.id}`, { as: { key: there.key } });
    const reader = await marque.makePerson();
    for (const one of [place, second])
      await marque.grant(reader.id, 'workspace', one.workspaceId, 'read', { place: one });
    const elsewhere = await makeOwn();
    await makeAsset(marque, { key: (await marque.makeKey(elsewhere, 'write')).key });

    expect(await usageOf(place)).toMatchObject({
      storage: {
        assets: 3,
        bytes: 2 * shared.length + single.length,
        bytesHeldOnce: shared.length + single.length,
      },
      people: 2,
      workspaces: 2,
    });
  });

  it('is for admins of the organization', async () => {
    const place = await makeOwn();
    const admin = await marque.makeMember(place, 'admin');
    const refused = await ask(place, { cookie: admin.cookie });
    expect(refused.status).toBe(403);
    expect(refused.body.error.detail).toEqual({ needs: 'admin', has: null });
    const writer = await marque.makePerson();
    await marque.grant(writer.id, 'organization', place.organizationId, 'write', { place });
    expect((await ask(place, { cookie: writer.cookie })).body.error.detail).toEqual({
      needs: 'admin',
      has: 'write',
    });
    expect((await ask(place, { cookie: (await marque.makePerson()).cookie })).status).toBe(404);
    expect((await ask(place, null)).status).toBe(401);
    const { key } = await marque.makeKey(place, 'admin', { madeById: boss.id });
    expect((await ask(place, { key })).status).toBe(200);
  });
});

describe('delivery', () => {
  it('counts answers with bytes, and how many bytes', async () => {
    const place = await makeOwn();
    const bytes = await makePicture({ width: 300, height: 200 });
    const { key } = await marque.makeKey(place, 'write');
    const asset = (await fileBytes(marque, { key }, bytes)).body.data;
    const at = `/a/${asset.id}`;
    const whole = await marque.call('GET', at);
    await marque.call('GET', at, { headers: { range: 'bytes=0-9' } });
    const rendition = await marque.call('GET', `${at}/w_37`);
    // Requests without bytes.
    await marque.call('GET', at, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
    await marque.call('HEAD', at);
    // Not counted: a record's own bytes, errors, descriptions.
    await marque.call('GET', `/api/v1/assets/${asset.id}/content`, { as: { key } });
    await marque.call('GET', `${at}/w_0`);
    await marque.call('GET', at, { headers: { accept: 'application/json' } });

    const expected = { requests: 5, bytes: bytes.length + 10 + rendition.bytes.length };
    const { delivery } = await usageOf(place);
    expect(delivery).toMatchObject(expected);
    expect(delivery.days.at(-1)).toEqual({ day: day(0), ...expected });
    expect((await usageOf(await makeOwn())).delivery).toMatchObject({ requests: 0, bytes: 0 });
  });

  it('adds up the counts of several processes, and loses nothing when one stops', async () => {
    const place = await makeOwn();
    const { key } = await marque.makeKey(place, 'write');
    const asset = await makeAsset(marque, { key });
    const { default: config } = await import('../../../payload.config.ts');
    const second = serviceOf(await getPayload({ config, key: 'second process' }));
    for (let n = 0; n < 3; n += 1) {
      await marque.call('GET', `/a/${asset.id}`);
      await appOf(second).fetch(new Request(`${marque.url}/a/${asset.id}`), {});
    }
    await second.close();
    expect((await usageOf(place)).delivery).toMatchObject({ requests: 6, bytes: 6 * (asset.size as number) });
    expect((await usageOf(place)).delivery.requests).toBe(6);
  });

  it('keeps counts that could not be written, and forgets a deleted workspace', async () => {
    const [stays, goes] = await untouched(async () => {
      const both = [await makeOwn(), await makeOwn()] as const;
      for (const place of both) {
        const { key } = await marque.makeKey(place, 'write');
        const asset = await makeAsset(marque, { key });
        await marque.call('GET', `/a/${asset.id}`);
      }
      return both;
    });
    const { db } = marque.service;
    const query = db.query.bind(db);
    db.query = () => Promise.reject(new Error('The database is away.'));
    await expect(flushTraffic(marque.service)).rejects.toThrow('away');
    db.query = query;
    await marque.call('DELETE', `/api/v1/organizations/${goes.organizationId}`, {
      as: { cookie: boss.cookie },
    });
    expect((await usageOf(stays)).delivery.requests).toBe(1);
    const rows = await db.query('select 1 from marque.delivery_days where workspace_id = $1', [
      goes.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });

  it('writes nothing during a request', async () => {
    await flushTraffic(marque.service);
    const { place, rows } = await untouched(async () => {
      const own = await makeOwn();
      const asset = await makeAsset(marque, { key: (await marque.makeKey(own, 'write')).key });
      await Promise.all(Array.from({ length: 20 }, () => marque.call('GET', `/a/${asset.id}`)));
      const there = await marque.service.db.query(
        'select 1 from marque.delivery_days where workspace_id = $1',
        [own.workspaceId],
      );
      return { place: own, rows: there };
    });
    expect(rows).toEqual([]);
    expect((await usageOf(place)).delivery.requests).toBe(20);
  });

  it('shows 30 days, and the sweep removes those before the previous month', async () => {
    const place = await makeOwn();
    const { db } = marque.service;
    await db.query(
      `insert into marque.delivery_days select $1::uuid, (now() at time zone 'UTC')::date - d, d, 10 from unnest(array[0, 1, 29, 30, 61, 63]) d`,
      [place.workspaceId],
    );
    const { delivery } = await usageOf(place);
    expect(delivery).toMatchObject({ requests: 30, bytes: 30 });
    expect(delivery.days[0]).toMatchObject({ requests: 29 });
    await sweep(marque.service);
    const rows = await db.query<{ requests: number }>(
      'select requests from marque.delivery_days where workspace_id = $1 order by day',
      [place.workspaceId],
    );
    expect(rows.map(({ requests }) => requests)).toEqual([61, 30, 29, 1, 0]);
  });
});
