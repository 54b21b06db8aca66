// Events that belong together as one entry: the same person did the same to several things, one after the other. Pure.
import { sentenceOf, type EventEntry } from './event-words.ts';

export interface EventGroup {
  /** Newest first; at least one. */
  events: readonly [EventEntry, ...EventEntry[]];
}

/** Fewer are entries of their own. */
const least = 3;

/** Longer pauses start another entry. */
const pauseMs = 30 * 60 * 1000;

const nounsOf: Record<string, string> = {
  asset: 'files',
  brand: 'brands',
  collection: 'collections',
  field: 'fields',
  portal: 'portals',
  site: 'sites',
};

const verbsOf: Record<string, string> = {
  created: 'added',
  changed: 'changed',
  deleted: 'moved to the trash',
  restored: 'restored',
  approved: 'accepted',
  rejected: 'rejected',
  proposed: 'proposed',
  archived: 'archived',
  purged: 'permanently deleted',
  change_proposed: 'proposed changes to',
  change_rejected: 'rejected changes to',
};

/** True if a sentence about several of them can be said. */
const isSayable = ({ type }: EventEntry): boolean => {
  const [noun = '', verb = ''] = type.split('.');
  return noun in nounsOf && verb in verbsOf;
};

function belong(newer: EventEntry, older: EventEntry): boolean {
  return (
    isSayable(newer) &&
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

/** What was done, to follow the actor's name: "added 61 files", "changed the brand Acme 3 times". */
export function groupSentence(group: EventGroup): string {
  const [noun = '', verb = ''] = group.events[0].type.split('.');
  const count = targetsOf(group).length;
  if (count === 1) return `${sentenceOf(group.events[0])} ${group.events.length} times`;
  return `${verbsOf[verb] ?? verb} ${count.toLocaleString()} ${nounsOf[noun] ?? `${noun}s`}`;
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
