// How often an asset was delivered, by day: counted in memory, saved in batches, and kept for 90 days without addresses.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getPayload } from 'payload';
import { flushAssetTraffic, type AssetTraffic } from '../../src/assets/asset-traffic.ts';
import { sweep } from '../../src/assets/lifecycle/sweep.ts';
import { serviceOf } from '../../src/core/service.ts';
import { appOf } from '../../src/core/transports/payload.ts';
import { callsAs } from '../setup/callers.ts';
import { day } from '../setup/days.ts';
import { startWithWorkspace, type StartedWorkspace } from '../setup/workspace.ts';
import { makeAsset } from './library.ts';

let workspace: StartedWorkspace;
beforeAll(async () => {
  workspace = await startWithWorkspace();
});
afterAll(() => workspace?.marque.close());

const newAsset = async () =>
  (await makeAsset(workspace.marque, workspace.writer)) as { id: string; size: number };

async function trafficOf(id: string, query = ''): Promise<AssetTraffic> {
  await flushAssetTraffic(workspace.marque.service);
  const { body } = await callsAs(workspace.marque, workspace.reader).done(
    'GET',
    `/assets/${id}/traffic${query}`,
  );
  return body.data as AssetTraffic;
}

describe('the traffic of an asset', () => {
  it('counts its files at /a, and neither parts, redirects nor what the panel shows', async () => {
    const { marque, reader } = workspace;
    const { id, size } = await newAsset();
    const other = await newAsset();
    expect(await trafficOf(id)).toMatchObject({ requests: 0, bytes: 0 });
    const whole = await marque.call('GET', `/a/${id}`);
    const rendition = await marque.call('GET', `/a/${id}/w_37`);
    await marque.call('GET', `/a/${id}`, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
    await marque.call('GET', `/a/${id}`, { headers: { range: 'bytes=0-9' } });
    await marque.call('GET', `/a/${id}`, { headers: { range: 'bytes=10-19' } });
    await marque.call('HEAD', `/a/${id}`);
    await marque.call('GET', `/a/${id}`, { headers: { accept: 'application/json' } });
    await marque.call('GET', `/a/${id}/w_0`);
    await marque.call('GET', `/c/${id}`);
    await marque.call('GET', `/api/v1/assets/${id}/content`, { as: reader });
    const found = await trafficOf(id);
    // /c answers with a redirect to /a, which `fetch` may follow.
    const followed = found.requests - 4;
    expect([0, 1]).toContain(followed);
    expect(found.bytes).toBe(size * (1 + followed) + rendition.bytes.length + 20);
    expect(found.days).toHaveLength(30);
    expect(found.days.at(-1)).toEqual({ day: day(0), requests: found.requests, bytes: found.bytes });
    expect(await trafficOf(other.id)).toMatchObject({ requests: 0, bytes: 0 });
  });

  it('adds up over processes, also when one stops', async () => {
    const { marque } = workspace;
    const { id, size } = await newAsset();
    const { default: config } = await import('../../payload.config.ts');
    const second = serviceOf(await getPayload({ config, key: 'second process' }));
    for (let n = 0; n < 3; n += 1) {
      await marque.call('GET', `/a/${id}`);
      await appOf(second).fetch(new Request(`${marque.url}/a/${id}`), {});
    }
    await second.close();
    expect(await trafficOf(id)).toMatchObject({ requests: 6, bytes: 6 * size });
  });

  it('is kept for 90 days', async () => {
    const { marque, place } = workspace;
    const { id } = await newAsset();
    await marque.service.db.query(
      `insert into marque.asset_delivery_days (workspace_id, asset_id, day, requests, bytes)
       select $1, $2, (now() at time zone 'UTC')::date - d, 1, 10 from unnest(array[0, 6, 7, 89, 95]) d`,
      [place.workspaceId, id],
    );
    expect(await trafficOf(id, '?days=7')).toMatchObject({ requests: 2, bytes: 20 });
    expect(await trafficOf(id, '?days=90')).toMatchObject({ requests: 4 });
    await sweep(marque.service);
    const rows = await marque.service.db.query(
      'select 1 from marque.asset_delivery_days where asset_id = $1',
      [id],
    );
    expect(rows).toHaveLength(4);
  });

  it('is for those who can read the asset', async () => {
    const { marque, stranger, admin, reader } = workspace;
    const { id } = await newAsset();
    const status = async (as: Parameters<typeof callsAs>[1], query = '') =>
      (await callsAs(marque, as).call('GET', `/assets/${id}/traffic${query}`)).status;
    expect([await status(reader), await status(stranger), await status(null)]).toEqual([200, 404, 401]);
    for (const days of ['0', '91', 'all']) expect(await status(reader, `?days=${days}`)).toBe(400);
    await callsAs(marque, admin).done('PATCH', `/assets/${id}`, { private: true });
    expect([await status(reader), await status(admin)]).toEqual([404, 200]);
  });
});
