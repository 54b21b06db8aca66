'use client';
// Lists of words as chips: an asset's tags, the options of a field definition, the limits of a grant.
import { FieldDescription, FieldError, FieldLabel, useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { Chips } from './Chips.tsx';

interface Props extends JSONFieldClientProps {
  /** Singular noun, such as "tag". */
  noun?: string;
}

export function TagsField({ field, path, readOnly, noun = 'tag' }: Props) {
  const { value, setValue, showError, errorMessage, disabled } = useField<string[] | null>({ path });
  return (
    <div className="mq-json field-type">
      <FieldLabel label={field.label ?? ''} path={path} required={field.required ?? false} />
      <FieldError path={path} showError={showError} {...(errorMessage ? { message: errorMessage } : {})} />
      <Chips
        id={`field-${path}`}
        values={value ?? []}
        onChange={setValue}
        noun={noun}
        maxLength={noun === 'tag' ? 100 : 200}
        readOnly={readOnly === true || disabled}
      />
      <FieldDescription
        path={path}
        {...(field.admin?.description ? { description: field.admin.description } : {})}
      />
    </div>
  );
}
