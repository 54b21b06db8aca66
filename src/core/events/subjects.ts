// Kinds of subjects that modules add to the activity, each with the lowest scope on the workspace that sees its events. Those of the scope
// ladder follow the access to the resource itself.
import { rankOf, type Scope } from '../access/ladder.ts';

/** By kind: the lowest scope; null: everyone who can open something of the workspace. */
export type EventSubjects = Readonly<Record<string, Scope | null>>;

const ranks = new Map<string, number>();

export function registerEventSubjects(subjects: EventSubjects): void {
  for (const [kind, scope] of Object.entries(subjects)) ranks.set(kind, rankOf(scope));
}

/** What statements with `visibleTo` take as a parameter: JSON with the lowest rank by kind. */
export const subjectRanks = (): string => JSON.stringify(Object.fromEntries(ranks));
