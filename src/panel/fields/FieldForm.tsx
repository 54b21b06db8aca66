'use client';
// A custom field's definition, for a new field or a change of one.
import type { FieldAnswer } from '../../fields/schemas.ts';
import { usePolicy } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';
import { useSaving, type Saving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { ChoicePart, Frame, TextPart, TickPart } from '../ui/form/inputs.tsx';
import { Chips } from '../ui/tags/Chips.tsx';
import { KeptNotice } from '../ui/merge/KeptNotice.tsx';
import { useWords } from '../words/useWords.ts';
import { takesOptions, useFieldDraft, type FieldDraft } from './useFieldDraft.ts';

interface PartProps {
  id: string;
  draft: FieldDraft;
  at: Saving['at'];
  change: (part: Partial<FieldDraft>) => void;
}

const useTypes = () => useOperation('list_field_types', {}).data ?? [];

/** Whether values of a type are stored as text. */
function useIsText(type: string): boolean {
  const known = useTypes().find(({ name }) => name === type);
  return (known?.kind ?? type) === 'text';
}

function TypePart({ id, draft, at, change }: PartProps) {
  const { t } = useWords();
  const types = useTypes();
  const chosen = types.find(({ name }) => name === draft.type);
  return (
    <ChoicePart
      id={`${id}-type`}
      label={t('fields:type')}
      value={draft.type}
      options={[
        ...types.map(({ name, label }) => ({ value: name, label })),
        // While the types load, and if this type's plugin was removed.
        ...(chosen ? [] : [{ value: draft.type, label: draft.type }]),
      ]}
      hint={chosen && t('fields:mustBeOf', { takes: chosen.takes })}
      problem={at('type')}
      onChange={(type) => change({ type })}
    />
  );
}

function Parts(props: PartProps) {
  const { t } = useWords();
  const { id, draft, at, change } = props;
  const isText = useIsText(draft.type);
  const hasLanguages = (usePolicy()?.languages.length ?? 0) > 1;
  return (
    <>
      <div className="mq-pair">
        <TextPart
          id={`${id}-label`}
          label={t('fields:label')}
          required
          value={draft.label}
          maxLength={100}
          placeholder={t('fields:labelExample')}
          problem={at('label')}
          onChange={(label) => change({ label })}
        />
        <TypePart {...props} />
      </div>
      {takesOptions(draft) && (
        <Frame id={`${id}-options`} label={t('fields:options')} required problem={at('options')}>
          <Chips
            id={`${id}-options`}
            values={draft.options}
            noun="option"
            maxLength={200}
            onChange={(options) => change({ options })}
          />
        </Frame>
      )}
      {isText && (hasLanguages || draft.translated) && (
        <TickPart
          label={t('fields:translatedHint')}
          checked={draft.translated}
          onChange={(translated) => change({ translated })}
        />
      )}
      <TickPart
        label={t('fields:requiredHint')}
        checked={draft.required}
        onChange={(required) => change({ required })}
      />
    </>
  );
}

interface Props {
  /** Null for a new one. */
  field: FieldAnswer | null;
  onSaved: () => void;
  onCancel: () => void;
}

export function FieldForm({ field, onSaved, onCancel }: Props) {
  const { t } = useWords();
  const id = `mq-field-${field?.key ?? 'new'}`;
  const { draft, key, restoredAt, change, discard, store } = useFieldDraft(field);
  const { busy, at, problem, save } = useSaving([
    'label',
    'key',
    'type',
    'options',
    'required',
    'translated',
  ]);
  const isText = useIsText(draft.type);
  const send = async (): Promise<void> => {
    await store(isText);
    onSaved();
  };
  return (
    <Form
      className={field ? 'mq-form' : 'mq-panel'}
      aria-label={field ? t('fields:changeOne', { label: field.label }) : t('fields:newField')}
      onSubmit={() => void save(send)}
    >
      <KeptNotice restoredAt={restoredAt} onDiscard={discard} />
      <Parts id={id} draft={draft} at={at} change={change} />
      {!field && (
        <TextPart
          id={`${id}-key`}
          label={t('fields:key')}
          required
          value={key}
          maxLength={40}
          hint={t('fields:keyHint')}
          problem={at('key')}
          onChange={(typed) => change({ key: typed })}
        />
      )}
      <Alert problem={problem ?? at('required') ?? at('translated')} />
      <FormFoot
        action={field ? t('ui:save') : t('fields:create')}
        disabled={busy || draft.label.trim() === '' || key === ''}
        onCancel={() => {
          discard();
          onCancel();
        }}
      />
    </Form>
  );
}
