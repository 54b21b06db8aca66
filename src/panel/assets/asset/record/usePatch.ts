'use client';
// Changes of an asset that don't wait for Save, such as decisions and accepted suggestions. What is edited meanwhile stays.
import { toast } from '@payloadcms/ui';
import { useCallback, useState } from 'react';
import type { Asset, AssetPatch } from '../../../../assets/schemas.ts';
import { CallFailed, wordsOf } from '../../../client/api.ts';
import { call, callRecord } from '../../../client/operations.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { useWords } from '../../../words/useWords.ts';
import type { OpenAsset } from './open-asset.ts';
import type { AssetRecord } from './useAssetRecord.ts';

/** How often a change of what is stored is made again because somebody else was faster. */
const mostTries = 5;

/** Makes a change of what is stored, and nobody else's undone with it. @throws CallFailed */
async function changeStored(id: string, change: (now: Asset) => AssetPatch): Promise<Asset> {
  for (let tries = 1; ; tries += 1) {
    const { data, etag } = await callRecord('get_asset', { id });
    try {
      return (await call('update_asset', { id, body: change(data) }, { ifMatch: etag })).data;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 412 || tries === mostTries) throw error;
    }
  }
}

export function usePatch(id: string, show: AssetRecord['show']): Pick<OpenAsset, 'busy' | 'patch'> {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const patch = useCallback<OpenAsset['patch']>(
    async (change, done, undo) => {
      const write = async (body: AssetPatch): Promise<Asset> => {
        const { data } = await call('update_asset', { id, body });
        await show(data);
        return data;
      };
      setBusy(true);
      try {
        if (typeof change === 'function') {
          await show(await changeStored(id, change));
          return true;
        }
        const { status } = await write(change);
        // Where review has stages, approving may be one decision of several.
        const isDone = change.status === undefined || change.status === status;
        if (done && isDone && undo) offerUndo(done, async () => void (await write(undo)));
        else if (done) toast.success(isDone ? done : t('asset:acceptedInStage'));
        return true;
      } catch (error) {
        toast.error(wordsOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [id, show, t],
  );
  return { busy, patch };
}
