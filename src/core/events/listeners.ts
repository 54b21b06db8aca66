// Listeners: plugins that are told what happened, once it is committed. Beside each event that somebody listens to a trigger writes a
// delivery, in the event's own transaction; a job hands these out, one more job for each, which is tried again until it succeeds.
// So nothing is told that was rolled back, and nothing is missed by a process that ends in the middle. It may be told twice.
import { statement } from '../db/pool.ts';
import { inSqlTransaction } from '../db/sql-transaction.ts';
import type { Service } from '../service.ts';
import { toActivity, type Activity, type EventRow } from './activity.ts';
import { onRecorded } from './record.ts';

/** What happened, as activity and audit tell it, with where. `id` is the same each time it is told. */
export interface DeliveredEvent extends Activity {
  organizationId: string | null;
  workspaceId: string | null;
}

export interface Listener {
  /** Lower-case letters, digits and dashes. What waits for a listener waits under this name. */
  name: string;
  /** The types it hears: `asset.approved`, `asset.*`, or `*` for all. */
  events: readonly string[];
  /**
   * Told of one event, outside any transaction, at least once. What it throws is logged, and it is told again later: ten times more,
   * after 30 seconds first and twice as long each time.
   */
  deliver: (event: DeliveredEvent, service: Service, signal: AbortSignal) => Promise<void>;
}

/** Hands out what waits. */
export const dispatchJob = 'hand-out-events';
/** Tells one listener of one event. */
export const deliveryJob = 'hear-event';

const setListeners = statement(
  'listeners:set',
  `with gone as (delete from marque.event_listeners where name <> all($1::text[])),
     untold as (delete from marque.event_deliveries where listener <> all($1::text[]))
   insert into marque.event_listeners (name, patterns)
   select name, array(select jsonb_array_elements_text(patterns))
   from unnest($1::text[], $2::jsonb[]) as given(name, patterns)
   on conflict (name) do update set patterns = excluded.patterns
   where event_listeners.patterns is distinct from excluded.patterns`,
);
const takeDeliveries = statement(
  'listeners:take',
  `delete from marque.event_deliveries where id in (
     select id from marque.event_deliveries order by id limit $1 for update skip locked)
   returning id, event_id, listener`,
);
const eventOf = statement(
  'listeners:event',
  `select id, at, type, organization_id, workspace_id, actor_kind, actor_id, actor_name, subject_kind, subject_id, detail
   from marque.events where id = $1`,
);

/** `asset.*` as LIKE has it. */
const pattern = (type: string): string => type.replace(/[\\%_]/g, '\\$&').replace('*', '%');

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const typePattern = /^(?:\*|[a-z_]+\.(?:\*|[a-z_]+))$/;

/** What a burst of events waits for before it is handed out together. */
const gatherMs = 20;

/**
 * Writes down who listens to what, so that deliveries are kept for them, and hands these out as they come.
 *
 * @returns stops handing out in this process.
 * @throws Error for a name that is taken or no name, and for what is no type of event.
 */
export async function startListeners(service: Service, listeners: readonly Listener[]): Promise<() => void> {
  const names = listeners.map(({ name }) => name);
  const wrong =
    names.find((name, at) => !namePattern.test(name) || names.indexOf(name) !== at) ??
    listeners.flatMap(({ events }) => events).find((type) => !typePattern.test(type));
  if (wrong !== undefined)
    throw new Error(
      `A listener says "${wrong}": names are words joined by dashes, each used once; events are asset.approved, asset.* or *.`,
    );
  const patterns = listeners.map(({ events }) => JSON.stringify(events.map(pattern)));
  await service.db.query(setListeners, [names, patterns]);
  if (listeners.length === 0) return () => undefined;
  let waiting: NodeJS.Timeout | undefined;
  const wake = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      service.jobs.send(dispatchJob).catch((error: unknown) => {
        service.log.warn({ err: error }, 'events are handed out later');
      });
    }, gatherMs).unref();
  };
  onRecorded.add(wake);
  return () => {
    clearTimeout(waiting);
    onRecorded.delete(wake);
  };
}

const atOnce = 200;

/** Makes a job of each delivery that waits. */
export async function dispatch({ db, jobs }: Service, signal: AbortSignal): Promise<void> {
  for (let taken = atOnce; taken === atOnce && !signal.aborted;) {
    taken = await inSqlTransaction(db.pool, async (transaction) => {
      const rows = await transaction.query<{ event_id: number; listener: string }>(takeDeliveries, [atOnce]);
      for (const { event_id: event, listener } of rows)
        await jobs.send(deliveryJob, { event, listener }, transaction);
      return rows.length;
    });
  }
}

/** Tells a listener. An event that has been deleted since, with its workspace, is told no more. */
export async function deliver(
  service: Service,
  listeners: readonly Listener[],
  data: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const listener = listeners.find(({ name }) => name === data.listener);
  const [row] = await service.db.query<
    EventRow & { organization_id: string | null; workspace_id: string | null }
  >(eventOf, [data.event]);
  if (!listener || !row) return;
  const { organization_id: organizationId, workspace_id: workspaceId } = row;
  await listener.deliver({ ...toActivity(row), organizationId, workspaceId }, service, signal);
}
