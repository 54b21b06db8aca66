// Makes text from a file safe to store and show.

/**
 * Trims, removes control characters and cuts to `maxLength` UTF-16 units. Line breaks are kept as `\n`. PostgreSQL's `jsonb`
 * rejects NUL and unpaired surrogates; other controls are removed because terminals and agents may interpret them. Returns undefined if
 * nothing is left.
 */
export function cleanText(text: unknown, maxLength: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const cleaned = text
    // Cut early: a hostile file may have megabytes here, and an honest text never loses half of its characters below.
    .slice(0, maxLength * 2)
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- control characters are what this removes
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (control) => (control === '\t' ? ' ' : ''))
    .trim()
    .slice(0, maxLength)
    .replace(/\p{Surrogate}/gu, '')
    .trim();
  return cleaned === '' ? undefined : cleaned;
}

/** `cleanText` on one line: names and titles. */
export function cleanLine(text: unknown, maxLength: number): string | undefined {
  return typeof text === 'string'
    ? cleanText(text.slice(0, maxLength * 2).replace(/\s+/g, ' '), maxLength)
    : undefined;
}
