'use client';
// Says that an asset is in the trash, and gets it back.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { call } from '../../../client/operations.ts';
import { useBusy } from '../../../client/useBusy.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { useWords } from '../../../words/useWords.ts';
import { useOpenAsset } from '../record/open-asset.ts';

export function InTrash() {
  const { t } = useWords();
  const { asset, again } = useOpenAsset();
  const { hasSavePermission } = useDocumentInfo();
  const [busy, during] = useBusy();
  const router = useRouter();
  const route = useAdminRoute();
  const restore = async (): Promise<void> => {
    await call('restore_asset', { id: asset.id });
    toast.success(t('trash:restored', { count: 1 }));
    await again();
    // The trash has an address of its own.
    router.replace(route(`/collections/assets/${asset.id}`));
  };
  return (
    <div className="mq-kept" role="status">
      <span>{t('asset:inTrash')}</span>
      {hasSavePermission && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          onClick={() => void during(restore)}
        >
          {t('assets:restore')}
        </button>
      )}
    </div>
  );
}
