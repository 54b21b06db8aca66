// Event streams: started with the service, opened by `stream_events`, and ended before the server waits for open requests.
import { ApiError } from '../../errors.ts';
import type { Connection } from '../../db/app-database.ts';
import type { Service } from '../../service.ts';
import { onRecorded } from '../record.ts';
import { EventFeed, type StreamOptions } from './event-feed.ts';
import type { EventStream } from './event-stream.ts';
import type { EventWatch } from './event-watch.ts';
import { notifier } from './listen.ts';
import { adoptRestoredEvents } from './new-events.ts';
import type { Viewer } from './visible-events.ts';

/** Headers of every stream of events. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  // No proxy and no server in between may hold events back to cache or compress them.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

const feeds = new WeakMap<Service, EventFeed>();

/** @returns what stops it */
export async function startEventStreams(
  service: Service,
  connection: Connection,
): Promise<() => Promise<void>> {
  await adoptRestoredEvents(service.db);
  const feed = new EventFeed(service, connection);
  feeds.set(service, feed);
  const others = notifier(service.db, (error) => {
    service.log.debug({ err: error }, 'other processes could not be notified of events');
  });
  const onCommitted = (): void => {
    feed.wake();
    others.committed();
  };
  onRecorded.add(onCommitted);
  return async () => {
    onRecorded.delete(onCommitted);
    others.stop();
    await feed.close();
  };
}

function feedOf(service: Service): EventFeed {
  const feed = feeds.get(service);
  if (!feed) throw new ApiError('unavailable', 'The server is starting. Reconnect in a moment.');
  return feed;
}

/** @throws rate_limited, unavailable */
export async function openEventStream(service: Service, options: StreamOptions): Promise<EventStream> {
  return feedOf(service).open(options);
}

/** For a call that waits until something is committed. @throws rate_limited, unavailable */
export async function watchEvents(
  service: Service,
  viewer: Pick<Viewer, 'kind' | 'id'>,
  signal: AbortSignal,
): Promise<EventWatch> {
  return feedOf(service).watch(viewer, signal);
}

/** Ends all streams at once: they would never finish by themselves. */
export function endEventStreams(service: Service): void {
  feeds.get(service)?.endStreams();
}
