// Sorting and paging the matches of a search.
import { compareText, firstWhere, selectFirst } from '../../lib/column-index/ordering.ts';
import { noExpiry, type AssetColumns } from './asset-columns.ts';
import { dayNumber, type Order, type SearchPosition, type SearchQuery } from './search-query.ts';

// A local copy: calling an imported function for every comparison takes a tenth longer.
const compareNames = compareText;

/** One page of the matches. */
export interface Page {
  /** IDs of the page, in order. */
  ids: string[];
  /** Those of them that were found by the text inside their files only. */
  inText: string[];
  /** Sort key of the last asset of the page; null on the last page, or where the order has no sort keys. */
  next: SearchPosition | null;
}

interface SlotPage {
  slots: number[];
  more: boolean;
}

/** @param found newest first, unless the query has words. It isn't changed. */
export function pageOf(columns: AssetColumns, found: Uint32Array, query: SearchQuery): Page {
  const { sort } = query;
  const { slots, more } =
    (sort === 'newest' || sort === 'oldest') && query.words.length === 0
      ? pageByAge(columns, found, query)
      : pageInOrder(columns, found, query);
  const last = slots.at(-1);
  return {
    ids: slots.map((slot) => columns.slots.ids.at(slot)),
    inText:
      query.words.length === 0
        ? []
        : slots
            .filter((slot) => (columns.words.scores[slot] ?? 0) === 0)
            .map((slot) => columns.slots.ids.at(slot)),
    next: more && sort !== 'best' && last !== undefined ? positionOf(columns, sort, last) : null,
  };
}

/** A page of what is newest first already: a slice, found by binary search. */
function pageByAge(
  columns: AssetColumns,
  found: Uint32Array,
  { sort, offset, limit, after }: SearchQuery,
): SlotPage {
  if (sort === 'newest') {
    const from = after ? firstWhere(found, follows(columns, 'newest', after)) : offset;
    return { slots: [...found.subarray(from, from + limit)], more: from + limit < found.length };
  }
  // Read backwards: what is newer than the cursor comes before it.
  const isNewer = after && follows(columns, 'oldest', after);
  const end = isNewer ? firstWhere(found, (slot) => !isNewer(slot)) : Math.max(0, found.length - offset);
  const from = Math.max(0, end - limit);
  return { slots: [...found.subarray(from, end)].reverse(), more: from > 0 };
}

function pageInOrder(
  columns: AssetColumns,
  found: Uint32Array,
  { sort, offset, limit, after }: SearchQuery,
): SlotPage {
  if (!after && offset >= found.length) return { slots: [], more: false };
  const compare = orderBy(columns, sort);
  // A copy, because the matches are kept for the next page.
  const left = after && sort !== 'best' ? found.filter(follows(columns, sort, after)) : found.slice();
  const from = after ? 0 : offset;
  selectFirst(left, Math.min(left.length, from + limit), compare);
  return {
    slots: [...left.subarray(0, from + limit)].sort(compare).slice(from),
    more: left.length > from + limit,
  };
}

function positionOf(columns: AssetColumns, sort: Exclude<Order, 'best'>, slot: number): SearchPosition {
  const expires = columns.expires[slot] ?? noExpiry;
  const sortedBy = {
    newest: null,
    oldest: null,
    updated: columns.updated[slot] ?? 0,
    name: columns.names[slot] ?? '',
    size: columns.sizes[slot] ?? 0,
    expires: expires === noExpiry ? null : new Date(expires * 86_400_000).toISOString().slice(0, 10),
    color: columns.colors.scores[slot] ?? 0,
  }[sort];
  return [sortedBy, columns.slots.created[slot] ?? 0, columns.slots.ids.at(slot)];
}

/** True for slots that come after a position: the same order as `orderBy`, between a slot and a sort key. */
function follows(
  { slots, sizes, updated, expires, names, colors: { scores } }: AssetColumns,
  sort: Exclude<Order, 'best'>,
  [sortedBy, created, id]: SearchPosition,
): (slot: number) => boolean {
  const older = slots.olderThan(created, id);
  switch (sort) {
    case 'newest':
      return (slot) => older(slot) > 0;
    case 'oldest':
      return (slot) => older(slot) < 0;
    case 'updated':
      return (slot) => (Number(sortedBy) - (updated[slot] ?? 0) || older(slot)) > 0;
    case 'size':
      return (slot) => (Number(sortedBy) - (sizes[slot] ?? 0) || older(slot)) > 0;
    case 'color':
      return (slot) => (Number(sortedBy) - (scores[slot] ?? 0) || older(slot)) > 0;
    case 'expires': {
      const day = typeof sortedBy === 'string' ? dayNumber(sortedBy) : noExpiry;
      return (slot) => ((expires[slot] ?? noExpiry) - day || older(slot)) > 0;
    }
    case 'name': {
      const name = String(sortedBy ?? '');
      return (slot) => (compareNames(names[slot] ?? '', name) || older(slot)) > 0;
    }
  }
}

function orderBy(
  { slots, sizes, updated, expires, names, colors, words: { scores } }: AssetColumns,
  sort: Order,
): (a: number, b: number) => number {
  switch (sort) {
    case 'best':
      return (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || slots.byNewest(a, b);
    case 'newest':
      return (a, b) => slots.byNewest(a, b);
    case 'oldest':
      return (a, b) => slots.byNewest(b, a);
    case 'updated':
      return (a, b) => (updated[b] ?? 0) - (updated[a] ?? 0) || slots.byNewest(a, b);
    case 'size':
      return (a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || slots.byNewest(a, b);
    case 'color': {
      const { scores: amounts } = colors;
      return (a, b) => (amounts[b] ?? 0) - (amounts[a] ?? 0) || slots.byNewest(a, b);
    }
    case 'expires':
      return (a, b) => (expires[a] ?? noExpiry) - (expires[b] ?? noExpiry) || slots.byNewest(a, b);
    case 'name':
      return (a, b) => compareNames(names[a] ?? '', names[b] ?? '') || slots.byNewest(a, b);
  }
}
