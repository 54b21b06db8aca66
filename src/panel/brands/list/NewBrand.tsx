'use client';
// Creates a brand, empty or as a copy of another.
import { useId, useState } from 'react';
import type { Brand } from '../../../brands/schemas.ts';
import { call } from '../../client/operations.ts';
import { CreateSheet } from '../../ui/form/CreateSheet.tsx';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import { NewPrivatePart } from '../../ui/form/record-inputs.tsx';
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
  const [from, setFrom] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const make = async (name: string): Promise<void> => {
    const body = { name, private: isPrivate, ...(from === '' ? {} : { from }) };
    onMade((await call('create_brand', { body })).data);
  };
  return (
    <CreateSheet
      title={t('menu:newBrand')}
      action={t('brands:create')}
      fields={['from']}
      onCreate={make}
      onClose={onClose}
    >
      {(at) => (
        <>
          {brands.length > 0 && (
            <ChoicePart
              id={id}
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
        </>
      )}
    </CreateSheet>
  );
}
