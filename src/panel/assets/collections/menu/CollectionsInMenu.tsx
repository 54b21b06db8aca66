'use client';
// The collections, below Library in the menu while assets are dragged: to drop them there.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Collection } from '../../../../assets/collections/collection-schemas.ts';
import { wordsOf } from '../../../client/api.ts';
import { useMe } from '../../../client/me.tsx';
import { useOperation } from '../../../client/useOperation.ts';
import { FolderIcon } from '../../../ui/icons.tsx';
import { carriedBy, carriesAssets } from '../../carried-assets.ts';
import { addToCollection } from '../add-to-collection.ts';
import { pathTo } from '../nesting/tree.ts';
import { useWords } from '../../../words/useWords.ts';
import './targets.css';
import { withThumbnails } from '../../pictured.ts';

function useIsCarrying(): boolean {
  const [carrying, setCarrying] = useState(false);
  useEffect(() => {
    let shown: number | undefined;
    const start = ({ dataTransfer }: DragEvent): void => {
      // A browser ends a drag during whose start the page changes.
      if (carriesAssets(dataTransfer)) shown = window.setTimeout(() => setCarrying(true));
    };
    const end = (): void => {
      window.clearTimeout(shown);
      setCarrying(false);
    };
    window.addEventListener('dragstart', start);
    window.addEventListener('dragend', end);
    window.addEventListener('drop', end);
    return () => {
      window.clearTimeout(shown);
      window.removeEventListener('dragstart', start);
      window.removeEventListener('dragend', end);
      window.removeEventListener('drop', end);
    };
  }, []);
  return carrying;
}

function Target({ collection, path }: { collection: Collection; path: string }) {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  return (
    <li
      className={`mq-target ${over ? 'mq-target--over' : ''}`}
      title={path === '' ? undefined : t('collections:in', { path })}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        addToCollection(collection, carriedBy(event), () => undefined).catch((error: unknown) =>
          toast.error(wordsOf(error)),
        );
      }}
    >
      <FolderIcon />
      <span>{collection.name}</span>
    </li>
  );
}

function Targets() {
  const { data } = useOperation('list_collections', withThumbnails);
  return data?.map((collection) => (
    <Target
      key={collection.id}
      collection={collection}
      path={pathTo(data, collection.id)
        .map(({ name }) => name)
        .join(' › ')}
    />
  ));
}

export function CollectionsInMenu() {
  const me = useMe();
  const carrying = useIsCarrying();
  return me?.workspace && carrying ? <Targets /> : null;
}
