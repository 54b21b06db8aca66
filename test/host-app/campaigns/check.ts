// Campaigns in somebody else's app, as their callers meet them: over REST and MCP, in the queue, in jobs, on a portal, in the panel, and
// gone with their workspace.
import assert from 'node:assert/strict';
import PgBoss from 'pg-boss';
import pg from 'pg';
import sharp from 'sharp';
import { connect } from '../../agents/client.ts';
import { pixel } from '../../host/answers.ts';
import type { HostApp } from '../app.ts';
import { asking, eventually, prefix, upload, type Ask } from '../asking.ts';
import type { Tally } from '../tally.ts';
import { rowsWith } from './left-rows.ts';
import { seePanel } from './panel.ts';

export interface Running {
  url: string;
  databaseUrl: string;
  /** Of the app's first person. */
  token: string;
}

/** A workspace with two pictures, and its callers. */
export interface Place {
  url: string;
  sql: pg.Client;
  workspaceId: string;
  keys: Record<'admin' | 'write' | 'propose' | 'read' | 'elsewhere', string>;
  admin: Ask;
  writer: Ask;
  proposer: Ask;
  reader: Ask;
  elsewhere: Ask;
  /** Can be used for ever. */
  free: string;
  /** Expires while the campaigns below run. */
  expiring: string;
}

const dates = { starts: '2020-01-01', ends: '2999-01-01' };
export async function makePlace({ url, token }: Running, sql: pg.Client): Promise<Place> {
  const person = asking(url, `JWT ${token}`);
  const made = await person('POST', '/api/v1/workspaces', { name: 'Seasons' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id: workspaceId } = made.body.data as { id: string };
  const makeKey = async (ask: Ask, scope: string): Promise<string> => {
    const { status, body } = await ask('POST', '/api/v1/keys', { name: `Seasons, ${scope}`, scope });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.secret;
  };
  const inside = asking(url, `JWT ${token}`, workspaceId);
  const keys = {
    admin: await makeKey(inside, 'admin'),
    write: await makeKey(inside, 'write'),
    propose: await makeKey(inside, 'propose'),
    read: await makeKey(inside, 'read'),
    elsewhere: await makeKey(person, 'admin'),
  };
  const by = (key: string): Ask => asking(url, `Bearer ${key}`);
  const writer = by(keys.write);
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const { id: free } = await upload(url, writer, { filename: 'red.png', mime: 'image/png', bytes: red });
  const file = { filename: 'pixel.png', mime: 'image/png', bytes: pixel };
  const { id: expiring } = await upload(url, writer, file);
  const rights = { license: null, territories: [], channels: [], expires: '2998-01-01' };
  const patched = await writer('PATCH', `/api/v1/assets/${expiring}`, { rights });
  assert.equal(patched.status, 200, JSON.stringify(patched.body));
  return {
    url,
    sql,
    workspaceId,
    keys,
    admin: by(keys.admin),
    writer,
    proposer: by(keys.propose),
    reader: by(keys.read),
    elsewhere: by(keys.elsewhere),
    free,
    expiring,
  };
}

export async function plan({ writer }: Place, name: string, assets: readonly string[] = []): Promise<string> {
  const { status, body } = await writer('POST', '/api/v1/campaigns', { name, ...dates, assets });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

async function namesOf(ask: Ask): Promise<string[]> {
  const { status, body } = await ask('GET', '/api/v1/campaigns');
  assert.equal(status, 200, JSON.stringify(body));
  return (body.data as { name: string }[]).map(({ name }) => name);
}

async function assetsOf({ reader }: Place, id: string): Promise<string[]> {
  const { status, body } = await reader('GET', `/api/v1/campaigns/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.assets;
}

/** @returns a campaign without assets */
async function checkCalls(tally: Tally, place: Place): Promise<string> {
  const { url, keys, writer, proposer, reader, elsewhere } = place;
  const id = await tally.step('a campaign is planned, read and listed over REST', async () => {
    const made = await writer('POST', '/api/v1/campaigns', { name: 'Summer', ...dates });
    assert.deepEqual([made.status, made.body.data?.name], [201, 'Summer'], JSON.stringify(made.body));
    const summer: string = made.body.data.id;
    const read = await reader('GET', `/api/v1/campaigns/${summer}`);
    assert.deepEqual([read.status, read.body], [200, made.body]);
    assert.deepEqual(await namesOf(reader), ['Summer']);
    return summer;
  });
  await tally.check('a scope that is too low, another workspace and bad values are refused', async () => {
    const refusals = [
      [await proposer('POST', '/api/v1/campaigns', { name: 'Late', ...dates }), 403, 'forbidden'],
      [await elsewhere('GET', `/api/v1/campaigns/${id}`), 404, 'not_found'],
      [await writer('POST', '/api/v1/campaigns', { name: 'Bad', ...dates, ends: 'soon' }), 400],
      [await writer('POST', '/api/v1/campaigns', { name: 'Bad', ...dates, assets: [id] }), 422, 'invalid'],
    ] as const;
    for (const [{ status, body }, expected, code = 'invalid_request'] of refusals)
      assert.deepEqual([status, body.error?.code], [expected, code], JSON.stringify(body));
    assert.deepEqual(await namesOf(elsewhere), []);
    assert.deepEqual(await namesOf(reader), ['Summer']);
  });
  await tally.check('an agent plans one over MCP, which is there over REST', async () => {
    const agent = await connect(url, keys.write);
    const { data } = await agent.done('plan_campaign', { name: 'Autumn', ...dates });
    await agent.close();
    const { status, body } = await reader('GET', `/api/v1/campaigns/${data.id}`);
    assert.deepEqual([status, body], [200, { data }]);
  });
  return id;
}

/** Ends with the asset that expires in the campaign. */
async function checkProposal(tally: Tally, running: Running, place: Place, id: string): Promise<void> {
  const { proposer, writer, expiring, workspaceId } = place;
  const proposal = await tally.step(
    'an agent proposes an asset for it, which waits in the queue',
    async () => {
      const body = { asset: expiring, note: 'It fits.' };
      const made = await proposer('POST', `/api/v1/campaigns/${id}/proposed-assets`, body);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const queue = await writer('GET', '/api/v1/proposals?kind=campaign_asset');
      const waiting = (queue.body.data as { id: string; target: { id: string } }[]).map((one) => one.id);
      assert.ok(waiting.includes(made.body.data.id), JSON.stringify(queue.body));
      assert.deepEqual(await assetsOf(place, id), []);
      return made.body.data.id as string;
    },
  );
  await tally.check("the panel shows campaigns and the proposal with the module's components", () =>
    seePanel({ ...running, workspaceId, campaign: 'Summer', asset: expiring }),
  );
  await tally.check('an editor accepts it, and the asset is in the campaign', async () => {
    const path = `/api/v1/proposals/${proposal}/decision`;
    const refused = await proposer('POST', path, { decision: 'accept' });
    assert.equal(refused.status, 403, JSON.stringify(refused.body));
    const decided = await writer('POST', path, { decision: 'accept' });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    assert.deepEqual(await assetsOf(place, id), [expiring]);
  });
}

/** @returns the campaigns that people were warned of, as the activity says */
async function warnings({ reader }: Place): Promise<string[]> {
  const { status, body } = await reader('GET', '/api/v1/activity?kind=campaign&limit=200');
  assert.equal(status, 200, JSON.stringify(body));
  const events = body.data as { type: string; subject: { id: string }; detail: { assets?: string[] } }[];
  return events
    .filter(({ type }) => type === 'campaign.assets_expire')
    .map(({ subject, detail }) => `${subject.id}: ${detail.assets?.join(', ')}`);
}

async function checkJobs(tally: Tally, { databaseUrl }: Running, place: Place, id: string): Promise<void> {
  const warned = `${id}: pixel.png`;
  const stateOf = async (jobs: string, values: unknown[]): Promise<string | undefined> =>
    (
      await place.sql.query<{ state: string }>(
        `select state::text from marque_jobs.job where ${jobs}`,
        values,
      )
    ).rows[0]?.state;
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'marque_jobs',
    supervise: false,
    schedule: false,
    migrate: false,
  });
  /** Queues what the schedule does at night; the app runs it. */
  const night = async (): Promise<void> => {
    const job = await boss.send('warn-of-expiry', {});
    assert.ok(job, 'The job of an earlier night is still queued.');
    await eventually('the job of the night', async () => (await stateOf('id = $1', [job])) === 'completed');
  };
  await boss.start();
  try {
    await tally.check('planning a campaign queues a job, which warns of what expires in it', async () => {
      const planned = await plan(place, 'Winter', [place.expiring, place.free]);
      await eventually('the warning', async () => (await warnings(place)).includes(`${planned}: pixel.png`));
    });
    await tally.check('the job of the night warns of what has been put into one since, once', async () => {
      // The one that was queued with it found nothing.
      await eventually(
        'the job of the campaign',
        async () => (await stateOf("data->>'campaign' = $1", [id])) === 'completed',
      );
      assert.ok(!(await warnings(place)).includes(warned));
      await night();
      assert.equal((await warnings(place)).filter((one) => one === warned).length, 1);
      await night();
      assert.equal((await warnings(place)).filter((one) => one === warned).length, 1);
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function checkPortal(tally: Tally, { url, admin, writer, expiring, free }: Place, id: string) {
  await tally.check('a portal shows the campaign as it is now', async () => {
    const done = async (ask: Ask, method: string, path: string, body: unknown): Promise<{ slug: string }> => {
      const answer = await ask(method, path, body);
      assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    };
    const brand = await done(admin, 'POST', '/api/v1/brands', { name: 'Seasons' });
    const sections = [{ template: 'campaign', props: { campaign: id } }];
    await done(writer, 'PUT', `/api/v1/brands/${brand.slug}/pages/live`, { title: 'Live', sections });
    await done(admin, 'POST', `/api/v1/brands/${brand.slug}/publish`, {});
    const portal = await done(admin, 'POST', '/api/v1/portals', { name: 'Live', brands: [brand.slug] });
    const page = await asking(url)('GET', `${prefix}/p/${portal.slug}/${brand.slug}/live`);
    assert.equal(page.status, 200);
    const html = String(page.body);
    assert.match(html, /Summer, 2020-01-01 to 2999-01-01/);
    assert.ok(html.includes(`${prefix}/a/${expiring}`), html);
    assert.ok(!html.includes(free), 'The page shows an asset that is not in the campaign.');
  });
}

async function runItsTests(tally: Tally, app: HostApp, { url, keys, free }: Place): Promise<void> {
  await tally.check("the module's own tests pass, run as the tutorial says", async () => {
    const env = { URL: url, ADMIN_KEY: keys.admin, OTHER_KEY: keys.elsewhere, ASSET: free };
    const { stdout } = await app.command('tsx', ['--test', 'campaigns.test.ts'], env);
    const passed = Number(/^(?:#|ℹ) pass (\d+)$/m.exec(stdout)?.[1]);
    assert.ok(passed > 20, stdout);
  });
}

async function checkDeletion(tally: Tally, { url, token }: Running, { sql, workspaceId }: Place) {
  await tally.check('with its workspace, nothing of campaigns is left in any table', async () => {
    const { rows } = await sql.query<{ id: string }>('select id from campaigns where workspace_id = $1', [
      workspaceId,
    ]);
    const ids = [workspaceId, ...rows.map(({ id }) => id)];
    const before = await rowsWith(sql, ids);
    for (const table of ['public.campaigns', 'marque.resources', 'marque.events', 'marque_jobs.'])
      assert.ok(
        before.some((row) => row.startsWith(table)),
        `Nothing of it was in ${table}: nothing is proved.`,
      );
    const person = asking(url, `JWT ${token}`);
    const { status, body } = await person('DELETE', `/api/v1/workspaces/${workspaceId}`);
    assert.equal(status, 200, JSON.stringify(body));
    const left = await rowsWith(sql, ids);
    assert.equal(left.length, 1, left.join('\n'));
    // The organization's audit log says who deleted the workspace.
    assert.match(left[0] ?? '', /^marque\.events: .*"workspace\.deleted"/);
  });
}

/** @throws StepFailed if a step fails without which the others can't be taken */
export async function checkCampaigns(tally: Tally, app: HostApp, running: Running): Promise<void> {
  const sql = new pg.Client({ connectionString: running.databaseUrl });
  await sql.connect();
  try {
    const place = await tally.step('a workspace for campaigns', () => makePlace(running, sql));
    const id = await checkCalls(tally, place);
    await checkProposal(tally, running, place, id);
    await checkJobs(tally, running, place, id);
    await checkPortal(tally, place, id);
    await runItsTests(tally, app, place);
    await checkDeletion(tally, running, place);
  } finally {
    await sql.end();
  }
}
