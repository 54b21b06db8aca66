'use client';
// A collection's own page, in place of Payload's form.
import { Gutter, SetStepNav, toast, useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { wordsOf } from '../../client/api.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { DropZone } from '../../ui/form/DropZone.tsx';
import { AssetPicker } from '../AssetPicker.tsx';
import { useFiled } from '../useFiled.ts';
import { useUploads } from '../uploads.tsx';
import { CollectionAssets } from './CollectionAssets.tsx';
import { CollectionHead } from './CollectionHead.tsx';
import { collectionsPath } from './paths.ts';
import { useCollection, type CollectionChange } from './useCollection.ts';
import { useMembers } from './useMembers.ts';
import './collections.css';

function EmptyCollection({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Empty title="Nothing in here yet">
      {mayWrite
        ? 'Add assets from the library, or drop files here: they’re uploaded straight into this collection.'
        : 'Its assets appear here once somebody adds some.'}
    </Empty>
  );
}

function CollectionPlace({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const route = useAdminRoute();
  const { add: upload } = useUploads();
  const filed = useFiled();
  const { collection, problem, change, reload } = useCollection(id);
  const members = useMembers(id, filed, reload);
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
      <SetStepNav
        nav={[{ label: 'Collections', url: route(collectionsPath) }, { label: collection?.name ?? '' }]}
      />
      {mayWrite && <DropZone onFiles={(files) => upload(files, id)} />}
      <Alert problem={problem} />
      {collection && (
        <CollectionHead
          collection={collection}
          total={members.total}
          mayWrite={mayWrite}
          onChange={change}
          onAdd={() => setPicking(true)}
        />
      )}
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
          title="Add assets"
          chosen={new Set(members.assets?.map((asset) => asset.id))}
          onChoose={members.add}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

export function CollectionView() {
  const { id, hasSavePermission } = useDocumentInfo();
  const router = useRouter();
  const route = useAdminRoute();
  useEffect(() => {
    if (id === undefined) router.replace(route(`${collectionsPath}?new=1`));
  }, [id, router, route]);
  if (id === undefined) return null;
  return (
    <main>
      <Gutter className="mq-library">
        <CollectionPlace key={id} id={String(id)} mayWrite={hasSavePermission === true} />
      </Gutter>
    </main>
  );
}
