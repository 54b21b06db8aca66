'use client';
// Creates a brand, empty or as a copy of another.
import { useId, useState } from 'react';
import type { Brand } from '../../../brands/schemas.ts';
import { call } from '../../client/operations.ts';
import { useSaving } from '../../client/useSaving.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';

interface Props {
  /** Those it can be a copy of. */
  brands: readonly Brand[];
  onMade: (brand: Brand) => void;
  onClose: () => void;
}

export function NewBrand({ brands, onMade, onClose }: Props) {
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
    <Sheet title="New brand" onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(make)}>
        <TextPart
          id={`${id}-name`}
          label="Name"
          required
          value={name}
          maxLength={200}
          problem={at('name')}
          onChange={setName}
        />
        {brands.length > 0 && (
          <ChoicePart
            id={`${id}-from`}
            label="Start with"
            none="Nothing"
            value={from}
            options={brands.map((brand) => ({ value: brand.slug, label: `A copy of ${brand.name}` }))}
            hint="A copy has the rules, pages and theme, and is independent from then on."
            problem={at('from')}
            onChange={setFrom}
          />
        )}
        <TickPart
          label="Private: only you, admins and people you give access to can see it"
          checked={isPrivate}
          onChange={setPrivate}
        />
        <Alert problem={problem} />
        <FormFoot action="Create brand" disabled={busy || name.trim() === ''} onCancel={onClose} inSheet />
      </Form>
    </Sheet>
  );
}
