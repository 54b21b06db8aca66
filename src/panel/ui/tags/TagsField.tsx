'use client';
// An asset's tags, as chips.
import { FieldDescription, FieldError, FieldLabel, useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { Chips } from './Chips.tsx';

export function TagsField({ field, path, readOnly }: JSONFieldClientProps) {
  const { value, setValue, showError, errorMessage, disabled } = useField<string[] | null>({ path });
  return (
    <div className="mq-json field-type">
      <FieldLabel label={field.label ?? ''} path={path} required={field.required ?? false} />
      <FieldError path={path} showError={showError} {...(errorMessage ? { message: errorMessage } : {})} />
      <Chips
        id={`field-${path}`}
        values={value ?? []}
        onChange={setValue}
        noun="tag"
        readOnly={readOnly === true || disabled}
      />
      <FieldDescription
        path={path}
        {...(field.admin?.description ? { description: field.admin.description } : {})}
      />
    </div>
  );
}
