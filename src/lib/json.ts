// Parses untrusted JSON. One pass over the bytes bounds its shape before parsing, so that later code may recurse and spend some time per value.

/** Far deeper than any input of ours, and shallow enough for recursive readers. */
export const maxJsonDepth = 64;

/**
 * Array items and object members in one document. 20 times the largest batch; validating as many invalid ones takes well under
 * 200 ms.
 */
export const maxJsonValues = 50_000;

/** Rejected JSON. The message continues a sentence that begins with its name: "The body", `"meta"`. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/**
 * Checks nesting and the number of values. Brackets and commas inside strings don't count. Invalid JSON passes; the parser reports it.
 *
 * @throws JsonError
 */
export function checkJsonShape(bytes: Uint8Array): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    // [ and { differ in one bit, as do ] and }.
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > maxJsonDepth) throw new JsonError(`is nested deeper than ${maxJsonDepth} levels.`);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === comma) values += 1;
    if (values > maxJsonValues) throw new JsonError(`has more than ${maxJsonValues} values.`);
  }
}

/** The end of the string that begins here: its closing quote, or the end of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length;
}

/**
 * Parses a JSON document of bounded shape.
 *
 * @throws JsonError for invalid UTF-8, invalid JSON, and for more nesting or values than the bounds above.
 */
export function parseJson(source: Uint8Array | string): unknown {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  checkJsonShape(bytes);
  try {
    return JSON.parse(
      typeof source === 'string' ? source : new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    );
  } catch {
    throw new JsonError('is not valid JSON.');
  }
}
