'use client';
// Moves an asset to the trash: at once where it isn't used, with a way to undo it, and otherwise after saying where it is.
import { useRouter } from 'next/navigation.js';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../client/operations.ts';
import { useAddress } from '../../../client/useAddress.ts';
import { useLeaving } from '../../../client/useLeaving.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { StopOrCancel } from '../../../ui/form/StopOrCancel.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { offerUndo } from '../../../ui/undo.ts';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { listParameter } from '../navigation/from-list.ts';
import { usesInWords } from '../uses/uses-in-words.ts';

interface Props {
  asset: PicturedAsset;
  onClose: () => void;
}

function useTrashing(asset: PicturedAsset) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  const [parameters] = useAddress();
  const { busy, problem, leave } = useLeaving();
  const list = parameters.get(listParameter);
  const { id } = asset;
  const trash = (): void =>
    void leave(async () => {
      await call('delete_asset', { id });
      offerUndo(t('asset:trashed', { name: nameOf(asset) }), async () => {
        await call('restore_asset', { id });
      });
      router.push(`${route('/collections/assets')}${list ? `?${list}` : ''}`);
    });
  return { busy, problem, trash };
}

export function TrashAsset({ asset, onClose }: Props) {
  const words = useWords();
  const { t } = words;
  const { busy, problem, trash } = useTrashing(asset);
  const { data: uses, problem: unknown } = useOperation('list_asset_uses', { id: asset.id });
  // Collections just don't show it any more.
  const places = uses && usesInWords({ ...uses, collections: { data: [], total: 0 } }, words);
  const isUnused = uses !== null && places === null;
  const start = useEffectEvent(trash);
  useEffect(() => {
    if (isUnused) start();
  }, [isUnused]);
  if (!places && !unknown && !problem) return null;
  return (
    <Sheet title={t('asset:trashAsk', { name: nameOf(asset) })} onClose={onClose}>
      {places && <p>{t('asset:trashUsed', { places })}</p>}
      {unknown && <p>{t('asset:usesUnknown')}</p>}
      <Alert problem={problem} />
      <div className="mq-row mq-form__foot">
        <StopOrCancel
          action={t('asset:moveToTrash')}
          disabled={busy}
          autoFocus
          onStop={trash}
          onCancel={onClose}
        />
      </div>
    </Sheet>
  );
}
