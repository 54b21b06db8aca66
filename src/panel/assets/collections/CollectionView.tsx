'use client';
// A collection's own page, in place of Payload's form.
import { SetStepNav, toast, useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { useOperation } from '../../client/useOperation.ts';
import { RecordPage } from '../../shell/RecordPage.tsx';
import { useAdminRoute } from '../../shell/routes.ts';
import { NotLoaded } from '../../ui/states/NotLoaded.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { DropZone } from '../../ui/form/DropZone.tsx';
import { AssetPicker } from '../AssetPicker.tsx';
import { useFiled } from '../useFiled.ts';
import { useUploads } from '../uploads.tsx';
import { CollectionAssets } from './CollectionAssets.tsx';
import { CollectionHead } from './CollectionHead.tsx';
import { CollectionsInside } from './nesting/CollectionsInside.tsx';
import { collectionPathOf, collectionsPath } from './paths.ts';
import { pathTo } from './nesting/tree.ts';
import { useCollection, type CollectionChange } from './useCollection.ts';
import { useMembers } from './useMembers.ts';
import { useWords } from '../../words/useWords.ts';
import './collections.css';
import { withThumbnails } from '../pictured.ts';

function EmptyCollection({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useWords();
  return (
    <Empty title={t('collections:nothingInside')}>
      {t(mayWrite ? 'collections:nothingInsideHint' : 'collections:nothingInsideHintReader')}
    </Empty>
  );
}

/** Where it is, in the header. */
function Steps({ all, id, name }: { all: readonly Collection[]; id: string; name: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const outer = pathTo(all, id).map((one) => ({ label: one.name, url: route(collectionPathOf(one.id)) }));
  return (
    <SetStepNav
      nav={[{ label: t('menu:collections'), url: route(collectionsPath) }, ...outer, { label: name }]}
    />
  );
}

/** Why there is nothing to see, or only what was there before. */
function Trouble({
  gone,
  problem,
  reload,
}: Pick<ReturnType<typeof useCollection>, 'gone' | 'problem' | 'reload'>) {
  const { t } = useWords();
  if (gone) return <Empty title={t('collections:unavailable')}>{t('collections:unavailableHint')}</Empty>;
  return <NotLoaded problem={problem} onRetry={reload} />;
}

function CollectionPlace({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const { t } = useWords();
  const { add: upload } = useUploads();
  const filed = useFiled();
  const { collection, gone, problem, change, reload } = useCollection(id);
  const members = useMembers(id, filed, reload);
  const listed = useOperation('list_collections', withThumbnails);
  const all = listed.data ?? [];
  const [picking, setPicking] = useState(false);
  useEffect(() => {
    if (filed > 0) reload();
  }, [filed, reload]);
  const changeOrSay = (properties: CollectionChange): Promise<void> =>
    change(properties).catch((error: unknown) => {
      toast.error(wordsOf(error));
    });

  return (
    <>
      <Steps
        all={all}
        id={id}
        name={collection?.name ?? t(gone ? 'collections:unavailable' : 'ui:loading')}
      />
      {mayWrite && <DropZone onFiles={(files) => upload(files, id)} />}
      <Trouble gone={gone} problem={problem} reload={reload} />
      {collection && (
        <CollectionHead
          collection={collection}
          all={all}
          total={members.total}
          mayWrite={mayWrite}
          onChange={change}
          onAdd={() => setPicking(true)}
          onChanged={() => {
            reload();
            listed.again();
          }}
        />
      )}
      {collection && <CollectionsInside id={id} all={all} mayWrite={mayWrite} onChanged={listed.again} />}
      {collection && members.assets?.length === 0 && <EmptyCollection mayWrite={mayWrite} />}
      {collection && (members.assets?.length !== 0 || members.problem) && (
        <CollectionAssets
          members={members}
          cover={collection.cover}
          mayWrite={mayWrite}
          onCover={(asset) => void changeOrSay({ cover: asset.id })}
        />
      )}
      {picking && (
        <AssetPicker
          title={t('collections:addAssets')}
          chosen={new Set(members.assets?.map((asset) => asset.id))}
          onChoose={members.add}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

export function CollectionView() {
  const { hasSavePermission } = useDocumentInfo();
  return (
    <RecordPage listedAt={collectionsPath}>
      {(id) => <CollectionPlace key={id} id={id} mayWrite={hasSavePermission === true} />}
    </RecordPage>
  );
}
