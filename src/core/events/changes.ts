// What a Payload hook is told about a write: the record before and after it, and what changed.
import { isDeepStrictEqual } from 'node:util';
import type { CollectionAfterChangeHook, CollectionBeforeChangeHook } from 'payload';

/** The arguments of a `beforeChange` hook. */
export type Writing = Parameters<CollectionBeforeChangeHook>[0];

/** What is being written, and the record as stored; null if it's new. */
export function givenAndStored<Stored>({ data, originalDoc, operation }: Writing) {
  return {
    given: data as Partial<Stored>,
    before: operation === 'update' ? (originalDoc as Stored) : null,
  };
}

/** The record in an `afterChange` hook; `before` is null if it's new. */
export function beforeAndAfter<Stored>({
  doc,
  previousDoc,
  operation,
}: Pick<Parameters<CollectionAfterChangeHook>[0], 'doc' | 'previousDoc' | 'operation'>) {
  return { before: operation === 'update' ? (previousDoc as Stored) : null, after: doc as Stored };
}

export type Changes<Key extends string> = Partial<Record<Key, { before: unknown; after: unknown }>>;

/** The watched properties that differ, as events name them; null if there are none. */
export function changesOf<Key extends string>(
  before: Partial<Record<Key, unknown>>,
  after: Partial<Record<Key, unknown>>,
  watched: readonly Key[],
): Changes<Key> | null {
  const pairs = watched
    .map((key) => [key, { before: before[key] ?? null, after: after[key] ?? null }] as const)
    .filter(([, pair]) => !isDeepStrictEqual(pair.before, pair.after));
  return pairs.length === 0 ? null : (Object.fromEntries(pairs) as Changes<Key>);
}
