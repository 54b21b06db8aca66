'use client';
// Creates a collection.
import { useId, useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { call } from '../../client/operations.ts';
import { CreateSheet } from '../../ui/form/CreateSheet.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { NewPrivatePart } from '../../ui/form/record-inputs.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** The collection that it is put into; left out: none. */
  parent?: string;
  onMade: (collection: Collection) => void;
  onClose: () => void;
}

export function NewCollection({ parent, onMade, onClose }: Props) {
  const { t } = useWords();
  const id = useId();
  const [description, setDescription] = useState('');
  const [isPrivate, setIsPrivate] = useState(false);
  const make = async (name: string): Promise<void> => {
    const body = {
      name,
      private: isPrivate,
      ...(parent === undefined ? {} : { parent }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    };
    onMade((await call('create_collection', { body })).data);
  };
  return (
    <CreateSheet
      title={t('menu:newCollection')}
      action={t('collections:create')}
      fields={['description']}
      onCreate={make}
      onClose={onClose}
    >
      {(at) => (
        <>
          <TextPart
            id={id}
            label={t('review:description')}
            type="lines"
            placeholder={t('collections:descriptionExample')}
            value={description}
            maxLength={2000}
            problem={at('description')}
            onChange={setDescription}
          />
          <NewPrivatePart checked={isPrivate} onChange={setIsPrivate} />
        </>
      )}
    </CreateSheet>
  );
}
