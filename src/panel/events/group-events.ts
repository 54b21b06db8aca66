// Events that belong together as one entry: the same person did the same to several things, one after the other. Pure.
import type { ReactNode } from 'react';
import type { Words } from '../words/words.tsx';
import { sentenceOf, type Drawing, type EventEntry } from './event-words.ts';

export interface EventGroup {
  /** Newest first; at least one. */
  events: readonly [EventEntry, ...EventEntry[]];
}

/** Fewer are entries of their own. */
const least = 3;

/** Longer pauses start another entry. */
const pauseMs = 30 * 60 * 1000;

const nounsOf = {
  asset: 'events:files',
  brand: 'events:brands',
  collection: 'events:collections',
  field: 'events:fields',
  portal: 'events:portals',
  site: 'events:sites',
} as const;

const verbsOf = {
  created: 'events:manyCreated',
  changed: 'events:manyChanged',
  deleted: 'events:manyDeleted',
  restored: 'events:manyRestored',
  approved: 'events:manyApproved',
  rejected: 'events:manyRejected',
  proposed: 'events:manyProposed',
  archived: 'events:manyArchived',
  purged: 'events:manyPurged',
  change_proposed: 'events:manyChangeProposed',
  change_rejected: 'events:manyChangeRejected',
} as const;

/** The words for what was done to several of them, if there are any. */
function keysOf({ type }: EventEntry) {
  const [noun = '', verb = ''] = type.split('.');
  return noun in nounsOf && verb in verbsOf
    ? { things: nounsOf[noun as keyof typeof nounsOf], did: verbsOf[verb as keyof typeof verbsOf] }
    : null;
}

function belong(newer: EventEntry, older: EventEntry): boolean {
  return (
    keysOf(newer) !== null &&
    newer.type === older.type &&
    newer.actor.kind === older.actor.kind &&
    newer.actor.id === older.actor.id &&
    newer.workspace?.id === older.workspace?.id &&
    Date.parse(newer.at) - Date.parse(older.at) <= pauseMs
  );
}

/** @param events newest first */
export function groupEvents(events: readonly EventEntry[]): EventGroup[] {
  const groups: [EventEntry, ...EventEntry[]][] = [];
  for (const event of events) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open && last && belong(last, event)) open.push(event);
    else groups.push([event]);
  }
  return groups.flatMap((grouped): EventGroup[] =>
    grouped.length < least ? grouped.map((event) => ({ events: [event] })) : [{ events: grouped }],
  );
}

/** The things that the events are about, each once. */
export function targetsOf({ events }: EventGroup): NonNullable<EventEntry['target']>[] {
  const seen = new Map(events.flatMap(({ target }) => (target ? [[target.id, target] as const] : [])));
  return [...seen.values()];
}

/** What was done: "Mara added 61 files", "Mara changed the brand Acme (3 times)". */
export function groupSentence(group: EventGroup, drawing: Drawing, words: Words): ReactNode {
  const [latest] = group.events;
  const keys = keysOf(latest);
  const count = targetsOf(group).length;
  if (count > 1 && keys)
    return words.rich(keys.did, { actor: drawing.actor, things: words.t(keys.things, { count }) });
  const times = words.t('events:times', { count: group.events.length });
  return words.rich('events:repeated', { sentence: sentenceOf(latest, drawing, words), times });
}

interface Pictured {
  id: string;
  name: string;
  mime: string;
  width: number | null;
  height: number | null;
}

/** The assets that the events are about and that are still there, each once. */
export function picturesOf({ events }: EventGroup): Pictured[] {
  const seen = new Map<string, Pictured>();
  for (const { target, media, detail } of events) {
    if (!target || !media) continue;
    const { filename } = detail;
    seen.set(target.id, { id: target.id, name: typeof filename === 'string' ? filename : 'Asset', ...media });
  }
  return [...seen.values()];
}
