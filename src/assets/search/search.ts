// The search indexes of this process, built from PostgreSQL in the background and following its change feed. Each search knows which
// transactions it must see; an index that hasn't seen them catches up first, so results are correct as soon as a write is committed,
// in any process. NOTIFY only makes catching up rare.
import os from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../../core/db/app-database.ts';
import { failureOf } from '../../core/db/failures.ts';
import { statement } from '../../core/db/pool.ts';
import { poolWaitMs, boundConnection, withPatience } from '../../core/db/time-limits.ts';
import { isApiError } from '../../core/errors.ts';
import type { Query } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { WorkspaceIndex, type Found } from './search-index.ts';
import { KeptRecords, type RecordPage } from './search-records.ts';
import type { SearchQuery } from './search-query.ts';
import { leaveOutFailing } from './module-facets.ts';
import { measureSearch } from './search-metrics.ts';
import { searchInSql } from './search-in-sql.ts';
import { foundPages, textMatches, type FoundPages } from './text-matches.ts';
import { indexRowsAfter, indexRowsOf, type SearchContext } from './search-sql.ts';

/** Rows per batch while building: a few milliseconds of work between requests. */
const buildRows = 1000;
/** Estimated bytes per asset, to decide beforehand what fits. */
const assetBytes = 400;
/** All indexes of a process together take at most a quarter of the machine's memory. */
const memoryShare = os.totalmem() / 4;
/** Above this many changes at once, a rebuild is faster. */
const rebuildChanges = 20_000;
const pollMs = 1000;
/** Interval and timeout of the health check of the listening connection. */
const heartbeatMs = 3_000;
const reconnectMs = 1000;
/** The feed keeps an hour. After a pause of more than half of that, rebuild. */
const feedMinutes = 60;

const feedSince = statement(
  'search:feed',
  `select pg_snapshot_xmin(pg_current_snapshot())::text as floor,
     array(select h.id from unnest($2::uuid[]) h(id) where not exists (select 1 from payload.workspaces w where w.id = h.id)) as gone,
     coalesce((select json_agg(json_build_array(n.txid::text, n.asset_id)) from marque.asset_changes n where n.txid >= $1::text::xid8), '[]') as changes`,
);
const floorNow = statement('search:floor', 'select pg_snapshot_xmin(pg_current_snapshot())::text as floor');
const countAssets = statement(
  'search:count',
  'select count(*) as assets from payload.assets where workspace_id = $1',
);
const largest = statement(
  'search:largest',
  'select workspace_id as id, count(*) as assets from payload.assets where workspace_id is not null group by workspace_id order by count(*) desc limit 100',
);
const trimFeed = statement(
  'search:trim',
  `delete from marque.asset_changes where at < now() - make_interval(mins => ${feedMinutes})`,
);

interface Entry {
  index: WorkspaceIndex;
  ready: boolean;
  /** Assets changed during the build, to be read again at the end. */
  missed: Set<string>;
}

type Ask = (row: Query, values: readonly unknown[]) => Promise<Record<string, unknown> | null>;

interface Results extends RecordPage {
  found: Found;
  /** Of those on the page that were found by the text inside their files. */
  matches: FoundPages;
}

/** The indexes of one service. */
export class AssetSearch {
  private readonly entries = new Map<string, Entry>();
  private floor: string | null = null;
  private readonly seen = new Set<string>();
  private readonly records = new KeptRecords();
  private running: Promise<void> | null = null;
  private lastCaughtUp = Date.now();
  private listener: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private polls = 0;
  private closed = false;
  /** For tests and benchmarks; everyone else uses the index if there is one. */
  path: 'index' | 'sql' = 'index';

  constructor(
    private readonly service: Service,
    private readonly connection: Connection,
  ) {}

  /** Starts following changes and building the largest indexes; returns at once. */
  start(): void {
    const { metrics } = this.service;
    if (metrics) measureSearch(this.entries, () => this.lastCaughtUp, metrics);
    this.timer = setInterval(() => {
      void this.poll();
    }, pollMs);
    this.timer.unref();
    void this.listen();
    void this.buildLargest();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearInterval(this.timer);
    await this.listener?.end().catch(() => undefined);
    await this.running?.catch(() => undefined);
  }

  /** The oldest transaction that may not have been seen yet; where a search starts reading the feed. */
  get since(): string {
    return this.floor ?? '0';
  }

  /** Whether this process has, or builds, an index of the workspace; for tests. */
  holds(workspaceId: string): boolean {
    return this.entries.has(workspaceId);
  }

  /** Waits until the workspace's index is ready; for tests and benchmarks. */
  async built(workspaceId: string): Promise<WorkspaceIndex | null> {
    this.ensure(workspaceId);
    for (;;) {
      const entry = this.entries.get(workspaceId);
      if (!entry || this.closed) return null;
      if (entry.ready) return entry.index;
      await nextTurn();
    }
  }

  /**
   * Runs a search, with the index if there is one, otherwise in SQL.
   *
   * @param ask runs a query on the caller's workspace, checking access again.
   */
  async search(context: SearchContext, query: SearchQuery, ask: Ask): Promise<Results | null> {
    try {
      return await this.searchOnce(context, query, ask);
    } catch (error) {
      // A facet of another module must not break the search of everything else.
      if (isApiError(error) || failureOf(error) || !(await leaveOutFailing(this.service))) throw error;
      this.dropAll();
      return this.searchOnce(context, query, ask);
    }
  }

  private async searchOnce(context: SearchContext, query: SearchQuery, ask: Ask): Promise<Results | null> {
    const entry = this.path === 'index' ? this.ensure(context.workspaceId) : null;
    if (entry?.ready) {
      if (context.pending.some((txid) => !this.seen.has(txid))) await this.catchUp();
      // Catching up may have dropped an index that was too far behind.
      const now = this.entries.get(context.workspaceId);
      if (now?.ready) {
        const { hits } = now.index;
        const found = await now.index.search(query, context.viewer, context.today, (words) =>
          textMatches(this.service.db, context.workspaceId, words),
        );
        this.service.metrics?.cache('search results', now.index.hits > hits);
        return this.results(this.records, found, context, query, ask);
      }
    }
    const found = await searchInSql(this.service.db, ask, context.workspaceId, query);
    // Records are only cached if an index follows their changes.
    return found && this.results(new KeptRecords(), found, context, query, ask);
  }

  private async results(
    records: KeptRecords,
    found: Found,
    { today }: SearchContext,
    { pictured, words }: SearchQuery,
    ask: Ask,
  ): Promise<Results> {
    const page = await records.page(found.ids, today, ask, pictured);
    return { found, ...page, matches: await foundPages(ask, found.inText, words) };
  }

  private ensure(workspaceId: string): Entry | null {
    const entry = this.entries.get(workspaceId);
    if (entry) return entry;
    if (this.closed) return null;
    const made: Entry = { index: new WorkspaceIndex(), ready: false, missed: new Set() };
    this.entries.set(workspaceId, made);
    withPatience(() => this.build(workspaceId, made)).catch((error: unknown) => {
      if (this.entries.get(workspaceId) === made) this.entries.delete(workspaceId);
      if (!this.closed)
        this.service.log.warn({ err: error, workspaceId }, 'search index build failed; searching with SQL');
    });
    return made;
  }

  private async build(workspaceId: string, entry: Entry): Promise<void> {
    const { db, log, metrics } = this.service;
    const began = performance.now();
    const [counted] = await db.query<{ assets: number }>(countAssets, [workspaceId]);
    if ((counted?.assets ?? 0) * assetBytes + this.bytes() > memoryShare) {
      log.warn(
        { workspaceId, assets: counted?.assets },
        'workspace is too large for the search index memory limit; searching with SQL',
      );
      return;
    }
    if (this.floor === null) {
      const [row] = await db.query<{ floor: string }>(floorNow);
      this.floor ??= row?.floor ?? '0';
    }
    let after: { at: string; id: string } | null = null;
    do {
      const page: Awaited<ReturnType<typeof indexRowsAfter>> = await indexRowsAfter(
        db,
        workspaceId,
        after,
        buildRows,
      );
      if (this.closed) return;
      for (const row of page.rows) entry.index.put(row);
      after = page.next;
      await nextTurn();
    } while (after);
    entry.index.seal();
    // Changes in the meantime are in the feed, or already noted as missed.
    await this.catchUp();
    // More may be noted while these are applied.
    while (entry.missed.size > 0) {
      const missed = [...entry.missed];
      entry.missed.clear();
      await this.apply(entry, workspaceId, missed);
    }
    entry.ready = true;
    metrics?.indexBuilt(performance.now() - began);
    log.debug({ workspaceId, assets: entry.index.size, bytes: entry.index.bytes }, 'search index built');
  }

  private bytes(): number {
    let bytes = 0;
    for (const { index } of this.entries.values()) bytes += index.bytes;
    return bytes;
  }

  private async buildLargest(): Promise<void> {
    try {
      const { db } = this.service;
      const found = await withPatience(() => db.query<{ id: string; assets: number }>(largest));
      for (const { id } of found) await this.built(id);
    } catch (error) {
      if (!this.closed) this.service.log.warn({ err: error }, 'building search indexes at startup failed');
    }
  }

  /** Applies all changes since the last call to every index. Concurrent calls share one read. */
  async catchUp(): Promise<void> {
    // A read that started before this call may have missed the change it is about, so run another after it.
    while (this.running) await this.running;
    this.running = this.readFeed().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async readFeed(): Promise<void> {
    if (this.floor === null || this.closed) return;
    if (Date.now() - this.lastCaughtUp > (feedMinutes / 2) * 60_000) this.dropAll();
    const [row] = await this.service.db.query<{
      floor: string;
      gone: string[];
      changes: [string, string][];
    }>(feedSince, [this.floor, [...this.entries.keys()]]);
    if (!row) return;
    // A deleted workspace leaves no asset changes in the feed, so its whole index is dropped.
    for (const id of row.gone) this.entries.delete(id);
    if (row.gone.length > 0) this.records.forgetAll();
    const fresh = new Set<string>();
    const txids = new Set<string>();
    for (const [txid, assetId] of row.changes) {
      txids.add(txid);
      if (!this.seen.has(txid)) fresh.add(assetId);
    }
    if (fresh.size > rebuildChanges) {
      this.dropAll();
    } else if (fresh.size > 0) {
      await this.applyToAll([...fresh]);
    }
    // All transactions below the floor have been read; only later ones are remembered.
    this.seen.clear();
    for (const txid of txids) if (BigInt(txid) >= BigInt(row.floor)) this.seen.add(txid);
    this.floor = row.floor;
    this.lastCaughtUp = Date.now();
  }

  private async applyToAll(ids: string[]): Promise<void> {
    this.records.forget(ids);
    const there = await indexRowsOf(this.service.db, ids);
    const places = new Map(there.map(({ workspaceId, row }) => [row.id, { workspaceId, row }]));
    for (const [workspaceId, entry] of this.entries) {
      for (const id of ids) {
        if (!entry.ready) {
          entry.missed.add(id);
          continue;
        }
        const place = places.get(id);
        if (place?.workspaceId === workspaceId) entry.index.put(place.row);
        else entry.index.remove(id);
      }
      if (entry.ready && entry.index.isWorn) this.entries.delete(workspaceId);
    }
  }

  private async apply(entry: Entry, workspaceId: string, ids: string[]): Promise<void> {
    const places = new Map(
      (await indexRowsOf(this.service.db, ids)).map(({ workspaceId: at, row }) => [row.id, { at, row }]),
    );
    for (const id of ids) {
      const place = places.get(id);
      if (place?.at === workspaceId) entry.index.put(place.row);
      else entry.index.remove(id);
    }
  }

  private dropAll(): void {
    this.records.forgetAll();
    this.entries.clear();
  }

  private async poll(): Promise<void> {
    if (this.closed || this.entries.size === 0) return;
    try {
      await this.catchUp();
      this.polls += 1;
      if (this.polls % 600 === 0) await this.service.db.query(trimFeed);
    } catch (error) {
      if (!this.closed) this.service.log.debug({ err: error }, 'the feed of changes could not be read');
    }
  }

  private async listen(): Promise<void> {
    if (this.closed) return;
    const client = new pg.Client({
      ...this.connection,
      application_name: 'marque search',
      connectionTimeoutMillis: poolWaitMs,
    });
    let heartbeat: NodeJS.Timeout | undefined;
    const again = (): void => {
      clearInterval(heartbeat);
      client.removeAllListeners();
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
      if (this.listener === client) this.listener = null;
      if (this.closed) return;
      setTimeout(() => {
        void this.listen();
      }, reconnectMs).unref();
    };
    client.once('error', again);
    try {
      await client.connect();
      this.listener = client;
      if (this.closed) {
        await client.end();
        return;
      }
      client.on('notification', () => {
        void this.poll();
      });
      client.once('end', again);
      // Otherwise nothing is sent on this connection, and a dead network would go unnoticed.
      await boundConnection(client, heartbeatMs);
      heartbeat = setInterval(() => {
        client.query('select 1').catch(() => undefined);
      }, heartbeatMs);
      heartbeat.unref();
      await client.query('listen marque_assets');
      await this.poll();
    } catch {
      again();
    }
  }
}

const searches = new WeakMap<Service, AssetSearch>();

/** Creates the search of a service; called once at startup. */
export function openSearch(service: Service, connection: Connection): AssetSearch {
  const search = new AssetSearch(service, connection);
  searches.set(service, search);
  return search;
}

export function searchOf(service: Service): AssetSearch {
  const search = searches.get(service);
  if (!search) throw new Error('Search has not started.');
  return search;
}
