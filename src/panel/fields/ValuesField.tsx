'use client';
// Inputs for custom field values: an asset's own, or a collection's values that its assets inherit.
import { useDocumentInfo, useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { useEffect, useState } from 'react';
import type { Field, FieldValue, FieldValues } from '../../fields/schemas.ts';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { useMe } from '../client/me.tsx';
import { useFields } from '../client/useFields.ts';
import { usePartProblems } from '../client/usePartProblems.ts';
import { useCollectionName } from '../shell/routes.ts';

/** The values that an asset inherits from its collections. */
function useInherited(assetId: string | null): FieldValues {
  const [inherited, setInherited] = useState<FieldValues>({});
  useEffect(() => {
    if (!assetId) return;
    const controller = new AbortController();
    call('get_asset', { id: assetId }, { signal: controller.signal }).then(
      ({ data }) => {
        setInherited(data.inherited);
      },
      () => undefined, // They are only shown as hints.
    );
    return () => {
      controller.abort();
    };
  }, [assetId]);
  return inherited;
}

export function showValue(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
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

function hintOf({ field, value, inherited }: PartProps): string | undefined {
  if (inherited !== undefined && value === undefined) return `From its collection: ${showValue(inherited)}`;
  // A plugin's type needs an explanation: the input alone doesn't show what it accepts.
  return field.type !== field.kind && field.kind !== 'select' ? `Must be ${field.takes}` : undefined;
}

export function ValuePart(props: PartProps) {
  const { id, field, value, onChange, readOnly, problem } = props;
  const common = {
    id,
    label: field.label,
    readOnly,
    problem,
    required: field.required,
    hint: hintOf(props),
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
          none="Not set"
          options={field.options.map((option) => ({ value: option, label: option }))}
          onChange={changeText}
        />
      );
    case 'boolean':
      return (
        <ChoicePart
          {...common}
          none="Not set"
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
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

export function ValuesField({ path, readOnly }: JSONFieldClientProps) {
  const { id, data, collectionSlug } = useDocumentInfo();
  const me = useMe();
  const { value, setValue, disabled } = useField<FieldValues | null>({ path });
  const [problems, forget] = usePartProblems(path);
  const onAsset = useCollectionName(collectionSlug) === 'assets';
  const inherited = useInherited(onAsset && id ? String(id) : null);
  const workspace: unknown = data?.workspace;
  const workspaceId = typeof workspace === 'string' ? workspace : (me?.workspace?.id ?? null);
  const { fields, problem } = useFields(workspaceId);
  const values = value ?? {};

  return (
    <fieldset className="mq-json mq-fieldset field-type">
      <legend>{onAsset ? 'Fields' : 'Values that its assets inherit'}</legend>
      <Alert problem={problem} />
      {fields?.length === 0 && (
        <p className="mq-muted">
          This workspace has no custom fields. Editors can add them under Settings, in “Fields”.
        </p>
      )}
      <div className="mq-pair">
        {fields?.map((field) => (
          <ValuePart
            key={field.key}
            id={`field-${path}-${field.key}`}
            field={onAsset ? field : { ...field, required: false }}
            value={values[field.key]}
            inherited={inherited[field.key]}
            readOnly={readOnly === true || disabled}
            problem={problems[field.key]}
            onChange={(next) => {
              forget(field.key);
              const { [field.key]: _, ...others } = values;
              setValue(next === undefined ? others : { ...others, [field.key]: next });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
