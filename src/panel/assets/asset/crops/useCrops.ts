'use client';
// The crops of an asset as they are edited, and saving them. What isn't saved is there again after leaving the tab or the page.
import type { AssetCrops } from '../../../../assets/crops/crops.ts';
import { call, callRecord } from '../../../client/operations.ts';
import { spoken } from '../../../client/spoken.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useSaving } from '../../../client/useSaving.ts';
import { useKeptDraft } from '../../../sharing/kept-draft.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { mergedCrops, type Edited } from './merge-crops.ts';

const editedOf = ({ focalPoint, presets }: AssetCrops): Edited => ({ focalPoint, presets });

const same = (one: Edited, other: Edited): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param from what the change began from
 * @returns what is stored now
 * @throws Error if somebody else has changed them since
 */
async function write(id: string, from: Edited, to: Edited): Promise<Edited> {
  const { data, etag } = await callRecord('get_asset_crops', { id });
  if (!same(editedOf(data), from)) throw new Error(spoken().t('errors:preconditionFailed'));
  return editedOf((await call('set_asset_crops', { id, body: to }, { ifMatch: etag })).data);
}

interface Draft {
  from: Edited;
  to: Edited;
  /** It was saved, and stands in for what was read before that, until it's read again. */
  until?: AssetCrops;
}

/** @returns what is stored now, or where both changed the same, what is edited on top of what somebody else has stored */
async function saveMerged(id: string, { from, to }: Draft): Promise<{ saved: Edited } | { conflict: Draft }> {
  const { data, etag } = await callRecord('get_asset_crops', { id });
  const theirs = editedOf(data);
  const { crops, isConflict } = mergedCrops(from, theirs, to);
  if (isConflict) return { conflict: { from: theirs, to: crops } };
  return { saved: editedOf((await call('set_asset_crops', { id, body: crops }, { ifMatch: etag })).data) };
}

/** @param onSaved what shows the picture has to load it again */
export function useCrops(id: string, onSaved: () => void) {
  const { data, problem: loading, again } = useOperation('get_asset_crops', { id });
  const { draft: kept, setDraft: setKept } = useKeptDraft<{ edited?: Draft }>(`marque-crops-${id}`, []);
  const { busy, problem, save } = useSaving();
  const draft = kept.edited && (!kept.edited.until || kept.edited.until === data) ? kept.edited : null;
  const stored = data && editedOf(data);
  const crops = draft?.to ?? stored;
  const isChanged = draft !== null && !same(draft.to, draft.from);
  /** @param before what was shown when it was sent: what was edited since stays */
  const done = (now: Edited, before: Edited): void => {
    setKept(({ edited: current }) => ({
      edited:
        current && !same(current.to, before)
          ? { from: now, to: mergedCrops(before, now, current.to).crops }
          : { from: now, to: now, ...(data && { until: data }) },
    }));
    again();
    onSaved();
  };
  return {
    crops,
    suggested: data?.suggested ?? null,
    isChanged,
    busy,
    problem: problem ?? loading,
    edit: (change: Partial<Edited>) => {
      if (crops && stored) setKept({ edited: { from: draft?.from ?? stored, to: { ...crops, ...change } } });
    },
    discard: () => setKept({}),
    save: () =>
      save(async () => {
        if (!draft) return;
        const { from, to } = draft;
        const result = await saveMerged(id, draft);
        if ('conflict' in result) {
          setKept({ edited: result.conflict });
          again();
          throw new Error(spoken().t('collections:propertyChanged'));
        }
        const { saved } = result;
        done(saved, to);
        offerUndo(
          spoken().t('crops:saved'),
          async () => {
            done(await write(id, saved, mergedCrops(to, saved, from).crops), saved);
          },
          `crops ${id}`,
        );
      }),
  };
}
