// Keyset paging. `next` is a cursor: the sort key of the page's last row, and a hash of the query. The next page begins after that
// key, so a row whose key doesn't change is returned exactly once, whatever is written meanwhile.
//
// A cursor isn't signed: it's only a position, validated before it reaches SQL, and every page checks access again.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from './errors.ts';

/** Maximum length of a cursor: a filename of 255 characters in its sort key, as JSON and base64url. */
const maxCursorLength = 4000;

const Cursor = z.string().min(1).max(maxCursorLength);

/** The query parameter `cursor` of a list. */
export const CursorParameter = Cursor.optional().describe(
  '`next` of the previous page, everything else unchanged',
);

/** The query parameter `before` of a chronological list; also accepts a cursor, since clients have always sent `next` as `before`. */
export const beforeParameter = <T extends z.ZodType>(own: T, what: string) =>
  z.union([own, Cursor]).optional().describe(`${what}, or \`next\` from the previous page`);

/** The query parameter `offset` of a list; its default isn't filled in, so that one sent with a cursor can be rejected. */
export const offsetParameter = (most: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(most)
    .optional()
    .meta({ description: "Rows to skip. Can't be combined with a cursor", default: 0 });

/** `next` in an answer. */
export const Next = z
  .string()
  .nullable()
  .describe('Pass as `cursor` to get the next page; null on the last page');

// ---- parts of a position

/** A timestamp in microseconds since 1970: a JavaScript Date would lose PostgreSQL's precision. */
export const Micros = z.int();

/** SQL: a timestamp as `Micros`, exactly. */
export const microsOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;

/** SQL: the timestamp of a `Micros` value. */
export const momentOf = (value: string): string =>
  `(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`;

/** Text in a sort key. PostgreSQL can't accept NUL and unpaired surrogates. */
export const KeyText = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text));

export const KeyId = z.guid();
export const KeyNumber = z.int().min(0);

const Numbered = z.tuple([z.int().min(1)]);

/** Start of a page in a list sorted by a descending number; a plain number is accepted as `before` too. */
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

/** JSON with sorted properties, so that equal filters give equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** What a cursor is bound to: the list, and everything in its query that affects rows or order. */
export function filtersOf(list: string, ...filters: unknown[]): string {
  return createHash('sha256')
    .update(canonical([list, filters]))
    .digest('base64url')
    .slice(0, 12);
}

/** The cursor after a row with this sort key. */
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
    // Reported below, with other invalid cursors.
  }
  const [bound, ...keys] = Array.isArray(parts) ? (parts as unknown[]) : [null];
  if (typeof bound !== 'string')
    throw refused(path, 'Invalid cursor. Send `next` from the previous page unchanged.');
  if (filters !== null && bound !== filters)
    throw refused(
      path,
      'This cursor was made for a different list, filter or sort order. Use the ones from the first page, or start over without a cursor.',
    );
  const parsed = shape.safeParse(keys);
  if (!parsed.success) throw refused(path, 'Invalid cursor. Send `next` from the previous page unchanged.');
  return parsed.data;
}

/** Start of a page, from the query. */
export interface PageStart {
  cursor?: string | undefined;
  before?: string | number | undefined;
  offset?: number | undefined;
}

/**
 * The sort key after which a page begins; null for the first page and for offsets.
 *
 * @param shape schema of the list's sort key.
 * @param own converts the list's own kind of `before` to a position.
 * @throws invalid_request for a cursor that doesn't match this list and its filters, or one combined with `offset` or `before`.
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
    if (beside) throw refused(beside, `Send either cursor or ${beside}, not both.`);
    return read('cursor', cursor, filters, shape);
  }
  if (before === undefined) return null;
  // Filters may change between calls with `before`: it was never bound to them.
  return own?.(before) ?? read('before', String(before), null, shape);
}

/**
 * A page of rows, fetched with one extra row that shows whether there is a next page.
 *
 * @param keyOf returns the sort key of a row.
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

// ---- lists by creation, newest first: for what doesn't move when it changes

const CreatedKey = z.tuple([Micros, KeyId]);

/** A row of such a list, with `createdMicrosOf` among its columns. */
interface CreatedRow {
  id: string;
  createdMicros: number;
}

/** SQL: the column that a list by creation continues from. */
export const createdMicrosOf = (table: string): string =>
  `${microsOf(`${table}.created_at`)} as "createdMicros"`;

/**
 * SQL: whether a row belongs to the page after a position. The list is ordered by `created_at desc, id desc`.
 * @param micros @param id placeholders of the position; null on the first page.
 */
export const isAfterCreated = (table: string, micros: string, id: string): string =>
  `(${id}::uuid is null or (${table}.created_at, ${table}.id) < (${momentOf(micros)}, ${id}::uuid))`;

/** The position after which a page begins. @throws as `positionOf` */
export function createdPositionOf(
  given: PageStart,
  filters: string,
): [micros: number, id: string] | [micros: null, id: null] {
  return positionOf(given, filters, CreatedKey) ?? [null, null];
}

/** A page of a list by creation, fetched with one extra row. */
export function createdPageOf<Row extends CreatedRow>(rows: readonly Row[], limit: number, filters: string) {
  return pageOf(rows, limit, filters, (row) => [Number(row.createdMicros), row.id]);
}
