// Kinds of subjects that modules add to the activity and to streams of events, each with the lowest scope on the workspace that sees its
// events. Those that grants can be on follow the access to the resource itself.
import { rankOf, type Scope } from '../access/ladder.ts';

/** By kind: the lowest scope; null: everyone who can open something of the workspace. */
export type EventSubjects = Readonly<Record<string, Scope | null>>;

const ranks = new Map<string, number>();
const streamed = new Map<string, number>();

function add(to: Map<string, number>, subjects: EventSubjects): void {
  for (const [kind, scope] of Object.entries(subjects)) to.set(kind, rankOf(scope));
}

export const registerEventSubjects = (subjects: EventSubjects): void => add(ranks, subjects);

/** Those that streams send and the activity doesn't show. */
export const registerStreamedSubjects = (subjects: EventSubjects): void => add(streamed, subjects);

const asJson = (by: ReadonlyMap<string, number>): string => JSON.stringify(Object.fromEntries(by));

/** What statements with `visibleTo` take as a parameter: JSON with the lowest rank by kind. */
export const subjectRanks = (): string => asJson(ranks);
export const streamedRanks = (): string => asJson(streamed);
