// Listeners: what is queued for them, when it is delivered, and what is no longer delivered.
import { afterAll, describe, expect, it } from '@jest/globals';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import {
  dispatch,
  deliver,
  startListeners,
  type DeliveredEvent,
  type Listener,
} from '../../../src/core/events/listeners.ts';
import { recordOn } from '../../../src/core/events/record.ts';
import { startService } from '../../setup/service.ts';

const delivered: { by: string; event: DeliveredEvent }[] = [];
const { signal } = new AbortController();

const listener = (name: string, ...events: string[]): Listener => ({
  name,
  events,
  deliver: async (event) => void delivered.push({ by: name, event }),
});
const listeners = [listener('of-assets', 'asset.*', 'brand.published'), listener('of-all', '*')];

const marque = await startService();
const place = await marque.makePlace();
// Delivered explicitly below: waking the jobs isn't wanted here.
(await startListeners(marque.service, listeners))();
afterAll(() => marque.close());

const record = (type: string, then = async (): Promise<void> => undefined) =>
  inSqlTransaction(marque.service.db.pool, async (db) => {
    await recordOn(db, 'system', { type, workspaceId: place.workspaceId, detail: { why: 'a test' } });
    await then();
  });
const waiting = async (): Promise<string[]> =>
  (
    await marque.service.db.query<{ line: string }>(
      `select d.listener || ' ' || e.type as line from marque.event_deliveries d join marque.events e on e.id = d.event_id order by 1`,
    )
  ).map(({ line }) => line);

/** Dispatches queued events, and delivers them immediately. */
async function deliverAll(): Promise<string[]> {
  delivered.length = 0;
  const sent: Record<string, unknown>[] = [];
  const send = async (_: string, data: Record<string, unknown> = {}): Promise<void> => void sent.push(data);
  await dispatch({ ...marque.service, jobs: { send, ready: () => true } }, signal);
  for (const data of sent) await deliver(marque.service, listeners, data, signal);
  return delivered.map(({ by, event }) => `${by} ${event.type}`).sort();
}

describe('an event', () => {
  it('is queued for its listeners, and delivered once it is committed', async () => {
    await deliverAll();
    await record('asset.approved');
    await record('assets.odd');
    await record('brand.published');
    await record('site.live');
    expect(await waiting()).toEqual([
      'of-all asset.approved',
      'of-all assets.odd',
      'of-all brand.published',
      'of-all site.live',
      'of-assets asset.approved',
      'of-assets brand.published',
    ]);
    expect(await deliverAll()).toHaveLength(6);
    expect(delivered.find(({ by }) => by === 'of-assets')?.event).toMatchObject({
      type: 'asset.approved',
      organizationId: place.organizationId,
      workspaceId: place.workspaceId,
      actor: { kind: 'system' },
      detail: { why: 'a test' },
    });
    expect(await waiting()).toEqual([]);
    expect(await deliverAll()).toEqual([]);
  });

  it("isn't queued if it was rolled back", async () => {
    const failure = record('asset.approved', () => Promise.reject(new Error('not after all')));
    await expect(failure).rejects.toThrow('not after all');
    expect(await waiting()).toEqual([]);
  });

  it('is no longer delivered once it was deleted, or to a listener that was removed', async () => {
    await record('asset.approved');
    const [{ event }] = (await marque.service.db.query<{ event: number }>(
      'select max(event_id) as event from marque.event_deliveries',
    )) as [{ event: number }];
    await marque.service.db.query('delete from marque.events where id = $1', [event]);
    expect(await waiting()).toEqual([]);
    delivered.length = 0;
    await deliver(marque.service, listeners, { event, listener: 'of-all' }, signal);
    expect(delivered).toEqual([]);

    await record('asset.approved');
    (await startListeners(marque.service, listeners.slice(1)))();
    expect(await waiting()).toEqual(['of-all asset.approved']);
  });
});

it.each([
  ['a name that is taken', [listener('one', '*'), listener('one', '*')]],
  ['an invalid name', [listener('One Two', '*')]],
  ['an invalid event type', [listener('one', 'asset.approved', "x' or true")]],
])('a listener with %s fails the start', async (_, wrong) => {
  await expect(startListeners(marque.service, wrong)).rejects.toThrow('A listener says');
});
