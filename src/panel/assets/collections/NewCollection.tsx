'use client';
// Creates a collection.
import { useId, useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { call } from '../../client/operations.ts';
import { useSaving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { NamePart, NewPrivatePart } from '../../ui/form/record-inputs.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
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
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [isPrivate, setIsPrivate] = useState(false);
  const { busy, at, problem, save } = useSaving(['name', 'description']);
  const make = async (): Promise<void> => {
    const body = {
      name: name.trim(),
      private: isPrivate,
      ...(parent === undefined ? {} : { parent }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    };
    onMade((await call('create_collection', { body })).data);
  };
  return (
    <Sheet title={t('menu:newCollection')} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(make)}>
        <NamePart id={`${id}-name`} value={name} problem={at('name')} onChange={setName} />
        <TextPart
          id={`${id}-description`}
          label={t('review:description')}
          type="lines"
          placeholder={t('collections:descriptionExample')}
          value={description}
          maxLength={2000}
          problem={at('description')}
          onChange={setDescription}
        />
        <NewPrivatePart checked={isPrivate} onChange={setIsPrivate} />
        <Alert problem={problem} />
        <FormFoot
          action={t('collections:create')}
          disabled={busy || name.trim() === ''}
          onCancel={onClose}
          inSheet
        />
      </Form>
    </Sheet>
  );
}
