'use client';
// The custom fields that are translated, in a language that isn't the default.
import type { Field, FieldValues } from '../../../../fields/schemas.ts';
import { TextPart } from '../../../ui/form/inputs.tsx';

interface Props {
  id: string;
  fields: readonly Field[];
  language: string;
  /** In this language. */
  values: Readonly<Record<string, string>>;
  /** In the default one. */
  standard: FieldValues;
  readOnly: boolean;
  onChange: (values: Record<string, string>) => void;
}

export function TranslatedFields({ id, fields, language, values, standard, readOnly, onChange }: Props) {
  return fields
    .filter(({ key }) => key in values)
    .map(({ key, label }) => (
      <div key={key} className="mq-pair__whole">
        <TextPart
          id={`${id}-${key}`}
          label={label}
          type="text"
          maxLength={5000}
          lang={language}
          placeholder={standard[key] === undefined ? undefined : String(standard[key])}
          value={values[key] ?? ''}
          readOnly={readOnly}
          onChange={(text) => onChange({ ...values, [key]: text })}
        />
      </div>
    ));
}
