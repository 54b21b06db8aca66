// Formats dates and sizes for people: in the browser's language unless told. Components take these from `useWords`.
const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 → "1.5 KB". */
export function filesize(bytes: number, locale?: string): string {
  const step = bytes > 0 ? Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1) : 0;
  const amount = bytes / 1000 ** step;
  const digits = amount >= 100 || step === 0 ? 0 : 1;
  const written = amount.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${written} ${units[step] ?? ''}`;
}

/** The name of a language by its tag. */
export function language(tag: string, locale?: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
}

/** Date and time to the minute, in the browser's time zone. */
export function moment(date: string, locale?: string): string {
  return new Date(date).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

export function when(date: string, locale?: string): string {
  return new Date(date).toLocaleDateString(locale, { year: 'numeric', month: 'short', day: 'numeric' });
}

/** A date without a time zone, such as "2026-12-01". */
export function lastDay(date: string, locale?: string): string {
  return new Date(date).toLocaleDateString(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

/** The month of a day without a time zone: "October 2026". */
export function month(day: string, locale?: string): string {
  return new Date(day).toLocaleDateString(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
}

/** "today", "in 12 days": counted in UTC days, as usage rights are. */
export function daysAhead(date: string, locale?: string, now = Date.now()): string {
  const days = Math.round((Date.parse(date) - Math.floor(now / 86_400_000) * 86_400_000) / 86_400_000);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

const steps = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** "3 hours ago"; the date if it's more than a week ago. */
export function ago(date: string, locale?: string, now = Date.now()): string {
  const seconds = (now - Date.parse(date)) / 1000;
  if (seconds > 7 * 24 * 60 * 60) return when(date, locale);
  const [unit, length] = steps.find((step) => seconds >= step[1]) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    -Math.floor(Math.max(0, seconds) / length),
    unit,
  );
}
