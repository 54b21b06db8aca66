// Which assets of the index match a search. Each condition narrows the list of slots in place.
import { keep, keepBetween, keepCoded } from '../../lib/column-index/filters.ts';
import { assetTypes } from '../metadata/kinds.ts';
import { states, type State } from '../schemas.ts';
import { noExpiry, stateNumber, waitingFlag, type AssetColumns } from './asset-columns.ts';
import { visibleTo, type Viewer } from './asset-visibility.ts';
import { bitOf, type TraitFilter } from './asset-traits.ts';
import type { FacetFilter } from './module-facets.ts';
import type { FieldFilter, SearchQuery } from './search-query.ts';
import type { TextMatches } from './text-matches.ts';

/**
 * The slots that the viewer can see and that match every condition but the state; newest first, unless the query has words.
 *
 * @param day today, as days since 1970-01-01.
 * @param texts what has the query's words inside its file
 * @returns scratch space that the next search overwrites.
 */
export function matchingInAnyState(
  columns: AssetColumns,
  query: SearchQuery,
  viewer: Viewer,
  day: number,
  texts: TextMatches,
): Uint32Array {
  const { slots, words } = columns;
  const candidates =
    query.words.length > 0
      ? words.match(
          query.words,
          slots.capacity,
          texts.map((ids) => slotsOf(columns, ids)),
        )
      : slots.newestFirst();
  let left = visibleTo(columns, viewer, candidates);
  for (const tag of query.tags) left = columns.tags.keep(left, tag);
  for (const filter of query.fields) left = withField(columns, left, filter);
  for (const filter of query.facets) left = withFacet(columns, left, filter);
  if (query.among) {
    const among = slotsOf(columns, query.among);
    left = keep(left, (slot) => among.has(slot));
  }
  if (query.uploaders.length > 0) {
    const added = query.uploaders.map((id) => columns.uploaders.having(id));
    left = keep(left, (slot) => added.some((by) => by(slot)));
  }
  if (query.usable) left = columns.keepUsable(left, query.usable);
  left = withTraits(columns, left, query.traits);
  if (query.types.length > 0) {
    const wanted = new Uint8Array(assetTypes.length);
    for (const type of query.types) wanted[assetTypes.indexOf(type)] = 1;
    left = keepCoded(left, columns.types, wanted);
  }
  if (query.collectionIds) {
    const wanted = query.collectionIds
      .map((id) => columns.collectionIds.find(id))
      .filter((number) => number >= 0);
    left = keep(left, columns.collections.hasAny(wanted));
  }
  if (query.review) {
    const { flags } = slots;
    // A local copy: reading an imported constant for every slot takes a fifth longer.
    const waiting = waitingFlag;
    left = keep(left, (slot) => ((flags[slot] ?? 0) & waiting) !== 0);
  }
  if (query.expiresWithin !== null) {
    const { expires } = columns;
    const until = day + query.expiresWithin;
    const never = noExpiry;
    left = keep(left, (slot) => {
      const last = expires[slot] ?? never;
      return last >= day && last <= until;
    });
  }
  // Last, because it takes the longest.
  return query.color ? columns.colors.keepNear(left, query.color) : left;
}

/** Without those that the index doesn't have yet, or no longer. */
const slotsOf = ({ slots }: AssetColumns, ids: readonly string[]): Set<number> =>
  new Set(ids.map((id) => slots.slotOf(id)).filter((slot) => slot >= 0));

function withTraits(columns: AssetColumns, slots: Uint32Array, filter: TraitFilter): Uint32Array {
  let left = slots;
  const { traits } = columns;
  const any = filter.orientations.reduce((bits, one) => bits | bitOf(one), 0);
  if (any !== 0) left = keep(left, (slot) => ((traits[slot] ?? 0) & any) !== 0);
  const ai = filter.ai.reduce((bits, one) => bits | bitOf(`ai:${one}`), 0);
  if (ai !== 0) left = keep(left, (slot) => ((traits[slot] ?? 0) & ai) !== 0);
  const space = filter.spaces.reduce((bits, one) => bits | bitOf(`space:${one}`), 0);
  if (space !== 0) left = keep(left, (slot) => ((traits[slot] ?? 0) & space) !== 0);
  const all = filter.missing.reduce((bits, one) => bits | bitOf(one), 0);
  if (all !== 0) left = keep(left, (slot) => ((traits[slot] ?? 0) & all) === all);
  for (const label of filter.missingTexts) {
    const has = columns.languages.having(label);
    left = keep(left, (slot) => !has(slot));
  }
  for (const key of filter.missingFields) {
    const column = columns.fields.get(key);
    if (column) left = keep(left, (slot) => !column.has(slot));
  }
  const { width, height } = filter.least;
  const { widths, heights } = columns;
  if (width !== null) left = keep(left, (slot) => (widths[slot] ?? 0) >= width);
  if (height !== null) left = keep(left, (slot) => (heights[slot] ?? 0) >= height);
  const { size } = filter;
  if (size.least !== null || size.most !== null)
    left = keepBetween(left, columns.sizes, size.least, size.most);
  const { least, most } = filter.created;
  if (least !== null || most !== null)
    left = keepBetween(left, columns.slots.created, least, most === null ? null : most - 1);
  return left;
}

/** Any of the values: the slots of each, put together again in their order. */
function withFacet(columns: AssetColumns, slots: Uint32Array, { name, values }: FacetFilter): Uint32Array {
  const column = columns.facets.get(name);
  if (!column) return slots.subarray(0, 0);
  const wanted = new Set(values.flatMap((value) => [...column.keep(slots.slice(), value)]));
  return keep(slots, (slot) => wanted.has(slot));
}

function withField(columns: AssetColumns, slots: Uint32Array, filter: FieldFilter): Uint32Array {
  const column = columns.fields.get(filter.key);
  if (!column) return slots.subarray(0, 0);
  return filter.kind === 'range'
    ? column.keepInRange(slots, filter.least, filter.most)
    : column.keepAny(slots, filter.values);
}

/** Counts every state, and keeps the slots in the wanted ones, in place. */
export function inStates(
  slots: Uint32Array,
  slotStates: Uint8Array,
  wantedStates: readonly State[],
): { found: Uint32Array; stateCounts: Uint32Array } {
  const wanted = new Uint8Array(states.length);
  for (const state of wantedStates) wanted[stateNumber.get(state) ?? 0] = 1;
  const stateCounts = new Uint32Array(states.length);
  let kept = 0;
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] ?? 0;
    const state = slotStates[slot] ?? 0;
    stateCounts[state] = (stateCounts[state] ?? 0) + 1;
    slots[kept] = slot;
    kept += wanted[state] ?? 0;
  }
  return { found: slots.subarray(0, kept), stateCounts };
}
