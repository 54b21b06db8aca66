// The event streams of this process. All of them share one read of new events, one check of access, and one connection that listens:
// other processes notify it, and once a second it looks by itself, since a notification can be lost.
import { ApiError } from '../../errors.ts';
import type { Connection } from '../../db/app-database.ts';
import type { Service } from '../../service.ts';
import type { ChangeKind } from '../feed/visible-changes.ts';
import { EventStream, type SeenEvent } from './event-stream.ts';
import { EventWatch } from './event-watch.ts';
import { listen } from './listen.ts';
import { maxNewEvents, newsSince, positionNow, type NewEvent } from './new-events.ts';
import type { Position } from './position.ts';
import { visibleEvents, type Viewer } from './visible-events.ts';

/** Of one person or key in one process: a browser opens one for each tab. */
export const maxStreamsPerCaller = 20;
/** Of one process. */
const maxStreams = 1_000;
/** Proxies close connections that are silent for a minute. Credentials are checked this often too. */
export const heartbeatMs = 15_000;
/** A client that was away longer reloads. */
const maxAwaySeconds = 24 * 60 * 60;
/** How often to look for what no notification announced. */
const lookMs = 1_000;
/** How long to collect a burst of events before reading them together. */
const gatherMs = 30;

export interface StreamOptions {
  viewer: Viewer & { organizationId: string };
  /** The position of the last event that the client received. */
  after: Position | null;
  /** Asks an app whether the person is still signed in; null if the database knows. */
  isSignedIn: (() => Promise<boolean>) | null;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Of the events, those that a viewer may see. */
const seenBy = (
  events: readonly NewEvent[],
  seen: ReadonlyMap<number, ChangeKind> | undefined,
): SeenEvent[] =>
  events.flatMap((event) => {
    const change = seen?.get(event.id);
    return change ? [{ ...event, change }] : [];
  });

const viewerKey = ({ kind, id, sessionId, workspaceId }: Viewer): string =>
  [kind, id, sessionId, workspaceId].join(' ');

export class EventFeed {
  private readonly streams = new Set<EventStream>();
  /** Calls that wait for the next change. */
  private readonly watches = new Set<EventWatch>();
  /** What all streams have been sent; null while there are none. */
  private position: Position | null = null;
  /** While the first streams wait for a position. */
  private starting: Promise<void> | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private ticking: NodeJS.Timeout | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private reading: Promise<void> | null = null;
  private lookedAt = 0;
  private checkedAt = 0;
  private ended = false;

  constructor(
    private readonly service: Service,
    private readonly connection: Connection,
  ) {}

  /** Opens a stream. @throws rate_limited if the caller has too many, unavailable if the process has */
  async open({ viewer, after, isSignedIn, signal }: StreamOptions): Promise<EventStream> {
    this.demandRoom(viewer);
    // Counted, and sent what is committed from here on, before anything is waited for.
    const stream = new EventStream(viewer, isSignedIn, (ended) => this.leave(ended));
    this.streams.add(stream);
    const onAbort = (): void => stream.end();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await this.start();
      const { position, events } = await this.missed(viewer, after);
      stream.begin(position, events);
    } catch (error) {
      stream.end();
      throw error;
    }
    if (signal.aborted || this.ended) stream.end();
    return stream;
  }

  /**
   * For a call that waits for changes: everything that is committed from here on ends its wait.
   *
   * @throws as `open`
   */
  async watch(viewer: Pick<Viewer, 'kind' | 'id'>, signal: AbortSignal): Promise<EventWatch> {
    this.demandRoom(viewer);
    const watch = new EventWatch(viewer, signal, (ended) => {
      this.watches.delete(ended);
      this.pauseIfIdle();
    });
    this.watches.add(watch);
    try {
      await this.start();
    } catch (error) {
      watch.end();
      throw error;
    }
    if (signal.aborted || this.ended) watch.end();
    return watch;
  }

  /** Events were committed. */
  wake(): void {
    if (this.position === null) return;
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      void this.look();
    }, gatherMs).unref();
  }

  /** Ends all streams, and opens no more. */
  endStreams(): void {
    this.ended = true;
    for (const one of [...this.streams, ...this.watches]) one.end();
  }

  async close(): Promise<void> {
    this.endStreams();
    await this.reading;
    await this.pause();
  }

  private demandRoom(viewer: Pick<Viewer, 'kind' | 'id'>): void {
    const retryAfterSeconds = 5;
    if (this.ended)
      throw new ApiError('unavailable', 'The server is stopping. Reconnect in a moment.', {
        retryAfterSeconds,
      });
    if (this.streams.size + this.watches.size >= maxStreams)
      throw new ApiError('unavailable', 'The server has too many event streams open. Try again later.', {
        retryAfterSeconds,
      });
    const own = [...this.streams, ...this.watches].filter(
      ({ viewer: { kind, id } }) => kind === viewer.kind && id === viewer.id,
    );
    if (own.length >= maxStreamsPerCaller)
      throw new ApiError(
        'rate_limited',
        `You have ${maxStreamsPerCaller} event streams open, which is the limit. Close one first.`,
        { retryAfterSeconds },
      );
  }

  /** What a client missed since its last event, as far as it may see it now. */
  private async missed(
    viewer: StreamOptions['viewer'],
    after: Position | null,
  ): Promise<{ position: Position; events: SeenEvent[] | null }> {
    const { db } = this.service;
    if (after === null) return { position: await positionNow(db), events: [] };
    const { position, events } = await newsSince(db, after, viewer);
    if (events === null || position.seconds - after.seconds > maxAwaySeconds)
      return { position, events: null };
    const seen = await visibleEvents(
      db,
      [viewer],
      events.map(({ id }) => id),
    );
    return { position, events: seenBy(events, seen.get(viewer)) };
  }

  /**
   * Starts reading for all streams from one position, which is taken before any of them takes its own: each stream's position is
   * then one that the feed has read on from.
   */
  private start(): Promise<void> {
    if (this.position !== null) return Promise.resolve();
    this.starting ??= positionNow(this.service.db)
      .then((position) => this.begin(position))
      .finally(() => {
        this.starting = null;
      });
    return this.starting;
  }

  private begin(position: Position): void {
    // Meanwhile all of them may have left.
    if (this.isIdle || this.ended) return;
    this.position = position;
    const { log } = this.service;
    this.stopListening = listen(
      this.connection,
      () => this.wake(),
      (error) => log.warn({ err: error }, 'not listening for events; will reconnect'),
    );
    this.ticking = setInterval(() => {
      if (Date.now() - this.lookedAt >= lookMs / 2) void this.look();
    }, lookMs).unref();
  }

  private leave(stream: EventStream): void {
    this.streams.delete(stream);
    this.pauseIfIdle();
  }

  private get isIdle(): boolean {
    return this.streams.size + this.watches.size === 0;
  }

  private pauseIfIdle(): void {
    if (this.isIdle) void this.pause();
  }

  /** Nobody listens. */
  private async pause(): Promise<void> {
    this.position = null;
    clearInterval(this.ticking);
    clearTimeout(this.waiting);
    this.waiting = undefined;
    const stop = this.stopListening;
    this.stopListening = null;
    await stop?.();
  }

  /** One read at a time. What is committed during one wakes the next. */
  private async look(): Promise<void> {
    if (this.reading) {
      await this.reading;
      this.wake();
      return;
    }
    this.lookedAt = Date.now();
    this.reading = this.read()
      .catch((error: unknown) => {
        this.service.log.warn({ err: error }, 'could not read new events; will retry');
      })
      .finally(() => {
        this.reading = null;
      });
    await this.reading;
  }

  private async read(): Promise<void> {
    const before = this.position;
    if (before === null) return;
    const { position, events } = await newsSince(this.service.db, before);
    if (events?.length !== 0) for (const watch of this.watches) watch.notify();
    const isCheckDue = Date.now() - this.checkedAt >= heartbeatMs;
    if (events?.length !== 0 || isCheckDue) await this.distribute(position, events, isCheckDue);
    // Meanwhile the last stream may have ended, and another one begun at a position of its own.
    if (this.position === before) this.position = position;
    for (const stream of this.streams)
      if (Date.now() - stream.lastSent >= heartbeatMs) stream.heartbeat(position);
  }

  /** Sends events to everyone who may see them, and ends the streams of those who have lost their access. */
  private async distribute(
    position: Position,
    events: readonly NewEvent[] | null,
    asksApp: boolean,
  ): Promise<void> {
    const streams = [...this.streams];
    const viewers = new Map(streams.map(({ viewer }) => [viewerKey(viewer), viewer]));
    const ids = (events ?? []).map(({ id }) => id);
    const seen = await visibleEvents(this.service.db, [...viewers.values()], ids);
    this.checkedAt = Date.now();
    if (events === null) this.service.log.debug({ maxNewEvents }, 'too many events at once; clients reload');
    for (const stream of streams) {
      const viewer = viewers.get(viewerKey(stream.viewer));
      const visible = viewer && seen.get(viewer);
      if (!visible) stream.end();
      else if (events === null) stream.reset(position);
      else stream.send(position, seenBy(events, visible));
      if (asksApp && stream.isSignedIn) void this.endUnlessSignedIn(stream, stream.isSignedIn);
    }
  }

  private async endUnlessSignedIn(stream: EventStream, isSignedIn: () => Promise<boolean>): Promise<void> {
    // An app that can't say so right now is asked again later.
    if (!(await isSignedIn().catch(() => true))) stream.end();
  }
}
