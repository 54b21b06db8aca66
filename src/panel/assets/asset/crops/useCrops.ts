'use client';
// The crops of an asset as they are edited, and saving them. What isn't saved is there again after leaving the tab or the page.
import type { Area, AssetCrops, Point } from '../../../../assets/crops/crops.ts';
import { call, callRecord } from '../../../client/operations.ts';
import { spoken } from '../../../client/spoken.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useSaving } from '../../../client/useSaving.ts';
import { useKeptDraft } from '../../../sharing/kept-draft.ts';
import { offerUndo } from '../../../ui/undo.ts';

export interface Edited {
  focalPoint: Point;
  presets: Record<string, Area>;
}

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
          ? { from: now, to: current.to }
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
        const saved = await write(id, draft.from, draft.to).catch((error: unknown) => {
          again();
          throw error;
        });
        done(saved, draft.to);
        offerUndo(
          spoken().t('crops:saved'),
          async () => {
            done(await write(id, saved, draft.from), saved);
          },
          `crops ${id}`,
        );
      }),
  };
}
