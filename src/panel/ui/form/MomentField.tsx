'use client';
// A date with a time of Payload's forms, as the browser's own input: labeled, and in the person's time zone.
import { useField } from '@payloadcms/ui';
import type { DateFieldClientProps } from 'payload';
import { TextPart } from './inputs.tsx';

/** As the input has it: local time, without seconds. */
function localOf(moment: string | null): string {
  if (!moment) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function MomentField({ field, path, readOnly }: DateFieldClientProps) {
  const { value, setValue, disabled, showError, errorMessage } = useField<string | null>({ path });
  const { label } = field;
  const description = field.admin?.description;
  return (
    <div className="mq-json field-type">
      <TextPart
        id={`field-${path}`}
        type="datetime-local"
        label={typeof label === 'string' ? label : ''}
        value={localOf(value)}
        required={field.required}
        readOnly={readOnly === true || disabled}
        hint={typeof description === 'string' ? description : null}
        problem={showError ? errorMessage : null}
        onChange={(local) => setValue(local === '' ? null : new Date(local).toISOString())}
      />
    </div>
  );
}
