// Saves what was edited of an asset. What somebody else has changed meanwhile stays: it's read right before, merged property by property,
// and sent with the entity tag of what was read. Where both changed the same, nothing is saved: the person chooses first.
import type { AssetTexts } from '../../../../assets/languages/asset-texts.ts';
import type { Asset } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import { CallFailed } from '../../../client/api.ts';
import { merge, same } from '../../../client/drafts/merge.ts';
import { call, callRecord } from '../../../client/operations.ts';
import { spoken } from '../../../client/spoken.ts';
import {
  patchTo,
  recordOf,
  textsOf,
  textsTo,
  usageBody,
  usageOf,
  type EditedAsset,
  type EditedRecord,
  type EditedTexts,
  type EditedUsage,
} from './edited-asset.ts';

/** One of the records that an asset is edited in. */
interface Part<Stored, Values> {
  of: (asset: EditedAsset) => Values;
  in: (values: Values) => Partial<EditedAsset>;
  read: (id: string) => Promise<{ data: Stored; etag: string }>;
  valuesOf: (stored: Stored) => Values;
  write: (id: string, change: { from: Values; to: Values; stored: Stored; etag: string }) => Promise<Stored>;
}

const record: Part<Asset, EditedRecord> = {
  of: ({ alt: _, languages: __, usage: ___, ...values }) => values,
  in: (values) => values,
  read: (id) => callRecord('get_asset', { id }),
  valuesOf: recordOf,
  write: async (id, { from, to, etag }) =>
    (await call('update_asset', { id, body: patchTo(from, to) }, { ifMatch: etag })).data,
};

const texts: Part<AssetTexts, EditedTexts> = {
  of: ({ alt, languages }) => ({ alt, languages }),
  in: (values) => values,
  read: (id) => callRecord('get_asset_texts', { id }),
  valuesOf: textsOf,
  write: async (id, { from, to, stored, etag }) =>
    (await call('set_asset_texts', { id, body: textsTo(from, to, stored) }, { ifMatch: etag })).data,
};

const usage: Part<AssetUsage, EditedUsage> = {
  of: (asset) => asset.usage,
  in: (values) => ({ usage: values }),
  read: (id) => callRecord('get_asset_usage', { id }),
  valuesOf: usageOf,
  write: async (id, { to, etag }) =>
    (await call('set_asset_usage', { id, body: usageBody(to) }, { ifMatch: etag })).data,
};

/** What became of the edits. */
export interface Saved {
  /** The asset as it's stored, as far as that is known. */
  now: EditedAsset;
  /** Both changed the same: the rest of the edits isn't saved. */
  isConflict: boolean;
}

interface Edits {
  id: string;
  /** What the edits began from. */
  before: EditedAsset;
  edited: EditedAsset;
  /** Called as soon as a part is saved, so that the rest can be tried again alone. @param sent what was sent, beside what `before` says */
  onPart: (now: EditedAsset, sent: EditedAsset) => void;
}

const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 412;

/** How often a part is read and sent again because it was changed in between. */
const mostTries = 5;

/** A part of the edits that is ready to be saved. */
interface Step {
  now: Partial<EditedAsset>;
  isConflict: boolean;
  save: () => Promise<Omit<Saved, 'now'> & { now: Partial<EditedAsset>; sent: Partial<EditedAsset> }>;
}

/** @returns null if nothing of it was edited */
async function stepOf<Stored, Values>(
  part: Part<Stored, Values>,
  { id, before, edited }: Edits,
): Promise<Step | null> {
  const [from, to] = [part.of(before), part.of(edited)];
  if (same(from, to)) return null;
  const look = async () => {
    const read = await part.read(id);
    const now = part.valuesOf(read.data);
    const { value, differences } = merge(from, now, to);
    return { ...read, now, value, isConflict: differences.some(({ isConflict }) => isConflict) };
  };
  const first = await look();
  return {
    now: part.in(first.now),
    isConflict: first.isConflict,
    save: async () => {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const { now, value, isConflict, data, etag } = tries === 0 ? first : await look();
        if (isConflict) return { now: part.in(now), sent: {}, isConflict };
        if (same(now, value)) return { now: part.in(now), sent: part.in(to), isConflict };
        try {
          const stored = await part.write(id, { from: now, to: value, stored: data, etag });
          return { now: part.in(part.valuesOf(stored)), sent: part.in(to), isConflict };
        } catch (error) {
          if (!isStale(error)) throw error;
        }
      }
      throw new CallFailed(spoken().t('errors:preconditionFailed'), 412);
    },
  };
}

/** @throws CallFailed; what was saved before that was passed to `onPart` */
export async function saveAsset(edits: Edits): Promise<Saved> {
  const steps = (
    await Promise.all([stepOf(record, edits), stepOf(texts, edits), stepOf(usage, edits)])
  ).filter((step) => step !== null);
  let now = edits.before;
  const take = (part: Partial<EditedAsset>): void => {
    now = { ...now, ...part };
  };
  // Before anything is written: whoever has to choose chooses about all of it.
  if (steps.some(({ isConflict }) => isConflict)) {
    for (const step of steps) take(step.now);
    return { now, isConflict: true };
  }
  for (const step of steps) {
    const saved = await step.save();
    const sent = { ...now, ...saved.sent };
    take(saved.now);
    if (saved.isConflict) return { now, isConflict: true };
    edits.onPart(now, sent);
  }
  return { now, isConflict: false };
}
