'use client';
// Chooses the collection that another one is put into.
import type { Collection } from '../../../../assets/collections/collection-schemas.ts';
import { useBusy } from '../../../client/useBusy.ts';
import { CollectionPicker } from '../CollectionPicker.tsx';
import { isIn, moveCollection } from './tree.ts';

interface Props {
  collection: Collection;
  onMoved: () => void;
  onClose: () => void;
}

export function MoveCollection({ collection, onMoved, onClose }: Props) {
  const [, during] = useBusy();
  return (
    <CollectionPicker
      title={`Move “${collection.name}” to`}
      mayCreate={false}
      chosen={collection.parent === null ? [] : [collection.parent]}
      offers={({ id }, all) => !isIn(all, id, collection.id)}
      onClose={onClose}
      onChoose={(target) =>
        void during(async () => {
          onClose();
          await moveCollection(collection, target, onMoved);
        })
      }
    />
  );
}
