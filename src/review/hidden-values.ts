// IDs of other resources in what proposals change: whoever can't read one gets null, as in the record itself.
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import type { Caller } from '../core/access/caller.ts';
import { grantableKind } from '../core/access/grantable.ts';
import { readable } from '../core/access/readable.ts';
import { statementFor, type Db } from '../core/db/pool.ts';
import type { JsonRecord } from '../proposals/queue.ts';

/** The kind of resource by property. */
export type References = Readonly<Record<string, string>>;

/** Who sees it, in which workspace. */
export interface Viewing {
  db: Db;
  caller: Caller;
  workspaceId: string;
}

interface State {
  refersTo: References | undefined;
  state: JsonRecord | null;
}

/** Those that the caller can read, among resources of a kind. */
export const readableOnes = statementFor('review:readable', (name) => {
  const kind = grantableKind(name);
  if (!kind) throw new Error(`Proposals can't refer to "${name}": no module has registered this kind.`);
  return `${seenBy} select x.id from ${asSeen} join ${kind.table} x on x.workspace_id = t.id
    where x.id = any($4::uuid[]) and ${readable(kind, 'x')}`;
});

const referencesIn = ({ refersTo = {}, state }: State): { property: string; kind: string; id: string }[] =>
  Object.entries(refersTo).flatMap(([property, kind]) => {
    const id = state?.[property];
    return typeof id === 'string' ? [{ property, kind, id }] : [];
  });

/** The states, as the caller sees them. */
export async function withoutHidden(
  { db, caller, workspaceId }: Viewing,
  states: readonly State[],
): Promise<(JsonRecord | null)[]> {
  const references = states.flatMap(referencesIn);
  const seen = new Set<string>();
  for (const kind of new Set(references.map((one) => one.kind))) {
    const ids = references.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const values = [...seenByValues(caller, workspaceId), ids];
    for (const { id } of await db.query<{ id: string }>(readableOnes(kind), values)) seen.add(id);
  }
  return states.map((one) => {
    const hidden = referencesIn(one).flatMap(({ property, id }): [string, null][] =>
      seen.has(id) ? [] : [[property, null]],
    );
    return one.state && { ...one.state, ...Object.fromEntries(hidden) };
  });
}
