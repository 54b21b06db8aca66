// A module of others: campaigns on the scope ladder, in the review queue, in the search and in background jobs; and what one that fails
// breaks.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testModule } from '../../src/testing.ts';
import { campaigns } from '../../plugins/example-agency/index.ts';
import { searchOf } from '../../src/assets/search/search.ts';
import { migratePayload } from '../../src/core/db/payload-migrations.ts';
import { connect } from '../agents/client.ts';
import { fileBytes, makePicture } from '../assets/library.ts';
import { callPayload } from '../identity/accounts/payload-transport.ts';
import { until } from '../setup/children.ts';
import { configWith } from '../setup/config-with.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../setup/service.ts';
import { broken } from './broken-module.ts';
import { campaignsTable } from './campaigns-table.ts';

const configure = () =>
  configWith({ modules: [campaigns, broken] }, async (payload) => {
    await migratePayload(payload);
    await (payload.db as unknown as { pool: { query(sql: string): Promise<unknown> } }).pool.query(
      campaignsTable,
    );
  });

let service: TestService;
let place: Place;
let admin: Person;
let proposer: { id: string; key: string };
let elsewhere: { key: string };
let assets: string[];

const dates = { starts: '2020-01-01', ends: '2999-01-01' };

async function plan(body: object, as: Caller = { cookie: admin.cookie }) {
  return service.call('POST', '/api/v1/campaigns', { as, body: { ...dates, ...body } });
}

/** Those of the workspace. */
async function events(type: string): Promise<{ detail: { assets?: string[] } }[]> {
  return service.service.db.query('select detail from marque.events where type = $1 and workspace_id = $2', [
    type,
    place.workspaceId,
  ]);
}

const jobsOfWorkspace = (name: string): Promise<object[]> =>
  service.service.db.query(`select id from marque_jobs.job where name = $1 and data->>'workspaceId' = $2`, [
    name,
    place.workspaceId,
  ]);

beforeAll(async () => {
  service = await startService({}, undefined, configure);
  place = await service.makePlace('Northlight');
  admin = await service.makeAdmin(place);
  proposer = await service.makeKey(place, 'propose');
  elsewhere = await service.makeKey(await service.makePlace('Elsewhere'), 'admin');
  const key = await service.makeKey(place, 'write');
  assets = [];
  for (let count = 0; count < 3; count += 1)
    assets.push((await fileBytes(service, key, await makePicture())).body.data.id as string);
}, 300_000);
afterAll(() => service?.close());

describe('campaigns, checked as their author would', () => {
  testModule(campaigns, it, async () => {
    const own = await service.makeKey(await service.makePlace('Checked'), 'admin');
    const { id } = (await plan({ name: 'Checked' }, own)).body.data as { id: string };
    const asset = (await fileBytes(service, own, await makePicture())).body.data.id as string;
    return {
      url: service.url,
      admin: own.key,
      elsewhere: elsewhere.key,
      calls: {
        list_campaigns: {},
        get_campaign: { path: { id } },
        plan_campaign: { body: { name: 'Another', ...dates } },
        propose_campaign_asset: { path: { id }, body: { asset } },
      },
    };
  });

  it('fail where an operation isn’t as its record says', async () => {
    const { getCampaign } = await import('../../plugins/example-agency/operations.ts');
    const wrong = { ...getCampaign, access: { ...getCampaign.access, scope: 'write' } } as const;
    const failed: string[] = [];
    const checks: Promise<unknown>[] = [];
    const collect = (name: string, run: () => Promise<void>) =>
      checks.push(run().catch(() => failed.push(name)));
    testModule({ operations: [wrong, { ...wrong, name: 'unlisted' }] }, collect, async () => ({
      url: service.url,
      admin: (await service.makeKey(place, 'admin')).key,
      elsewhere: elsewhere.key,
      calls: { get_campaign: { path: { id: crypto.randomUUID() } } },
    }));
    await Promise.all(checks);
    expect(failed).toContain('get_campaign refuses the propose scope');
    expect(failed).toContain('get_campaign answers as its record says');
    expect(failed).toContain('unlisted refuses callers without a key');
  });
});

describe('campaigns', () => {
  it('are planned, listed and read over the API and as tools, in their workspace only', async () => {
    const made = await plan({ name: 'Summer', assets: assets.slice(0, 1) });
    expect(made).toMatchObject({ status: 201, body: { data: { name: 'Summer', private: false } } });
    const path = `/api/v1/campaigns/${made.body.data.id}`;
    expect((await service.call('GET', path, { as: proposer })).body).toEqual(made.body);
    expect((await service.call('GET', path, { as: elsewhere })).status).toBe(404);
    expect((await service.call('GET', '/api/v1/campaigns', { as: elsewhere })).body).toEqual({ data: [] });
    expect((await plan({ name: 'Late' }, proposer)).status).toBe(403);
    expect((await plan({ name: 'Bad', assets: [crypto.randomUUID()] })).status).toBe(422);
    expect((await plan({ name: 'Bad', ends: '2019-01-01' })).status).toBe(400);
    const agent = await connect(service.url, proposer.key);
    expect(await agent.done('list_campaigns', {})).toMatchObject({ data: [{ name: 'Summer' }] });
    await agent.close();
    const { paths } = (await service.call('GET', '/api/v1/openapi.json')).body;
    expect(Object.keys(paths)).toContain('/api/v1/campaigns/{id}');
  });

  it('can be private, take grants of their own, and are in the access report', async () => {
    const { body } = await plan({ name: 'Secret', private: true });
    const { id } = body.data as { id: string };
    const path = `/api/v1/campaigns/${id}`;
    const reader = await service.makeMember(place, 'read');
    const as = { cookie: reader.cookie };
    expect((await service.call('GET', path, { as })).status).toBe(404);
    const grant = { user: reader.id, resource: 'campaign', resourceId: id, scope: 'read' };
    const given = await service.call('POST', '/api/v1/grants', { as: { cookie: admin.cookie }, body: grant });
    expect(given).toMatchObject({ status: 200, body: { data: { resource: 'campaign', label: 'Secret' } } });
    expect((await service.call('GET', path, { as })).status).toBe(200);
    const names = (await service.call('GET', '/api/v1/campaigns', { as })).body.data as { name: string }[];
    expect(names.map(({ name }) => name)).toContain('Secret');
    const report = await service.call('GET', `/api/v1/catalog/${id}/access`, { as });
    expect(report.body).toMatchObject({ name: 'Secret', private: true, on: { resource: 'campaign' } });
    expect(report.body.holders).toContainEqual(
      expect.objectContaining({ id: reader.id, scope: 'read', via: 'Directly on this campaign' }),
    );
    // However it is deleted.
    await service.service.db.query('delete from payload.campaigns where id = $1', [id]);
    const left = await service.service.db.query(
      'select 1 from payload.grants where resource_id = $1::text union all select 1 from marque.resources where id = $1::uuid',
      [id],
    );
    expect(left).toEqual([]);
  });

  it('are in the activity of those who can read them, and in that of admins once they are gone', async () => {
    const as = { cookie: admin.cookie };
    const reader = await service.makeMember(place, 'read');
    const listed = async (caller: Caller, query = '') =>
      (
        (await service.call('GET', `/api/v1/activity?kind=campaign&limit=200${query}`, { as: caller })).body
          .data as { type: string; subject: { id: string } }[]
      ).map(({ type, subject }) => `${type} ${subject.id}`);
    const [open, secret] = [
      (await plan({ name: 'Open' })).body.data as { id: string },
      (await plan({ name: 'Quiet', private: true })).body.data as { id: string },
    ];
    const made = [open, secret].map(({ id }) => `campaign.created ${id}`);
    expect(await listed(as)).toEqual(expect.arrayContaining(made));
    const forReader = await listed({ cookie: reader.cookie });
    expect(forReader).toContain(made[0]);
    expect(forReader).not.toContain(made[1]);
    expect(await listed(elsewhere)).not.toContain(made[0]);

    const headers = { cookie: admin.cookie, origin: service.url };
    // Somebody who has nothing of the workspace but this one.
    const guest = await service.makePerson('Guest');
    await service.grant(guest.id, 'campaign', secret.id, 'read', { place });
    expect(await listed({ cookie: guest.cookie })).toEqual([made[1]]);

    for (const { id } of [open, secret])
      expect((await callPayload(service, 'DELETE', `/api/campaigns/${id}`, { headers })).status).toBe(200);
    const gone = [open, secret].map(({ id }) => `campaign.deleted ${id}`);
    expect(await listed(as)).toEqual(expect.arrayContaining([...made, ...gone]));
    const left = await listed({ cookie: reader.cookie });
    for (const one of [...made, ...gone]) expect(left).not.toContain(one);
    const audit = await service.call('GET', '/api/v1/audit?limit=200', { as });
    const audited = (audit.body.data as { type: string; target: { id: string } | null }[]).map(
      ({ type, target }) => `${type} ${target?.id}`,
    );
    expect(audited).toEqual(expect.arrayContaining(gone));
    expect(audited).not.toContain(made[0]);
  });

  it('get assets by proposals, which wait in the queue, are accepted there and go stale', async () => {
    const { id } = (await plan({ name: 'Autumn' })).body.data as { id: string };
    const propose = (asset: string) =>
      service.call('POST', `/api/v1/campaigns/${id}/proposed-assets`, { as: proposer, body: { asset } });
    const decide = (proposal: string, body: object, as: Caller = { cookie: admin.cookie }) =>
      service.call('POST', `/api/v1/proposals/${proposal}/decision`, { as, body });
    const proposed = await propose(assets[1] ?? '');
    expect(proposed).toMatchObject({
      status: 201,
      body: {
        data: {
          kind: 'campaign_asset',
          target: { resource: 'campaign', id, name: 'Autumn' },
          before: { asset: null },
        },
      },
    });
    expect((await propose(assets[1] ?? '')).body.data.id).toBe(proposed.body.data.id);
    expect((await propose(crypto.randomUUID())).status).toBe(422);
    const queue = await service.call('GET', '/api/v1/proposals?kind=campaign_asset', {
      as: { cookie: admin.cookie },
    });
    expect(queue.body).toMatchObject({ total: 1, data: [{ id: proposed.body.data.id }] });
    expect((await service.call('GET', '/api/v1/proposals', { as: elsewhere })).body.total).toBe(0);
    expect((await decide(proposed.body.data.id, { decision: 'accept' }, proposer)).status).toBe(403);

    const second = (await propose(assets[2] ?? '')).body.data as { id: string };
    const edited = { decision: 'accept', value: { asset: assets[1] } };
    expect((await decide(second.id, { ...edited, value: { asset: 7 } })).status).toBe(400);
    expect((await decide(second.id, edited)).body.data).toMatchObject({ after: { asset: assets[1] } });
    const stale = await decide(proposed.body.data.id, { decision: 'accept' });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { detail: { present: { asset: assets[1] } } } },
    });
    const { seen } = stale.body.error.detail as { seen: string };
    const replaced = { decision: 'accept', value: { asset: assets[2] }, seen };
    expect((await decide(proposed.body.data.id, replaced)).status).toBe(200);
    const { body } = await service.call('GET', `/api/v1/campaigns/${id}`, { as: proposer });
    expect(body.data.assets).toEqual([assets[1], assets[2]]);
    const third = (await propose(assets[0] ?? '')).body.data as { id: string };
    const rejected = await decide(third.id, { decision: 'reject', note: 'Not this one.' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected' });
  });

  it('are a facet of the library, with and without an index', async () => {
    const search = searchOf(service.service);
    await search.built(place.workspaceId);
    for (const path of ['index', 'sql'] as const) {
      search.path = path;
      const { body } = await service.call('GET', '/api/v1/assets?facet.campaign=autumn', { as: proposer });
      expect(body).toMatchObject({
        total: 2,
        facets: {
          modules: [{ name: 'campaign', label: 'Campaign', values: [{ value: 'Autumn', count: 2 }] }],
        },
      });
      const wrong = await service.call('GET', '/api/v1/assets?facet.campagne=x', { as: proposer });
      expect(wrong.status).toBe(422);
    }
    search.path = 'index';
  });

  it('are shown in a portal as they are now, with the assets that its visitors may see', async () => {
    const as = { cookie: admin.cookie };
    const { id } = (await plan({ name: 'Live', assets: assets.slice(0, 1) })).body.data as { id: string };
    const hidden = (await plan({ name: 'Hidden', private: true })).body.data as { id: string };
    const foreign = (await plan({ name: 'Foreign' }, elsewhere)).body.data as { id: string };
    const brand = (await service.call('POST', '/api/v1/brands', { as, body: { name: 'Northlight' } })).body
      .data;
    const sections = [id, hidden.id, foreign.id].map((campaign) => ({
      template: 'campaign',
      props: { campaign },
    }));
    const path = `/api/v1/brands/${brand.slug}/pages/live`;
    await service.call('PUT', path, { as, body: { title: 'Campaigns', sections } });
    await service.call('POST', `/api/v1/brands/${brand.slug}/publish`, { as, body: {} });
    const body = { name: 'Live', brands: [brand.slug] };
    const portal = (await service.call('POST', '/api/v1/portals', { as, body })).body.data as {
      slug: string;
    };
    const read = async () =>
      (await service.call('GET', `/p/${portal.slug}/${brand.slug}/live`)).bytes.toString();
    const before = await read();
    expect(before).toContain('Live, 2020-01-01 to 2999-01-01');
    expect(before).toContain(`/a/${assets[0]}`);
    for (const secret of ['Hidden', 'Foreign', `/a/${assets[1]}`]) expect(before).not.toContain(secret);

    // No new publish: what the campaign has now is what visitors see.
    await service.service.db.query('update payload.campaigns set assets = $2 where id = $1', [
      id,
      JSON.stringify([assets[0], assets[1]]),
    ]);
    expect(await read()).toContain(`/a/${assets[1]}`);
    await service.call('PATCH', `/api/v1/assets/${assets[0]}`, { as, body: { private: true } });
    const after = await read();
    expect(after).toContain(`/a/${assets[1]}`);
    expect(after).not.toContain(`/a/${assets[0]}`);
    await service.call('PATCH', `/api/v1/assets/${assets[0]}`, { as, body: { private: false } });
    await service.service.db.query('update payload.campaigns set private = true where id = $1', [id]);
    expect(await read()).not.toContain('Live, 2020');
  });

  it('warn of assets that expire while they run, in a job that is queued with the campaign', async () => {
    const body = { rights: { license: null, territories: [], channels: [], expires: '2998-01-01' } };
    const patched = await service.call('PATCH', `/api/v1/assets/${assets[0]}`, {
      as: { cookie: admin.cookie },
      body,
    });
    expect(patched.status).toBe(200);
    await plan({ name: 'Winter', assets: [assets[0]] });
    await until(async () => (await events('campaign.assets_expire')).length > 0);
    const nightly = campaigns.jobs.find(({ name }) => name === 'warn-of-expiry');
    await nightly?.run(service.service, {}, new AbortController().signal);
    const warned = await events('campaign.assets_expire');
    await nightly?.run(service.service, {}, new AbortController().signal);
    expect(await events('campaign.assets_expire')).toHaveLength(warned.length);
    expect(warned.map(({ detail }) => detail.assets?.length)).toContain(1);
  });
});

describe('a module that fails', () => {
  it('breaks only itself, and health names it', async () => {
    const failed = await service.call('GET', '/api/v1/break-down', { as: proposer });
    expect(failed.status).toBe(500);
    expect(JSON.stringify(failed.body)).not.toContain('details');
    const collection = { as: { cookie: admin.cookie }, body: { name: 'Goes on' } };
    expect((await service.call('POST', '/api/v1/collections', collection)).status).toBe(201);
    const { status, body } = await service.call('GET', '/api/health');
    expect(status).toBe(200);
    expect(body.ok).toBe(true);
    const known = (body.failing as { module: string; during: string; name: string }[]).map(
      ({ module, during, name }) => [module, during, name],
    );
    expect(known).toEqual(
      expect.arrayContaining([
        ['broken', 'start', 'broken'],
        ['broken', 'start', 'broken'],
        ['broken', 'call', 'break_down'],
        ['broken', 'event', 'broken-check'],
      ]),
    );
    expect(known.filter(([module]) => module !== 'broken')).toEqual([]);
  });

  it('has its failed jobs listed for admins, with the error for those of the workspace', async () => {
    const { jobs } = service.service;
    await jobs.send('break-down', { workspaceId: place.workspaceId });
    await jobs.send('break-down', { workspaceId: crypto.randomUUID() });
    await jobs.send('break-down', {});
    const list = (as: Caller) => service.call('GET', '/api/v1/jobs/failed', { as });
    await until(async () => (await list({ cookie: admin.cookie })).body.data.length === 2);
    const { data } = (await list({ cookie: admin.cookie })).body;
    const about = { name: 'break-down', module: 'broken', retries: true, attempts: 1 };
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...about, error: 'It broke, with details.' }),
        expect.objectContaining({ ...about, error: null }),
      ]),
    );
    expect((await list(proposer)).status).toBe(403);
  });

  it('can refuse a change in its transaction', async () => {
    const queued = async () => (await jobsOfWorkspace('check-campaign')).length;
    const recorded = async () => (await events('campaign.created')).length;
    const before = [await queued(), await recorded()];
    const refused = await plan({ name: 'Friday' });
    expect(refused).toMatchObject({ status: 409, body: { error: { message: 'Not on a Friday.' } } });
    const agent = await connect(service.url, (await service.makeKey(place, 'write')).key);
    const byTool = await agent.refused('plan_campaign', { name: 'Friday', ...dates });
    expect(byTool).toMatchObject({ code: 'conflict', message: 'Not on a Friday.' });
    await agent.close();
    const { body } = await service.call('GET', '/api/v1/campaigns', { as: proposer });
    expect((body.data as { name: string }[]).map(({ name }) => name)).not.toContain('Friday');
    // Neither the job that was queued in the same transaction nor the event is left.
    expect([await queued(), await recorded()]).toEqual(before);
    expect((await plan({ name: 'Thursday' })).status).toBe(201);
    expect([await queued(), await recorded()]).toEqual(before.map((one) => one + 1));
  });
});

it('a deleted workspace leaves nothing of a module', async () => {
  const as = { cookie: admin.cookie };
  expect(await jobsOfWorkspace('break-down')).not.toEqual([]);
  const kept = await service.call('POST', '/api/v1/workspaces', { as, body: { name: 'Kept' } });
  expect(kept.status).toBe(201);
  const gone = await service.call('DELETE', `/api/v1/workspaces/${place.workspaceId}`, { as });
  expect(gone.status).toBe(200);
  for (const table of ['payload.campaigns', 'marque.resources', 'marque.proposals', 'marque.events'])
    expect([
      table,
      await service.service.db.query(`select 1 from ${table} where workspace_id = $1`, [place.workspaceId]),
    ]).toEqual([table, []]);
  // Neither what its jobs were sent, nor the error of the one that failed.
  for (const name of ['check-campaign', 'break-down'])
    expect([name, await jobsOfWorkspace(name)]).toEqual([name, []]);
});
