'use client';
// Creates a brand, empty or as a copy of another.
import { useId, useState } from 'react';
import type { Brand } from '../../../brands/schemas.ts';
import { call } from '../../client/operations.ts';
import { useSaving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import { NamePart, NewPrivatePart } from '../../ui/form/record-inputs.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** Those it can be a copy of. */
  brands: readonly Brand[];
  onMade: (brand: Brand) => void;
  onClose: () => void;
}

export function NewBrand({ brands, onMade, onClose }: Props) {
  const { t } = useWords();
  const id = useId();
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const { busy, at, problem, save } = useSaving(['name', 'from']);
  const make = async (): Promise<void> => {
    const body = { name: name.trim(), private: isPrivate, ...(from === '' ? {} : { from }) };
    onMade((await call('create_brand', { body })).data);
  };
  return (
    <Sheet title={t('menu:newBrand')} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(make)}>
        <NamePart id={`${id}-name`} value={name} problem={at('name')} onChange={setName} />
        {brands.length > 0 && (
          <ChoicePart
            id={`${id}-from`}
            label={t('brands:startWith')}
            none={t('ui:nothing')}
            value={from}
            options={brands.map(({ slug, name: label }) => ({
              value: slug,
              label: t('brands:copyOf', { name: label }),
            }))}
            hint={t('brands:copyHint')}
            problem={at('from')}
            onChange={setFrom}
          />
        )}
        <NewPrivatePart checked={isPrivate} onChange={setPrivate} />
        <Alert problem={problem} />
        <FormFoot
          action={t('brands:create')}
          disabled={busy || name.trim() === ''}
          onCancel={onClose}
          inSheet
        />
      </Form>
    </Sheet>
  );
}
