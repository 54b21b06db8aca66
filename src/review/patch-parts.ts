// The parts of a patch that are proposed, compared and replaced on their own: its properties, and of those that are merged, theirs.
import { sameContent } from '../brands/publishing/state.ts';
import type { JsonRecord } from '../proposals/queue.ts';

interface Merging {
  merges?: readonly string[];
}

/** `{name, fields: {place}}` as `{name, 'fields.place'}`, where `fields` are merged. */
export function partsIn({ merges = [] }: Merging, values: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      merges.includes(name)
        ? Object.entries((value ?? {}) as JsonRecord).map(([part, one]) => [`${name}.${part}`, one])
        : [[name, value]],
    ),
  );
}

/** The inverse of `partsIn`. */
export function joined({ merges = [] }: Merging, parts: JsonRecord): JsonRecord {
  const merged = merges.flatMap((name): [string, unknown][] => {
    const own = Object.entries(parts).filter(([part]) => part.startsWith(`${name}.`));
    if (own.length === 0) return [];
    return [[name, Object.fromEntries(own.map(([part, value]) => [part.slice(name.length + 1), value]))]];
  });
  const whole = Object.entries(parts).filter(([part]) => !merges.some((name) => part.startsWith(`${name}.`)));
  return Object.fromEntries([...whole, ...merged]);
}

/** What a record has of the properties that a patch names. */
export const namedIn = (values: object, patch: object): JsonRecord =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(patch, name)));

/** The parts in which two states differ. */
export function changedParts(kind: Merging, before: JsonRecord, present: JsonRecord): string[] {
  const [was, is] = [partsIn(kind, before), partsIn(kind, present)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (part) => !sameContent(was[part] ?? null, is[part] ?? null),
  );
}
