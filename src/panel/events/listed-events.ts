// The events that a list shows, and what is read for it later: newer ones, and those below. Pure.
import type { EventEntry } from './event-words.ts';

export interface EventsRead {
  data: EventEntry[];
  next: string | null;
}

export interface ListedEvents extends EventsRead {
  /** The key of what is listed. */
  of: string;
  problem: string | null;
}

/** With the newest page, and what was shown below it. More than a page of news leaves a gap, so then it's shown alone. */
export function withNewest(listed: ListedEvents, newest: EventsRead): ListedEvents {
  const shown = new Set(listed.data.map(({ id }) => id));
  const fresh = newest.data.filter(({ id }) => !shown.has(id));
  if (fresh.length === newest.data.length && newest.next !== null)
    return { ...listed, ...newest, problem: null };
  return { ...listed, data: [...fresh, ...listed.data], problem: null };
}

/**
 * With what comes below, or why that couldn't be read. Nothing changes where the list has become another one meanwhile: by a filter, or by
 * so much news that it begins anew.
 *
 * @param from the list that it was read for
 */
export function withEarlier(
  now: ListedEvents,
  from: ListedEvents,
  read: EventsRead | { problem: string },
): ListedEvents {
  if (now.of !== from.of || now.next !== from.next) return now;
  if ('problem' in read) return { ...now, problem: read.problem };
  return { ...now, data: [...now.data, ...read.data], next: read.next, problem: null };
}
