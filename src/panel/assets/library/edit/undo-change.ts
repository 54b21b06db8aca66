// What takes a change of many assets back: for each of them the change to what it was like before. Pure.
import type { Asset, Rights } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import { canBecome, emptyRights, hasTag, noChange, type BulkChange } from './bulk-change.ts';

export interface Back {
  /** As it was before the change. */
  asset: Asset;
  change: BulkChange;
}

const record = (keys: readonly string[], valueOf: (key: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key) ?? null]));

/**
 * @param asset as it was before the change
 * @param usage the terms that it had before
 */
export function backTo(asset: Asset, change: BulkChange, usage?: AssetUsage): BulkChange {
  const { status, collection, leaving, altTexts } = change;
  const text = altTexts?.[asset.id];
  const removed = change.removeTags.map((tag) => tag.toLowerCase());
  const rights = { ...emptyRights, ...asset.rights };
  return {
    ...noChange,
    addTags: asset.tags.filter((tag) => removed.includes(tag.toLowerCase())),
    removeTags: change.addTags.filter((tag) => !hasTag(asset, tag)),
    fields: record(Object.keys(change.fields), (key) => asset.fields[key]) as BulkChange['fields'],
    texts: record(Object.keys(change.texts), (key) => asset.metadata[key as 'creator']),
    rights: record(Object.keys(change.rights), (key) => rights[key as keyof Rights]),
    private: change.private === null ? null : asset.private,
    // Not every state can be left for the one before.
    status:
      status && status !== asset.status && canBecome({ ...asset, status }, asset.status)
        ? asset.status
        : null,
    collection: leaving !== null && asset.collections.includes(leaving) ? { id: leaving, name: '' } : null,
    leaving: collection && !asset.collections.includes(collection.id) ? collection.id : null,
    usage: usage ? record(Object.keys(change.usage), (key) => usage[key as keyof AssetUsage]) : {},
    altTexts: text ? { [asset.id]: { from: text.to.trim(), to: text.from } } : null,
  };
}

/** What takes the same change back on several assets is one change. */
export function mergedBacks(backs: readonly Back[]): { assets: Asset[]; change: BulkChange }[] {
  const merged = new Map<string, { assets: Asset[]; change: BulkChange }>();
  for (const { asset, change } of backs) {
    const key = JSON.stringify({ ...change, altTexts: null });
    const same = merged.get(key) ?? { assets: [], change: { ...change, altTexts: null } };
    same.assets.push(asset);
    if (change.altTexts)
      same.change = { ...same.change, altTexts: { ...same.change.altTexts, ...change.altTexts } };
    merged.set(key, same);
  }
  return [...merged.values()];
}
