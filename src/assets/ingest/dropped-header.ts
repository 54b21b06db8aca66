// The header Marque-Dropped: which of the values that were sent have not been taken, although the call succeeded. Its value is a
// comma-separated list of names, each percent-encoded (RFC 3986); where they are too many for a header, `*` ends the list.

export const droppedHeader = 'marque-dropped';

/** Node's clients take 16 KiB of headers in all. */
const maxLength = 4000;

/** Nothing where nothing was dropped. */
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

/** The names in the header; `*` stands for those it had no room for. */
export function droppedIn(header: string): string[] {
  return header.split(', ').map(decodeURIComponent);
}

/** What the header says, for the description of an operation. */
export const droppedWords = (what: string): string =>
  `${what}, as a comma-separated list of percent-encoded names; * at its end stands for more. Not sent where everything was taken`;
