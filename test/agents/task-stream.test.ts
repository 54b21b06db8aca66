// Tasks in a subscription of 2026-07-28, and calls of 2025-11-25 that wait for one.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { maxWaiting } from '../../plugins/agents/tasks/state.ts';
import { makeAsset, makePicture } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import type { Caller } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { serveHeldFiles, type HeldFile } from './held-files.ts';
import { askNewer, askOlder, listenNewer } from './raw-calls.ts';

const { marque, place, writer, stranger } = await startWithWorkspace({ FETCH_ALLOW: '127.0.0.1' });
const files = await serveHeldFiles();

afterAll(async () => {
  files.close();
  await marque.close();
});

/** Starts an import as a task, of which half has been fetched. */
async function start(as: Caller = writer): Promise<{ taskId: string; file: HeldFile }> {
  const file = files.hold(await makePicture(), 'image/png');
  const call = { name: 'ingest_asset', arguments: { url: file.url }, task: {} };
  const { body } = await askOlder(marque, as, 'tools/call', call);
  await file.begun;
  return { taskId: body.result.task.taskId as string, file };
}

const named = 'notifications/tasks';

describe('a subscription to tasks', () => {
  it('tells of each change, with the result at last, and ends', async () => {
    const [one, other] = [await start(), await start()];
    const taskIds = [one.taskId, other.taskId];
    const heard = await listenNewer(marque, writer, { taskIds: [...taskIds, randomUUID(), 'nonsense'] });
    await until(() => Promise.resolve(heard.messages.length >= 3));
    expect(heard.messages[0]).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds } },
    });
    one.file.release();
    await until(() => Promise.resolve(heard.messages.some(({ params }) => params?.status === 'completed')));
    other.file.release();
    await heard.ended;
    const { body } = await askNewer(marque, writer, 'tasks/get', { taskId: one.taskId });
    const last = heard.messages.findLast(({ params }) => params?.taskId === one.taskId);
    const { resultType, _meta, ...task } = body.result as Record<string, unknown>;
    expect([resultType, _meta]).toEqual(['complete', expect.anything()]);
    expect(last).toEqual({
      jsonrpc: '2.0',
      method: named,
      params: { ...task, _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } },
    });
    const statuses = (taskId: string): unknown[] =>
      heard.messages.filter(({ params }) => params?.taskId === taskId).map(({ params }) => params?.status);
    for (const taskId of taskIds) {
      expect([statuses(taskId)[0], statuses(taskId).at(-1)]).toEqual(['working', 'completed']);
      expect(statuses(taskId).filter((status) => status === 'completed')).toHaveLength(1);
    }
    expect(heard.messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
  });

  it('goes on with the resources that it’s about, too', async () => {
    const { id } = await makeAsset(marque, writer);
    const uri = `marque://assets/${id}`;
    const { taskId, file } = await start();
    file.release();
    const heard = await listenNewer(marque, writer, { taskIds: [taskId], resourceSubscriptions: [uri] });
    await until(() => Promise.resolve(heard.messages.some(({ params }) => params?.status === 'completed')));
    await callsAs(marque, writer).done('PATCH', `/assets/${id}`, { title: 'Renamed' });
    await until(() => Promise.resolve(heard.messages.some(({ params }) => params?.uri === uri)));
    heard.close();
  });

  it('tells nobody of the tasks of others, and nothing once the key is revoked', async () => {
    const { id, key } = await marque.makeKey(place, 'propose');
    const { taskId, file } = await start({ key });
    const others = await listenNewer(marque, stranger, { taskIds: [taskId] });
    await others.ended;
    expect(others.messages.map(({ method, params }) => [method, params?.notifications])).toEqual([
      ['notifications/subscriptions/acknowledged', { taskIds: [] }],
      [undefined, undefined],
    ]);
    const own = await listenNewer(marque, { key }, { taskIds: [taskId] });
    await until(() => Promise.resolve(own.messages.some(({ method }) => method === named)));
    await marque.service.db.query('delete from keys where id = $1', [id]);
    await own.ended;
    file.release();
    expect(own.messages.filter(({ params }) => params?.status === 'completed')).toEqual([]);
  });

  it('ends at once if it is about nothing', async () => {
    const heard = await listenNewer(marque, writer, {});
    await heard.ended;
    expect(heard.messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      undefined,
    ]);
  });

  it('follows so many and no more', async () => {
    const taskIds = Array.from({ length: 51 }, () => randomUUID());
    const { body } = await askNewer(marque, writer, 'subscriptions/listen', { notifications: { taskIds } });
    expect(body.error).toEqual({ code: -32602, message: 'A subscription follows up to 50 tasks.' });
  });
});

describe('waiting for results', () => {
  it('is limited for each key', async () => {
    const { taskId, file } = await start();
    let settled = 0;
    const waits = Array.from({ length: maxWaiting + 1 }, async () => {
      const { body } = await askOlder(marque, writer, 'tasks/result', { taskId });
      settled += 1;
      return body as { error?: { code: number; message: string } };
    });
    await until(() => Promise.resolve(settled > 0));
    file.release();
    const errors = (await Promise.all(waits)).flatMap(({ error }) => error ?? []);
    expect(errors).toEqual([{ code: -32600, message: expect.stringContaining('poll tasks/get') }]);
    expect((await askOlder(marque, writer, 'tasks/result', { taskId })).body.result).toBeDefined();
  });
});
