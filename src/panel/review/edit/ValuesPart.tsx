'use client';
// Inputs of an asset's tags and field values.
import { useId } from 'react';
import type { ProposedAsset } from '../proposal/proposed.ts';
import { useMe } from '../../client/me.tsx';
import { useFields } from '../../client/useFields.ts';
import { ValuePart } from '../../fields/ValuePart.tsx';
import { Chips } from '../../ui/tags/Chips.tsx';
import { Frame } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';

export function TagsPart({
  tags,
  onChange,
}: {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  const { t } = useWords();
  const id = useId();
  return (
    <Frame id={id} label={t('review:tags')}>
      <Chips id={id} noun="tag" values={tags} onChange={onChange} />
    </Frame>
  );
}

export type Values = ProposedAsset['fields'];

export function ValuesPart({
  keys,
  values,
  onChange,
}: {
  keys: readonly string[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  const { fields } = useFields(useMe()?.workspace?.id ?? null);
  const id = useId();
  return (
    <div className="mq-pair">
      {fields
        ?.filter(({ key }) => keys.includes(key))
        .map((field) => (
          <ValuePart
            key={field.key}
            id={`${id}-${field.key}`}
            field={{ ...field, required: false }}
            value={values[field.key]}
            inherited={undefined}
            readOnly={false}
            problem={undefined}
            onChange={(next) => {
              const { [field.key]: _, ...others } = values;
              onChange(next === undefined ? others : { ...others, [field.key]: next });
            }}
          />
        ))}
    </div>
  );
}
