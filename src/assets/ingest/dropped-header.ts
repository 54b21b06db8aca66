// The Marque-Dropped header: which of the values sent were dropped although the call succeeded. Its value is a comma-separated list of
// percent-encoded names (RFC 3986), ending in `*` if there are too many for a header.

export const droppedHeader = 'marque-dropped';

/** Node's clients take 16 KiB of headers in all. */
const maxLength = 4000;

/** The header, or nothing if nothing was dropped. */
export function droppedHeaders(names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const listed: string[] = [];
  let length = 0;
  for (const name of names.map(encodeURIComponent)) {
    length += name.length + 2;
    if (length > maxLength) {
      listed.push('*');
      break;
    }
    listed.push(name);
  }
  return { [droppedHeader]: listed.join(', ') };
}

/** The names in the header; `*` stands for names that didn't fit. */
export function droppedIn(header: string): string[] {
  return header.split(', ').map(decodeURIComponent);
}

/** The header's description, for an operation. */
export const droppedWords = (what: string): string =>
  `${what}, as a comma-separated list of percent-encoded names; a trailing * stands for more. Absent if nothing was dropped`;
