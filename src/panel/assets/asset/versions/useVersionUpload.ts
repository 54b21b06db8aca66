'use client';
// Follows the upload of a new version: once it's the current one, it's opened, and the person can switch back.
import { useRouter } from 'next/navigation.js';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { useAddress } from '../../../client/useAddress.ts';
import { call } from '../../../client/operations.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import type { Upload } from '../../uploading/upload.ts';
import { useUploads } from '../../uploads.tsx';
import { listParameter, toList } from '../navigation/from-list.ts';
import { useOpenAsset } from '../record/open-asset.ts';
import { offerSwitchBack } from './make-current.ts';
import { currentOf } from './version-facts.ts';

/** @returns the last upload of a version of this asset in this tab. */
export function useVersionUpload(own: Asset, versions: readonly Asset[], again: () => void): Upload | null {
  const { items } = useUploads();
  const upload = items.findLast(({ versionOf }) => versionOf === own.id) ?? null;
  const router = useRouter();
  const route = useAdminRoute();
  const { isChanged } = useOpenAsset();
  const [parameters] = useAddress();
  // One that ended before this view was opened was followed then.
  const followed = useRef(upload?.phase === 'filed' ? upload.id : null);

  const follow = useEffectEvent(async ({ assetId }: Upload): Promise<void> => {
    const before = currentOf(versions);
    const { data } = await call('list_versions', { id: own.id });
    const added = data.find(({ id }) => id === assetId);
    if (added?.current) {
      offerSwitchBack(added, before, again);
      // With unsaved changes, the person stays.
      if (!isChanged)
        return router.push(
          `${route(`/collections/assets/${added.id}`)}${toList(parameters.get(listParameter))}`,
        );
    }
    again();
  });
  const onFiled = useEffectEvent((filed: Upload) => {
    void follow(filed).catch(() => again());
  });
  useEffect(() => {
    if (upload?.phase !== 'filed' || followed.current === upload.id) return;
    followed.current = upload.id;
    onFiled(upload);
  }, [upload]);
  return upload;
}
