'use client';
// The values of custom fields that the assets of a collection inherit.
import { useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import type { FieldValue } from '../../../fields/schemas.ts';
import { useMe } from '../../client/me.tsx';
import { call } from '../../client/operations.ts';
import { useFields } from '../../client/useFields.ts';
import { useSaving } from '../../client/useSaving.ts';
import { ValuePart } from '../../fields/ValuePart.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { useWords } from '../../words/useWords.ts';

/** Only those that change are sent: others may be changed meanwhile. Null clears one. */
type Change = Readonly<Record<string, FieldValue | null>>;

interface Props {
  collection: Collection;
  onSaved: () => void;
  onClose: () => void;
}

export function CollectionValues({ collection: { id, name, fields: stored }, onSaved, onClose }: Props) {
  const { t } = useWords();
  const { fields, problem: unknown } = useFields(useMe()?.workspace?.id ?? null);
  const { busy, at, problem, save } = useSaving((fields ?? []).map(({ key }) => `fields.${key}`));
  const [change, setChange] = useState<Change>({});
  const send = async (values: Change): Promise<void> => {
    await call('update_collection', { id, body: { fields: values } });
    onSaved();
  };
  const valueOf = (key: string): FieldValue | undefined =>
    (key in change ? change[key] : stored[key]) ?? undefined;
  const isChanged = Object.entries(change).some(([key, value]) => (stored[key] ?? null) !== value);
  const submit = async (): Promise<void> => {
    const before = Object.fromEntries(Object.keys(change).map((key) => [key, stored[key] ?? null]));
    await send(change);
    offerUndo(t('collections:valuesSaved', { name }), () => send(before), `values ${id}`);
    onClose();
  };
  return (
    <Sheet title={t('fields:inheritedValues')} asks onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(submit)}>
        <p className="mq-muted">{t('collections:valuesHint')}</p>
        <Alert problem={unknown} />
        {fields?.length === 0 && <p className="mq-muted">{t('fields:noneHere')}</p>}
        {fields?.map((field) => (
          <ValuePart
            key={field.key}
            id={`mq-collection-field-${field.key}`}
            field={{ ...field, required: false }}
            value={valueOf(field.key)}
            inherited={undefined}
            readOnly={busy}
            problem={at(`fields.${field.key}`) ?? undefined}
            onChange={(value) => setChange((before) => ({ ...before, [field.key]: value ?? null }))}
          />
        ))}
        <Alert problem={problem} />
        <FormFoot action={t('ui:save')} disabled={busy || !isChanged} onCancel={onClose} inSheet />
      </Form>
    </Sheet>
  );
}
