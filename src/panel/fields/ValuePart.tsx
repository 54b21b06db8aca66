'use client';
// The input for the value of a custom field.
import type { Field, FieldValue } from '../../fields/schemas.ts';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

/** @param t Views whose words aren't in the catalogue yet do without. */
export function showValue(value: FieldValue, t?: Translate): string {
  if (typeof value === 'boolean') return t ? t(value ? 'ui:yes' : 'ui:no') : value ? 'Yes' : 'No';
  return String(value);
}

interface PartProps {
  id: string;
  field: Field;
  value: FieldValue | undefined;
  inherited: FieldValue | undefined;
  onChange: (value: FieldValue | undefined) => void;
  readOnly: boolean;
  problem: string | undefined;
}

function hintOf({ field, value, inherited }: PartProps, t: Translate): string | undefined {
  if (inherited !== undefined && value === undefined)
    return t('fields:fromCollection', { value: showValue(inherited, t) });
  // A plugin's type needs an explanation: the input alone doesn't show what it accepts.
  return field.type !== field.kind && field.kind !== 'select'
    ? t('fields:mustBe', { takes: field.takes })
    : undefined;
}

export function ValuePart(props: PartProps) {
  const { t } = useWords();
  const { id, field, value, onChange, readOnly, problem } = props;
  const common = {
    id,
    label: field.label,
    readOnly,
    problem,
    required: field.required,
    hint: hintOf(props, t),
    value: value === undefined ? '' : String(value),
  };
  const changeText = (text: string): void => {
    onChange(text === '' ? undefined : text);
  };
  switch (field.kind) {
    case 'select':
      return (
        <ChoicePart
          {...common}
          none={t('ui:notSet')}
          options={field.options.map((option) => ({ value: option, label: option }))}
          onChange={changeText}
        />
      );
    case 'boolean':
      return (
        <ChoicePart
          {...common}
          none={t('ui:notSet')}
          options={[
            { value: 'true', label: t('ui:yes') },
            { value: 'false', label: t('ui:no') },
          ]}
          onChange={(text) => onChange(text === '' ? undefined : text === 'true')}
        />
      );
    case 'number':
      return (
        <TextPart
          {...common}
          type="number"
          onChange={(text) => onChange(text === '' ? undefined : Number(text))}
        />
      );
    case 'date':
    case 'text':
      return <TextPart {...common} type={field.kind} maxLength={5000} onChange={changeText} />;
  }
}
