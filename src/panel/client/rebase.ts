// Merges the server's changes into a form with unsaved edits, which are kept. Pure.

type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param before the stored value when the form was filled.
 * @param now the stored value now.
 * @param edited the form's value.
 * @returns the form's next value: `now` with the edits since `before` on top.
 */
export function rebase(before: unknown, now: unknown, edited: unknown): unknown {
  if (same(before, edited) || same(before, now)) return same(before, now) ? edited : now;
  if (Array.isArray(now) && Array.isArray(edited)) {
    const was: unknown[] = Array.isArray(before) ? before : [];
    const dropped = was.filter((item) => !edited.includes(item));
    const added = (edited as unknown[]).filter((item) => !was.includes(item) && !now.includes(item));
    return [...(now as unknown[]).filter((item) => !dropped.includes(item)), ...added];
  }
  if (isValues(now) && isValues(edited)) {
    const was = isValues(before) ? before : {};
    const next: Values = { ...now };
    for (const key of new Set([...Object.keys(was), ...Object.keys(edited)])) {
      if (same(was[key], edited[key])) continue;
      if (edited[key] === undefined) delete next[key];
      else next[key] = edited[key];
    }
    return next;
  }
  return now;
}
