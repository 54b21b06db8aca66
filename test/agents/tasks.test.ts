// Tasks: calls that take long, in both generations of the protocol.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { dropTasks } from '../../plugins/agents/tasks/store.ts';
import { leaveTasks } from '../../plugins/agents/tasks/work.ts';
import { makePicture } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import type { Caller, Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeSite } from '../sites/site-calls.ts';
import { makeZip, site } from '../sites/zips.ts';
import { dataOf } from './client.ts';
import { serveHeldFiles, type HeldFile } from './held-files.ts';
import { askNewer, askOlder, tasksExtension } from './raw-calls.ts';

const { marque, place, writer, proposer, stranger } = await startWithWorkspace({ FETCH_ALLOW: '127.0.0.1' });
const files = await serveHeldFiles();
const query = <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  marque.service.db.query<Row>(sql, values);

afterAll(async () => {
  files.close();
  await marque.close();
});

const holdPicture = async (): Promise<HeldFile> => files.hold(await makePicture(), 'image/png');

const older = (method: string, params: Record<string, unknown> = {}, as: Caller = writer) =>
  askOlder(marque, as, method, params);
const newer = (method: string, params: Record<string, unknown> = {}, as: Caller = writer) =>
  askNewer(marque, as, method, params);

const importing = (url: string) => ({ name: 'ingest_asset', arguments: { url } });

/** Starts an import as a task, of which half has been fetched. */
async function startOlder(as: Caller = writer): Promise<{ taskId: string; file: HeldFile }> {
  const file = await holdPicture();
  const { body } = await older('tools/call', { ...importing(file.url), task: {} }, as);
  await file.begun;
  return { taskId: body.result.task.taskId as string, file };
}

const isOver = async (taskId: string): Promise<boolean> =>
  (await older('tasks/get', { taskId })).body.result.status !== 'working';

const countOf = async (table: string): Promise<unknown> =>
  (await query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

const dataIn = (result: unknown) => dataOf(CallToolResultSchema.parse(result)) as { data: { id: string } };

describe('2025-11-25', () => {
  it('says that it has tasks, and which tools run as one', async () => {
    const { body } = await older('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    });
    expect(body.result.capabilities.tasks).toEqual({ cancel: {}, requests: { tools: { call: {} } } });
    const { tools } = (await older('tools/list')).body.result as {
      tools: { name: string; execution?: object }[];
    };
    expect(tools.filter(({ execution }) => execution).map(({ name }) => name)).toEqual([
      'ingest_asset',
      'deploy_site',
    ]);
  });

  it('a task says what is done, and then what came of it', async () => {
    const file = await holdPicture();
    const started = await older('tools/call', { ...importing(file.url), task: { ttl: 120_000 } });
    const { task } = started.body.result;
    expect(task).toEqual({
      taskId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'working',
      statusMessage: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUpdatedAt: expect.any(String),
      ttl: 120_000,
      pollInterval: expect.any(Number),
    });
    const { taskId } = task as { taskId: string };
    await file.begun;
    await until(async () =>
      String((await older('tasks/get', { taskId })).body.result.statusMessage).startsWith('Fetched 1 kB of'),
    );
    file.release();
    const { result } = (await older('tasks/result', { taskId })).body;
    expect(result._meta).toEqual({ 'io.modelcontextprotocol/related-task': { taskId } });
    const { id } = dataIn(result).data;
    expect(await query('select status from assets where id = $1', [id])).toEqual([{ status: 'active' }]);
    expect((await older('tasks/get', { taskId })).body.result).toMatchObject({ status: 'completed' });
    // And again.
    expect((await older('tasks/result', { taskId })).body.result).toEqual(result);
  });

  it('a task fails as its tool does', async () => {
    const file = files.hold(Buffer.from('<!doctype html><h1>Gone</h1>'), 'text/html');
    file.release();
    const started = await older('tools/call', { ...importing(file.url), task: {} });
    const { taskId } = started.body.result.task as { taskId: string };
    const { result } = (await older('tasks/result', { taskId })).body;
    expect([result.isError, dataIn(result)]).toEqual([
      true,
      { error: expect.objectContaining({ code: 'unsupported' }) },
    ]);
    expect((await older('tasks/get', { taskId })).body.result.status).toBe('failed');
  });

  it('a task is canceled with what it does', async () => {
    const before = await countOf('assets');
    const { taskId, file } = await startOlder();
    const { result } = (await older('tasks/cancel', { taskId })).body;
    expect(result).toMatchObject({ taskId, status: 'cancelled' });
    await file.left;
    expect(await countOf('assets')).toBe(before);
    for (const { body } of [await older('tasks/cancel', { taskId }), await newer('tasks/cancel', { taskId })])
      expect(body.error.code).toBe(-32602);
    expect((await older('tasks/get', { taskId })).body.result.status).toBe('cancelled');
  });

  it('a tool that is quick is no task', async () => {
    const { body } = await older('tools/call', { name: 'whoami', arguments: {}, task: {} });
    expect(body.error).toMatchObject({ code: -32601, message: expect.stringContaining('whoami') });
    const malformed = await older('tools/call', { ...importing('http://x'), task: { ttl: 'long' } });
    expect(malformed.body.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('task.ttl'),
    });
  });

  it('a key runs a number of tasks at a time', async () => {
    const { key, id } = await marque.makeKey(place, 'propose');
    const started = await startOlder({ key });
    await query(
      `insert into marque.agent_tasks (key_id, tool, worker_until, expires_at)
       select $1::uuid, 'ingest_asset', now() + interval '1 hour', now() + interval '1 hour' from generate_series(1, 8)`,
      [id],
    );
    // There is room for one of those that come at the same time.
    const call = { ...importing(started.file.url), task: {} };
    const asked = await Promise.all(Array.from({ length: 4 }, () => older('tools/call', call, { key })));
    const errors = asked.flatMap(({ body }) => (body.error ? [body.error] : []));
    expect(errors).toEqual(
      Array(3).fill(expect.objectContaining({ code: -32600, message: expect.stringContaining('10 tasks') })),
    );
    started.file.release();
    const others = asked.flatMap(({ body }) => (body.result ? [body.result.task.taskId as string] : []));
    for (const taskId of [started.taskId, ...others]) await older('tasks/result', { taskId }, { key });
  });
});

describe('2026-07-28', () => {
  it('says that it has the extension, and answers tasks only to clients that have it, too', async () => {
    const { body } = await newer('server/discover');
    expect(body.result.capabilities.extensions).toEqual({ [tasksExtension]: {} });
    expect(body.result.capabilities.tasks).toBeUndefined();
    const { tools } = (await newer('tools/list')).body.result as { tools: object[] };
    expect(tools.filter((tool) => 'execution' in tool)).toEqual([]);
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const reply = await askNewer(marque, writer, method, { taskId: randomUUID() }, {});
      expect([method, reply.status, reply.body.error.code]).toEqual([method, 400, -32021]);
      expect(reply.body.error.data).toEqual({
        requiredCapabilities: { extensions: { [tasksExtension]: {} } },
      });
    }
    const listening = await askNewer(
      marque,
      writer,
      'subscriptions/listen',
      { notifications: { taskIds: [randomUUID()] } },
      {},
    );
    expect([listening.status, listening.body.error.code]).toEqual([400, -32021]);
    for (const method of ['tasks/list', 'tasks/result']) {
      const reply = await newer(method, { taskId: randomUUID() });
      expect([method, reply.status, reply.body.error.code]).toEqual([method, 404, -32601]);
    }
  });

  it('what is quick is answered at once, with the extension and without', async () => {
    const quick = async (extensions: Record<string, object>): Promise<unknown> => {
      const file = await holdPicture();
      file.release();
      const reply = await askNewer(marque, writer, 'tools/call', importing(file.url), extensions);
      return [reply.body.result.resultType, dataIn(reply.body.result).data.id];
    };
    const plain = ['complete', expect.stringMatching(/^[0-9a-f-]{36}$/)];
    expect([await quick({}), await quick({ [tasksExtension]: {} })]).toEqual([plain, plain]);
  });

  it('what lasts becomes a task, and has its result in the end', async () => {
    const file = await holdPicture();
    const created = await newer('tools/call', importing(file.url));
    expect(created.body.result).toEqual({
      resultType: 'task',
      taskId: expect.any(String),
      status: 'working',
      statusMessage: expect.stringMatching(/^Fetched 1 kB of/),
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      ttlMs: 24 * 60 * 60 * 1000,
      pollIntervalMs: expect.any(Number),
      _meta: expect.anything(),
    });
    const { taskId } = created.body.result as { taskId: string };
    const now = async () => (await newer('tasks/get', { taskId })).body.result;
    expect(await now()).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
    expect(await now()).not.toHaveProperty('result');
    expect((await newer('tasks/update', { taskId, inputResponses: {} })).body.result).toMatchObject({
      resultType: 'complete',
    });
    file.release();
    await until(async () => (await now()).status === 'completed');
    const { result } = await now();
    expect(dataIn(result).data.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(result._meta).toBeUndefined();
  });

  it('what lasts is waited for, for a client without tasks', async () => {
    const file = await holdPicture();
    const answering = askNewer(marque, writer, 'tools/call', importing(file.url), {});
    await file.begun;
    file.release();
    const { result } = (await answering).body;
    expect(result).toMatchObject({ resultType: 'complete' });
    expect(result.taskId).toBeUndefined();
  });

  it('a task is canceled with what it does', async () => {
    const before = await countOf('assets');
    const file = await holdPicture();
    const { taskId } = (await newer('tools/call', importing(file.url))).body.result as { taskId: string };
    expect((await newer('tasks/cancel', { taskId })).body.result).toEqual({
      resultType: 'complete',
      _meta: expect.anything(),
    });
    await file.left;
    const task = (await newer('tasks/get', { taskId })).body.result;
    expect([task.status, task.result]).toEqual(['cancelled', undefined]);
    expect(await countOf('assets')).toBe(before);
  });
});

describe('a task', () => {
  it('is its key’s alone', async () => {
    const { taskId, file } = await startOlder(proposer);
    for (const as of [writer, stranger])
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
        expect((await older(method, { taskId }, as)).body.error).toMatchObject({
          code: -32602,
          message: expect.stringContaining('Unknown task'),
        });
    const replies: Reply[] = [
      await newer('tasks/get', { taskId }),
      await newer('tasks/get', { taskId: randomUUID() }),
      await newer('tasks/get', { taskId: "'; drop table assets" }),
      await newer('tasks/update', { taskId }),
    ];
    for (const { body } of replies) expect(body.error.code).toBe(-32602);
    expect((await newer('tasks/get', { taskId }, proposer)).body.result.status).toBe('working');
    file.release();
    await older('tasks/result', { taskId }, proposer);
  });

  it('ends with its key', async () => {
    const { id, key } = await marque.makeKey(place, 'propose');
    const { file } = await startOlder({ key });
    await query('delete from keys where id = $1', [id]);
    await file.left;
    expect(await query('select 1 from marque.agent_tasks where key_id = $1', [id])).toEqual([]);
  });

  it('is kept for as long as it says, and no longer', async () => {
    const { taskId, file } = await startOlder();
    file.release();
    await older('tasks/result', { taskId });
    await query(`update marque.agent_tasks set expires_at = now() where id = $1`, [taskId]);
    expect((await older('tasks/get', { taskId })).body.error.code).toBe(-32602);
    await dropTasks(marque.service.db);
    expect(await query('select 1 from marque.agent_tasks where id = $1', [taskId])).toEqual([]);
  });

  it('whose process stops has failed, and says so', async () => {
    const { taskId } = await startOlder();
    await leaveTasks(marque.service);
    const { body } = await newer('tasks/get', { taskId });
    expect(body.result).toMatchObject({
      status: 'failed',
      error: { code: -32603, message: expect.stringContaining('stopped') },
    });
    expect((await older('tasks/result', { taskId })).body.error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('stopped'),
    });
  });
});

describe('a deployment', () => {
  let home: { id: string; url: string };
  beforeAll(async () => {
    home = await makeSite(marque, writer, { name: 'Guide', slug: 'guide' });
  });

  const deploying = (url: string) => ({ name: 'deploy_site', arguments: { site: home.id, url } });
  const zipFile = (zip = site({ 'index.html': randomUUID() })): HeldFile =>
    files.hold(zip, 'application/zip');

  /** A task whose process was killed once this had begun. */
  async function orphan(deployment: string | null): Promise<string> {
    const begun = deployment && JSON.stringify({ id: home.id, deployment });
    const [row] = await query<{ id: string }>(
      `insert into marque.agent_tasks (key_id, tool, begun, worker_until, expires_at)
       values ($1, 'deploy_site', $2, now() - interval '1 second', now() + interval '1 hour') returning id`,
      [writer.id, begun],
    );
    return row?.id ?? '';
  }

  /** A deployment that some other process is checking. */
  async function checkedElsewhere(checked: number): Promise<string> {
    const [row] = await query<{ id: string }>(
      `insert into marque.deployments (site_id, path, kind, created_by, sha256, staged_key, checked, worker, worker_until)
       values ($1, '/', 'landing', 'Somebody', $2, 'staged/none', $3, gen_random_uuid(), now() + interval '1 hour') returning id`,
      [home.id, 'e'.repeat(64), checked],
    );
    return row?.id ?? '';
  }

  it('is a task that ends with its address, or with why it failed', async () => {
    const file = zipFile();
    const { taskId } = (await newer('tools/call', deploying(file.url))).body.result as { taskId: string };
    file.release();
    await until(() => isOver(taskId));
    const { result } = (await older('tasks/result', { taskId })).body;
    expect(dataIn(result)).toMatchObject({ url: expect.stringContaining('guide.'), data: { state: 'live' } });

    const bad = zipFile(makeZip([{ name: 'about.html', content: 'x' }]));
    bad.release();
    const started = (await older('tools/call', { ...deploying(bad.url), task: {} })).body.result;
    const failed = await older('tasks/result', { taskId: started.task.taskId as string });
    expect([failed.body.result.isError, JSON.stringify(dataIn(failed.body.result))]).toEqual([
      true,
      expect.stringContaining('index.html'),
    ]);
  });

  it('is found again after its process was killed', async () => {
    const { data } = (await callsAs(marque, writer).done('GET', `/sites/${home.id}/deployments`)).body as {
      data: { id: string; state: string }[];
    };
    const live = data.find(({ state }) => state === 'live');
    const done = await orphan(live?.id ?? '');
    expect((await newer('tasks/get', { taskId: done })).body.result).toMatchObject({ status: 'completed' });
    expect(dataIn((await older('tasks/result', { taskId: done })).body.result)).toMatchObject({
      url: expect.stringContaining('guide.'),
    });

    const checking = await checkedElsewhere(0.42);
    const working = await orphan(checking);
    expect((await newer('tasks/get', { taskId: working })).body.result).toMatchObject({
      status: 'working',
      statusMessage: 'Checking the zip: 42% done.',
    });
    expect((await older('tasks/cancel', { taskId: working })).body.result.status).toBe('cancelled');
    expect(await query('select state, error from marque.deployments where id = $1', [checking])).toEqual([
      { state: 'failed', error: expect.stringContaining('canceled') },
    ]);

    const lost = await orphan(null);
    expect((await newer('tasks/get', { taskId: lost })).body.result).toMatchObject({
      status: 'failed',
      error: { code: -32603 },
    });
  });

  it('of a site that its key can no longer reach tells nothing of it', async () => {
    const { key, id } = await marque.makeKey(place, 'read');
    const checking = await checkedElsewhere(0.5);
    const taskId = await orphan(checking);
    await query('update marque.agent_tasks set key_id = $1 where id = $2', [id, taskId]);
    const { result } = (await older('tasks/result', { taskId }, { key })).body;
    expect([result.isError, JSON.stringify(dataIn(result))]).toEqual([
      true,
      expect.stringContaining('forbidden'),
    ]);
  });
});
