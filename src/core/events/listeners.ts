// Listeners: plugins that receive events after they're committed. A trigger adds a delivery to each event that has a listener, in the same
// transaction; a job dispatches these, with one job per delivery that is retried until it succeeds. So rolled-back events are
// never delivered, and none is lost if a process dies. An event may be delivered more than once.
import { statement, type Db } from '../db/pool.ts';
import { inSqlTransaction } from '../db/sql-transaction.ts';
import type { Service } from '../service.ts';
import { toActivity, type Activity, type EventRow } from './activity.ts';
import type { Caller } from '../access/caller.ts';
import { isApiError } from '../errors.ts';
import { reportFailure } from '../failures.ts';
import { isEventType, isOneOf, likePattern } from './feed/event-types.ts';
import { onRecorded, onRecording, type MarqueEvent } from './record.ts';

/** An event as in activity and audit, with its place. `id` is the same for every delivery attempt. */
export interface DeliveredEvent extends Activity {
  organizationId: string | null;
  workspaceId: string | null;
}

export interface Listener {
  /** Lowercase letters, digits and dashes. Deliveries are stored under this name. */
  name: string;
  /** Event types: `asset.approved`, `asset.*`, or `*` for all. */
  events: readonly string[];
  /**
   * Called in the transaction of the change, before it is committed: throws an ApiError to refuse the change. Must be quick, and only
   * use the database. Any other error is logged, and the change goes on.
   */
  check?: (
    event: MarqueEvent,
    about: { db: Db; caller: Caller | 'system'; service: Service },
  ) => Promise<void>;
  /**
   * Receives one event, outside any transaction, at least once. Errors are logged and retried ten times, after 30 seconds first and twice
   * as long each time.
   */
  deliver?: (event: DeliveredEvent, service: Service, signal: AbortSignal) => Promise<void>;
}

/** Dispatches pending deliveries. */
export const dispatchJob = 'hand-out-events';
/** Delivers one event to one listener. */
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

const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Runs the checks of listeners in the transactions that record events. @returns a function that stops it */
function startChecks(service: Service, listeners: readonly Listener[]): () => void {
  const checking = listeners.filter(({ check }) => check);
  if (checking.length === 0) return () => undefined;
  const checkAll = async (db: Db, caller: Caller | 'system', event: MarqueEvent): Promise<void> => {
    for (const listener of checking.filter(({ events }) => isOneOf(events, event.type))) {
      // A statement that fails would otherwise end the caller's transaction.
      if (db.afterCommit) await db.query('savepoint marque_check');
      try {
        await listener.check?.(event, { db, caller, service });
        if (db.afterCommit) await db.query('release savepoint marque_check');
      } catch (error) {
        if (isApiError(error)) throw error;
        if (db.afterCommit) await db.query('rollback to savepoint marque_check');
        const module = service.modules.find((one) => one.listeners?.includes(listener))?.name ?? '';
        reportFailure(service, { module, during: 'event', name: listener.name }, error);
      }
    }
  };
  onRecording.add(checkAll);
  return () => {
    onRecording.delete(checkAll);
  };
}

/** How long to collect a burst of events before dispatching them together. */
const gatherMs = 20;

/**
 * Registers the listeners, so that deliveries are stored for them, and dispatches deliveries as they arrive.
 *
 * @returns a function that stops dispatching in this process.
 * @throws Error for a duplicate or invalid name, or an invalid event type.
 */
export async function startListeners(service: Service, listeners: readonly Listener[]): Promise<() => void> {
  const names = listeners.map(({ name }) => name);
  const wrong =
    names.find((name, at) => !namePattern.test(name) || names.indexOf(name) !== at) ??
    listeners.flatMap(({ events }) => events).find((type) => !isEventType(type));
  if (wrong !== undefined)
    throw new Error(
      `A listener says "${wrong}": names are words joined by dashes, each used once; events are asset.approved, asset.* or *.`,
    );
  const delivered = listeners.filter(({ deliver: after }) => after);
  const patterns = delivered.map(({ events }) => JSON.stringify(events.map(likePattern)));
  await service.db.query(setListeners, [delivered.map(({ name }) => name), patterns]);
  const stopChecks = startChecks(service, listeners);
  if (delivered.length === 0) return stopChecks;
  let waiting: NodeJS.Timeout | undefined;
  const wake = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      service.jobs.send(dispatchJob).catch((error: unknown) => {
        service.log.warn({ err: error }, 'could not dispatch events; will retry');
      });
    }, gatherMs).unref();
  };
  onRecorded.add(wake);
  return () => {
    clearTimeout(waiting);
    onRecorded.delete(wake);
    stopChecks();
  };
}

const atOnce = 200;

/** Creates a job for each pending delivery. */
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

/** Delivers an event. Events deleted meanwhile, with their workspace, are skipped. */
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
  await listener.deliver?.({ ...toActivity(row), organizationId, workspaceId }, service, signal);
}
