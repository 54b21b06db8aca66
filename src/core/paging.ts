// Keyset paging. `next` of a page is a cursor: the sort key of its last row, and a hash of what was asked for. The page after it
// begins behind that key, so a row whose key stays the same is seen exactly once, whatever others write meanwhile.
//
// A cursor isn't signed: it only names a position, which reaches SQL as checked values, and every page asks for access anew.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from './errors.ts';

/** Longest cursor: a filename of 255 characters in its sort key, as JSON and base64url. */
const maxCursorLength = 4000;

const Cursor = z.string().min(1).max(maxCursorLength);

/** The query parameter `cursor` of a list. */
export const CursorParameter = Cursor.optional().describe(
  '`next` of the page before, with the same filters and sort',
);

/** The query parameter `before` of a list in order of time: also takes a cursor, since `next` has been sent as `before` all along. */
export const beforeParameter = <T extends z.ZodType>(own: T, what: string) =>
  z.union([own, Cursor]).optional().describe(`${what}, or \`next\` of the page before`);

/** The query parameter `offset` of a list; its default isn't filled in, so that one beside a cursor can be refused. */
export const offsetParameter = (most: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(most)
    .optional()
    .meta({ description: 'Rows to skip. Not with a cursor', default: 0 });

/** `next` in an answer. */
export const Next = z.string().nullable().describe('Send it as `cursor` for the next page; null at the end');

// ---- parts of a position

/** A moment as microseconds since 1970: a JavaScript Date would drop what PostgreSQL keeps beyond milliseconds. */
export const Micros = z.int();

/** SQL: a moment as `Micros`, exactly. */
export const microsOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;

/** SQL: the moment that a `Micros` value stands for. */
export const momentOf = (value: string): string =>
  `(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`;

/** Text in a sort key. NUL and halves of surrogate pairs can't be sent to PostgreSQL. */
export const KeyText = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text));

export const KeyId = z.guid();
export const KeyNumber = z.int().min(0);

const Numbered = z.tuple([z.int().min(1)]);

/** Where a page of a list begins that is ordered by a number alone, highest first; a plain number is sent as `before` too. */
export function numberBefore(
  given: PageStart,
  filters: string,
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  const position = positionOf(given, filters, Numbered, (before) =>
    typeof before === 'number' ? ([before] as [number]) : null,
  );
  return position && Math.min(position[0], most);
}

// ---- cursors

/** JSON with properties in order, so that the same filters give the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** What a cursor is bound to: the list, and everything in its query that decides which rows come in which order. */
export function filtersOf(list: string, ...filters: unknown[]): string {
  return createHash('sha256')
    .update(canonical([list, filters]))
    .digest('base64url')
    .slice(0, 12);
}

/** The cursor behind a row with this sort key. */
export function cursorAt(filters: string, position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([filters, ...position])).toString('base64url');
}

function refused(path: string, message: string): ApiError {
  return new ApiError('invalid_request', `${path}: ${message}`, { issues: [{ path, message }] });
}

function read<P>(path: 'cursor' | 'before', cursor: string, filters: string | null, shape: z.ZodType<P>): P {
  let parts: unknown = null;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // Told below, with whatever else is no cursor.
  }
  const [bound, ...keys] = Array.isArray(parts) ? (parts as unknown[]) : [null];
  if (typeof bound !== 'string')
    throw refused(path, 'Not a cursor. Send `next` of the page before as it came.');
  if (filters !== null && bound !== filters)
    throw refused(
      path,
      'This cursor belongs to another list, or to other filters or another sort. Repeat those of the first page, or start again without a cursor.',
    );
  const parsed = shape.safeParse(keys);
  if (!parsed.success) throw refused(path, 'Not a cursor. Send `next` of the page before as it came.');
  return parsed.data;
}

/** Where a page begins, as its query says it. */
export interface PageStart {
  cursor?: string | undefined;
  before?: string | number | undefined;
  offset?: number | undefined;
}

/**
 * The sort key behind which a page begins; null for the first page, and for one asked for by offset.
 *
 * @param shape the parts of the list's sort key.
 * @param own the position that a `before` of the list's own kind stands for.
 * @throws Refusal invalid_request for what is no cursor of this list with these filters, and for one beside `offset` or `before`.
 */
export function positionOf<P>(
  given: PageStart,
  filters: string,
  shape: z.ZodType<P>,
  own?: (before: string | number) => P | null,
): P | null {
  const { cursor, before, offset } = given;
  if (cursor !== undefined) {
    const beside = offset !== undefined ? 'offset' : before !== undefined ? 'before' : null;
    if (beside) throw refused(beside, `Either cursor or ${beside}: a cursor says where its page begins.`);
    return read('cursor', cursor, filters, shape);
  }
  if (before === undefined) return null;
  // Filters may change between calls with `before`: it has never been bound to them.
  return own?.(before) ?? read('before', String(before), null, shape);
}

/**
 * A page of rows, of which one more was asked for than it holds: that says whether there is a next page.
 *
 * @param keyOf the sort key of a row.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  filters: string,
  keyOf: (row: Row) => readonly unknown[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > limit && last !== undefined ? cursorAt(filters, keyOf(last)) : null,
  };
}
