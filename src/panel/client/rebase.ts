// Bringing what the server changed into a form in which somebody is writing: their unsaved edits stay. Pure.

type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param before what was stored when the form was filled.
 * @param now what is stored.
 * @param edited what stands in the form.
 * @returns what stands in the form next: `now`, with the edits made since `before` on top.
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
