'use client';
// Selects the type of a custom field: built-in, or added by a plugin.
import { useField } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useOperation } from '../client/useOperation.ts';
import { ChoicePart } from '../ui/inputs.tsx';

export function FieldTypeField({ path, readOnly }: TextFieldClientProps) {
  const { value, setValue, disabled, errorMessage, showError } = useField<string | undefined>({ path });
  const { data, problem } = useOperation('list_field_types', {});
  const types = data ?? [];
  const name = value ?? '';
  const chosen = types.find((type) => type.name === name);
  return (
    <div className="mq-json field-type">
      <ChoicePart
        id={`field-${path}`}
        label="Type"
        required
        readOnly={readOnly === true || disabled}
        value={name}
        options={[
          ...types.map((type) => ({ value: type.name, label: type.label })),
          // While the types load, and if this type's plugin was removed.
          ...(chosen ? [] : [{ value: name, label: name }]),
        ]}
        hint={chosen && `A value must be ${chosen.takes}.`}
        problem={problem ?? (showError ? errorMessage : undefined)}
        onChange={setValue}
      />
    </div>
  );
}
