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
import { reading } from '../client/reading.ts';
import { useCollectionName } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

/** The values that an asset inherits from its collections. */
function useInherited(assetId: string | null): FieldValues {
  const [inherited, setInherited] = useState<FieldValues>({});
  useEffect(() => {
    if (!assetId) return;
    // They are only shown as hints.
    return reading(
      (signal) => call('get_asset', { id: assetId }, { signal }),
      ({ data }) => {
        setInherited(data.inherited);
      },
    );
  }, [assetId]);
  return inherited;
}

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

export function ValuesField({ path, readOnly }: JSONFieldClientProps) {
  const { t } = useWords();
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
      <legend>{onAsset ? t('fields:title') : t('fields:inheritedValues')}</legend>
      <Alert problem={problem} />
      {fields?.length === 0 && <p className="mq-muted">{t('fields:noneHere')}</p>}
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
