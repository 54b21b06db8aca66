'use client';
// The selected assets: the bar, and the forms it opens, which stay open when the list changes.
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import type { Field } from '../../../fields/schemas.ts';
import { useBusy } from '../../client/useBusy.ts';
import { addToCollection } from '../collections/add-to-collection.ts';
import { CollectionPicker } from '../collections/CollectionPicker.tsx';
import { AssetsEdit } from './edit/AssetsEdit.tsx';
import { UndoSome } from './edit/UndoSome.tsx';
import { useBulkUndo } from './edit/useBulkUndo.ts';
import { SelectionBar, type SelectionProps } from './SelectionBar.tsx';
import { useWords } from '../../words/useWords.ts';

interface SelectedProps extends Pick<SelectionProps, 'elsewhere' | 'all'> {
  chosen: Asset[];
  fields: readonly Field[];
  /** Selects these instead. */
  onSelect: (assets: Iterable<Asset>) => void;
  /** Some assets were changed. */
  onChanged: () => void;
}

export function Selected({ chosen, elsewhere, all, fields, onSelect, onChanged }: SelectedProps) {
  const { t } = useWords();
  const [editing, setEditing] = useState<Asset[] | null>(null);
  const [collecting, setCollecting] = useState<Asset[] | null>(null);
  const [busy, during] = useBusy();
  const bulkUndo = useBulkUndo(onChanged);
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          assets={chosen}
          elsewhere={elsewhere}
          all={all}
          onEdit={() => setEditing(chosen)}
          onCollect={() => setCollecting(chosen)}
          onClear={() => onSelect([])}
          onChanged={(backs, said) => {
            onSelect([]);
            if (backs.length > 0) bulkUndo.offer(backs, said);
            onChanged();
          }}
        />
      )}
      {editing && (
        <AssetsEdit
          assets={editing}
          fields={fields}
          onChanged={(left, backs) => {
            onSelect(left);
            if (backs.length > 0) bulkUndo.offer(backs);
            onChanged();
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {bulkUndo.choosing && (
        <UndoSome backs={bulkUndo.choosing} onUndo={bulkUndo.undo} onClose={bulkUndo.close} />
      )}
      {collecting && !busy && (
        <CollectionPicker
          title={t('library:addSomeToCollection', { count: collecting.length })}
          mayCreate
          onClose={() => setCollecting(null)}
          onChoose={(collection) =>
            void during(async () => {
              await addToCollection(collection, collecting, onChanged);
              setCollecting(null);
              onSelect([]);
              onChanged();
            })
          }
        />
      )}
    </>
  );
}
