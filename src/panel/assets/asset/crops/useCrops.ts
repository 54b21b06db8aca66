'use client';
// The crops of an asset as they are edited, and saving them.
import { useState } from 'react';
import type { Area, AssetCrops, Point } from '../../../../assets/crops/crops.ts';
import { call, callRecord } from '../../../client/operations.ts';
import { spoken } from '../../../client/spoken.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useSaving } from '../../../client/useSaving.ts';
import { offerUndo } from '../../../ui/undo.ts';

export interface Edited {
  focalPoint: Point;
  presets: Record<string, Area>;
}

const editedOf = ({ focalPoint, presets }: AssetCrops): Edited => ({ focalPoint, presets });

/** Only if nobody changed them since. @returns what they were */
async function write(id: string, crops: Edited): Promise<Edited> {
  const { data, etag } = await callRecord('get_asset_crops', { id });
  await call('set_asset_crops', { id, body: crops }, { ifMatch: etag });
  return editedOf(data);
}

/** @param onSaved what shows the picture has to load it again */
export function useCrops(id: string, onSaved: () => void) {
  const { data, problem: loading, again } = useOperation('get_asset_crops', { id });
  const [draft, setDraft] = useState<Edited | null>(null);
  const { busy, problem, save } = useSaving();
  const stored = data && editedOf(data);
  const crops = draft ?? stored;
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(stored);
  const done = (): void => {
    setDraft(null);
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
      if (crops) setDraft({ ...crops, ...change });
    },
    discard: () => setDraft(null),
    save: () =>
      save(async () => {
        if (!crops) return;
        const before = await write(id, crops);
        done();
        offerUndo(
          spoken().t('crops:saved'),
          async () => {
            await write(id, before);
            done();
          },
          `crops ${id}`,
        );
      }),
  };
}
