'use client';
// Collections as cards. One that is dragged onto another is put into it.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { CollectionCard } from './CollectionCard.tsx';
import { isIn, moveCollection, pathTo } from './nesting/tree.ts';

interface Props {
  label: string;
  /** Those that are shown. */
  collections: readonly Collection[];
  /** All of them. */
  all: readonly Collection[];
  mayMove: boolean;
  /** Says where each is: they are from several places. */
  withPath?: boolean;
  onChanged: () => void;
}

export function CollectionGrid({ label, collections, all, mayMove, withPath = false, onChanged }: Props) {
  const [dragged, setDragged] = useState<Collection | null>(null);
  const accepts = (target: Collection): boolean =>
    dragged !== null && dragged.parent !== target.id && !isIn(all, target.id, dragged.id);
  const drop = (target: Collection): void => {
    if (dragged)
      moveCollection(dragged, target, onChanged).catch((error: unknown) => toast.error(wordsOf(error)));
    setDragged(null);
  };
  return (
    <ul className="mq-grid" aria-label={label}>
      {collections.map((collection) => (
        <CollectionCard
          key={collection.id}
          collection={collection}
          all={all}
          path={withPath ? pathTo(all, collection.id).map(({ name }) => name) : []}
          drag={
            mayMove
              ? {
                  onStart: () => setDragged(collection),
                  onEnd: () => setDragged(null),
                  onDrop: accepts(collection) ? () => drop(collection) : null,
                }
              : null
          }
        />
      ))}
    </ul>
  );
}
