'use client';
// What others do, as it happens: one stream of events for the tab, which views share. It pauses while the tab is hidden, and resumes
// where it was.
import { useEffect, useEffectEvent } from 'react';
import { urlOf } from './operations.ts';

/** A change to something that the person can read. */
export interface LiveEvent {
  id: number;
  type: string;
  actor: { kind: string; id: string | null; name: string };
  resource: { type: string; id: string } | null;
}

/** @param event null: anything may have changed. */
type Listener = (event: LiveEvent | null) => void;

const listeners = new Set<Listener>();

/** Calls a function for every event, as it arrives. @returns a function that ends it */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function announce(event: LiveEvent | null): void {
  for (const listener of listeners) listener(event);
}

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** The server sends a heartbeat every 15 seconds. Without one for this long, the connection is dead. */
const silenceMs = 40_000;

/** Keeps one stream open while the tab is visible, and reconnects when it breaks. */
class LiveConnection {
  private source: EventSource | null = null;
  private lastId: string | undefined;
  /** Since the stream was last open. */
  private failures = 0;
  private retry: number | undefined;
  private silence: number | undefined;

  constructor(
    private readonly person: string,
    private readonly onAccess: () => Promise<unknown>,
  ) {}

  /** Anything may be out of their reach now, or within it. Views ask for what they may have, so that is read first. */
  private async announceAnything(): Promise<void> {
    await this.onAccess();
    announce(null);
  }

  /** Whether it changes what the person can reach: their own grants, those of their groups, and who is in these. */
  private changesAccess({ type, resource }: LiveEvent): boolean {
    if (resource?.type === 'group') return type.startsWith('grant.') || type.startsWith('group.');
    return type.startsWith('grant.') && resource?.type === 'person' && resource.id === this.person;
  }

  readonly follow = (): void => {
    if (document.hidden) this.pause();
    else if (!this.source) this.connect();
  };

  readonly pause = (): void => {
    window.clearTimeout(this.retry);
    window.clearTimeout(this.silence);
    this.source?.close();
    this.source = null;
  };

  private connect(): void {
    window.clearTimeout(this.retry);
    const source = new EventSource(urlOf('stream_events', { lastEventId: this.lastId }));
    this.source = source;
    this.expectSign();
    const on = (name: string, then?: (data: string) => void): void => {
      source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        this.failures = 0;
        this.lastId = lastEventId;
        this.expectSign();
        then?.(data);
      });
    };
    on('ready');
    on('heartbeat');
    on('reset', () => void this.announceAnything());
    on('message', (data) => {
      const event = JSON.parse(data) as LiveEvent;
      if (this.changesAccess(event)) void this.announceAnything();
      else announce(event);
    });
    source.addEventListener('error', () => {
      // Refused, right after the stream ended: they have no access any more, and views are to say so.
      const isRefused = source.readyState === EventSource.CLOSED && this.failures === 1;
      this.connectLater();
      if (isRefused) void this.announceAnything();
    });
  }

  private expectSign(): void {
    window.clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.connectLater(), silenceMs);
  }

  private connectLater(): void {
    this.pause();
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.failures);
    this.failures += 1;
    // Not all tabs at once, after a restart of the server.
    this.retry = window.setTimeout(this.follow, waitMs * (0.75 + Math.random() / 2));
  }
}

/**
 * Follows a workspace, for as long as the caller is mounted.
 * @param workspace null: none yet
 * @param person who follows it
 * @param onAccess reads what they may do, which may have changed; doesn't reject
 */
export function useLiveConnection(
  workspace: string | null,
  person: string,
  onAccess: () => Promise<unknown>,
): void {
  const readAccess = useEffectEvent(onAccess);
  useEffect(() => {
    if (workspace === null) return;
    const connection = new LiveConnection(person, () => readAccess());
    connection.follow();
    document.addEventListener('visibilitychange', connection.follow);
    window.addEventListener('online', connection.follow);
    return () => {
      document.removeEventListener('visibilitychange', connection.follow);
      window.removeEventListener('online', connection.follow);
      connection.pause();
    };
  }, [workspace, person]);
}

/** How long to wait for more, so that one action of somebody is one reload. */
const gatherMs = 250;
/** At most one reload in this time, however much happens. */
const restMs = 2_000;

let holds = 0;

/** While a view is being left because of what the person did, such as a deletion, it doesn't reload. @returns what ends that */
export function holdReloads(): () => void {
  holds += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
  };
}

/**
 * Reloads a view soon after something that it shows has changed.
 *
 * @param concerns what a change must be about
 */
export function useLive(concerns: (event: LiveEvent) => boolean, reload: () => void): void {
  const isConcerned = useEffectEvent((event: LiveEvent | null) => event === null || concerns(event));
  const onReload = useEffectEvent(reload);
  useEffect(() => {
    let waiting: number | undefined;
    let lastAt = -restMs;
    const listener: Listener = (event) => {
      if (waiting !== undefined || !isConcerned(event)) return;
      const wait = Math.max(gatherMs, lastAt + restMs - performance.now());
      const reloadNow = (): void => {
        waiting = holds > 0 ? window.setTimeout(reloadNow, gatherMs) : undefined;
        if (waiting !== undefined) return;
        lastAt = performance.now();
        onReload();
      };
      waiting = window.setTimeout(reloadNow, wait);
    };
    listeners.add(listener);
    return () => {
      window.clearTimeout(waiting);
      listeners.delete(listener);
    };
  }, []);
}

/** Changes to resources of these types. */
export function changesTo(...types: readonly string[]): (event: LiveEvent) => boolean {
  return ({ resource }) => resource !== null && types.includes(resource.type);
}

const neverProposed: ReadonlySet<string> = new Set([
  'group',
  'invitation',
  'key',
  'organization',
  'person',
  'portal',
  'search',
  'share',
  'site',
  'workspace',
]);

/** Changes that can move the review queue. Modules add kinds of proposals of their own. */
export const movesQueue = ({ resource }: LiveEvent): boolean =>
  resource !== null && !neverProposed.has(resource.type);
