// Formats facts about files and dates for pages for people outside.

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 is "1.5 KB". */
export function bytesText(bytes: number): string {
  const step = bytes > 0 ? Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1) : 0;
  const amount = bytes / 1000 ** step;
  return `${amount >= 100 || step === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[step] ?? ''}`;
}

/** "image/svg+xml" is "SVG". */
export function formatText(mime: string): string {
  const subtype = (mime.split('/')[1] ?? mime).replace(/^(x-|vnd\.)/, '').replace(/\+.*$/, '');
  return subtype.slice(0, 12).toUpperCase();
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "3 December 2026", UTC. */
export function dayText(moment: Date | string): string {
  return days.format(new Date(moment));
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** "3 Dec 2026, 14:05 UTC". */
export function momentText(moment: Date | string): string {
  return `${moments.format(new Date(moment))} UTC`;
}
