'use client';
// Chooses the collection that another one is put into.
import type { Collection } from '../../../../assets/collections/collection-schemas.ts';
import { useBusy } from '../../../client/useBusy.ts';
import { CollectionPicker } from '../CollectionPicker.tsx';
import { isIn, moveCollection } from './tree.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  collection: Collection;
  onMoved: () => void;
  onClose: () => void;
}

export function MoveCollection({ collection, onMoved, onClose }: Props) {
  const { t } = useWords();
  const [, during] = useBusy();
  return (
    <CollectionPicker
      title={t('collections:moveNamedTo', { name: collection.name })}
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
