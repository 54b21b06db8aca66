// Ranges as the value of a filter, of days, UTC, or of numbers: "2026-10-01..2026-10-31", where either end can be missing. Pure.

export interface Ends {
  /** The first and the last one; empty where there is none. */
  from: string;
  to: string;
}

const separator = '..';
const dayMs = 86_400_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const later = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs);

export const dayAfter = (day: string): string => later(day, 1);
export const dayBefore = (day: string): string => later(day, -1);
export const daysAgo = (days: number): string => dayOf(Date.now() - days * dayMs);

export const rangeOf = (from: string, to: string): string => `${from}${separator}${to}`;

export function endsOf(range: string): Ends {
  const [from = '', to = ''] = range.split(separator);
  return { from, to };
}

/** @param ago 1: the month before this one */
export function monthRange(ago: number): string {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - ago];
  return rangeOf(dayOf(Date.UTC(year, month, 1)), dayOf(Date.UTC(year, month + 1, 0)));
}

/** Whether it is exactly a month. */
export function isMonth(range: string): boolean {
  const { from, to } = endsOf(range);
  return (
    from.endsWith('-01') && to !== '' && from.slice(0, 7) === to.slice(0, 7) && dayAfter(to).endsWith('-01')
  );
}
