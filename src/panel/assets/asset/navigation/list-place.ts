// Where an asset is in the list that it was opened from.
import { queryIn } from '../../library/library-filter.ts';
import { findAssets } from '../../find-assets.ts';

/** How many assets are loaded to find one among them: first few, then as many as somebody walks through. */
const [few, most] = [200, 2_000];

interface List {
  /** In their order, as far as they are loaded. */
  ids: string[];
  total: number;
}

export interface ListPlace {
  /** From 1. */
  position: number;
  total: number;
  previous: string | null;
  next: string | null;
}

async function load(list: string, limit: number, signal: AbortSignal): Promise<List> {
  const parameters = new URLSearchParams(list);
  const query = { ...queryIn(parameters), limit };
  const { assets, total } = await findAssets(query, signal);
  return { ids: assets.map(({ id }) => id), total };
}

/** Whether the asset is in what is loaded, with the one that follows it. */
function isIn({ ids, total }: List, id: string): boolean {
  const at = ids.indexOf(id);
  return at !== -1 && (at < ids.length - 1 || ids.length === total);
}

/** Kept from one asset to the next, so that one that no longer matches, such as one just approved, doesn't end the walk. */
let walked: { list: string; loaded: List } | null = null;

/** Called before going to another asset of the same list. */
let isWalking = false;
export function walkOn(): void {
  isWalking = true;
}

/**
 * @param list the library's query
 * @returns null if the asset isn't in the list, or too far down.
 * @throws CallFailed
 */
export async function placeIn(list: string, id: string, signal: AbortSignal): Promise<ListPlace | null> {
  const known = isWalking && walked?.list === list && isIn(walked.loaded, id) ? walked.loaded : null;
  isWalking = false;
  let loaded = known ?? (await load(list, few, signal));
  if (!isIn(loaded, id) && loaded.total > few) loaded = await load(list, most, signal);
  walked = { list, loaded };
  const at = loaded.ids.indexOf(id);
  if (at === -1) return null;
  return {
    position: at + 1,
    total: loaded.total,
    previous: loaded.ids[at - 1] ?? null,
    next: loaded.ids[at + 1] ?? null,
  };
}
