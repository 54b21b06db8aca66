'use client';
// A select of Payload's forms, as a native one: labeled, and as easy to use on a phone.
import { useField } from '@payloadcms/ui';
import type { SelectFieldClientProps } from 'payload';
import { useWords } from '../../words/useWords.ts';
import { ChoicePart } from './inputs.tsx';

const textOf = (label: unknown): string => (typeof label === 'string' ? label : '');

export function ChoiceField({ field, path, readOnly }: SelectFieldClientProps) {
  const { t } = useWords();
  const { value, setValue, disabled, showError, errorMessage } = useField<string | null>({ path });
  const options = field.options.map((option) =>
    typeof option === 'string'
      ? { value: option, label: option }
      : { value: option.value, label: textOf(option.label) },
  );
  return (
    <div className="mq-json field-type">
      <ChoicePart
        id={`field-${path}`}
        label={textOf(field.label)}
        value={value ?? ''}
        options={options}
        {...(field.required ? {} : { none: t('ui:notSet') })}
        required={field.required}
        readOnly={readOnly === true || disabled}
        hint={textOf(field.admin?.description)}
        problem={showError ? errorMessage : null}
        onChange={(next) => setValue(next === '' ? null : next)}
      />
    </div>
  );
}
