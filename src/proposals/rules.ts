// What happens to suggestions when their asset changes. Pure.
import type { Verdict } from './queue.ts';

type Values = Readonly<Record<string, unknown>>;

/** An asset's suggestions, and its own values, which may overtake them. */
export interface Suggested {
  tags: readonly string[];
  fields: Values;
  proposedTags: readonly string[];
  proposedFields: Values;
}

const accepted: Verdict = { status: 'accepted', note: null };
const dismissed: Verdict = { status: 'rejected', note: null };
export const overtaken: Verdict = {
  status: 'rejected',
  note: 'The asset was given another value for this field.',
};
const replaced: Verdict = { status: 'withdrawn', note: 'Replaced by a newer suggestion.' };

/** Tags are case-insensitive. */
export const tagName = (tag: string): string => tag.toLowerCase();

/** Tags that are no longer suggested, by name, with their verdict. */
export function decidedTags(before: Suggested, after: Suggested): Map<string, Verdict> {
  const wait = new Set(after.proposedTags.map(tagName));
  const has = new Set(after.tags.map(tagName));
  return new Map(
    before.proposedTags
      .map(tagName)
      .filter((name) => !wait.has(name))
      .map((name) => [name, has.has(name) ? accepted : dismissed]),
  );
}

/** Keys whose suggested value is no longer waiting, with its verdict. */
export function decidedFields(before: Suggested, after: Suggested): Map<string, Verdict> {
  const decided = new Map<string, Verdict>();
  for (const [key, value] of Object.entries(before.proposedFields)) {
    if (Object.hasOwn(after.proposedFields, key)) {
      if (after.proposedFields[key] !== value) decided.set(key, replaced);
    } else if (Object.hasOwn(after.fields, key) && after.fields[key] !== before.fields[key]) {
      decided.set(key, after.fields[key] === value ? accepted : overtaken);
    } else decided.set(key, dismissed);
  }
  return decided;
}

/** Tags that are newly suggested. */
export function newTags(before: Suggested, after: Suggested): string[] {
  const waited = new Set(before.proposedTags.map(tagName));
  return after.proposedTags.filter((tag) => !waited.has(tagName(tag)));
}

/** Values that are newly suggested. */
export function newFields(before: Suggested, after: Suggested): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after.proposedFields).filter(
      ([key, value]) => !Object.hasOwn(before.proposedFields, key) || before.proposedFields[key] !== value,
    ),
  );
}

/** Groups a proposal's items by verdict; `left` are still waiting. */
export function divided<T>(
  items: readonly T[],
  verdictOf: (item: T) => Verdict | undefined,
): { left: T[]; parts: { verdict: Verdict; items: T[] }[] } {
  const left: T[] = [];
  const parts = new Map<Verdict, T[]>();
  for (const item of items) {
    const verdict = verdictOf(item);
    if (!verdict) left.push(item);
    else parts.set(verdict, [...(parts.get(verdict) ?? []), item]);
  }
  return { left, parts: [...parts].map(([verdict, some]) => ({ verdict, items: some })) };
}
