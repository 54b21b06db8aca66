// Listeners: what is kept for them, when it is handed out, and what is told no more.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inSqlTransaction } from '../../../src/core/db/sql-transaction.ts';
import {
  dispatch,
  deliver,
  startListeners,
  type DeliveredEvent,
  type Listener,
} from '../../../src/core/events/listeners.ts';
import { recordOn } from '../../../src/core/events/record.ts';
import { startService, type Place, type TestService } from '../../setup/service.ts';

let marque: TestService;
let place: Place;
const told: { by: string; event: DeliveredEvent }[] = [];
const { signal } = new AbortController();

const listener = (name: string, ...events: string[]): Listener => ({
  name,
  events,
  deliver: async (event) => void told.push({ by: name, event }),
});
const listeners = [listener('of-assets', 'asset.*', 'brand.published'), listener('of-all', '*')];

beforeAll(async () => {
  marque = await startService();
  place = await marque.makePlace();
  // Handed out by hand below: what wakes the jobs is not wanted here.
  (await startListeners(marque.service, listeners))();
});
afterAll(() => marque.close());

const record = (type: string, then = async (): Promise<void> => undefined) =>
  inSqlTransaction(marque.service.db.pool, async (db) => {
    await recordOn(db, 'system', { type, workspaceId: place.workspaceId, detail: { why: 'a test' } });
    await then();
  });
const waiting = async (): Promise<string[]> =>
  (
    await marque.service.db.query<{ said: string }>(
      `select d.listener || ' ' || e.type as said from marque.event_deliveries d join marque.events e on e.id = d.event_id order by 1`,
    )
  ).map(({ said }) => said);

/** Hands out what waits, and tells it at once. */
async function tellAll(): Promise<string[]> {
  told.length = 0;
  const sent: Record<string, unknown>[] = [];
  const send = async (_: string, data: Record<string, unknown> = {}): Promise<void> => void sent.push(data);
  await dispatch({ ...marque.service, jobs: { send } }, signal);
  for (const data of sent) await deliver(marque.service, listeners, data, signal);
  return told.map(({ by, event }) => `${by} ${event.type}`).sort();
}

describe('what happens', () => {
  it('is kept for those who listen to it, and told once it is committed', async () => {
    await tellAll();
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
    expect(await tellAll()).toHaveLength(6);
    expect(told.find(({ by }) => by === 'of-assets')?.event).toMatchObject({
      type: 'asset.approved',
      organizationId: place.organizationId,
      workspaceId: place.workspaceId,
      actor: { kind: 'system' },
      detail: { why: 'a test' },
    });
    expect(await waiting()).toEqual([]);
    expect(await tellAll()).toEqual([]);
  });

  it('is not kept where it was rolled back', async () => {
    const failure = record('asset.approved', () => Promise.reject(new Error('not after all')));
    await expect(failure).rejects.toThrow('not after all');
    expect(await waiting()).toEqual([]);
  });

  it('is told no more once it was deleted, nor to a listener that is gone', async () => {
    await record('asset.approved');
    const [{ event }] = (await marque.service.db.query<{ event: number }>(
      'select max(event_id) as event from marque.event_deliveries',
    )) as [{ event: number }];
    await marque.service.db.query('delete from marque.events where id = $1', [event]);
    expect(await waiting()).toEqual([]);
    told.length = 0;
    await deliver(marque.service, listeners, { event, listener: 'of-all' }, signal);
    expect(told).toEqual([]);

    await record('asset.approved');
    (await startListeners(marque.service, listeners.slice(1)))();
    expect(await waiting()).toEqual(['of-all asset.approved']);
  });
});

it.each([
  ['a name that is taken', [listener('one', '*'), listener('one', '*')]],
  ['what is no name', [listener('One Two', '*')]],
  ['what is no type', [listener('one', 'asset.approved', "x' or true")]],
])('a listener with %s ends the start', async (_, wrong) => {
  await expect(startListeners(marque.service, wrong)).rejects.toThrow('A listener says');
});
