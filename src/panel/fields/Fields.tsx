'use client';
// The custom fields of the workspace, in place of Payload's list: what each takes, and how to add, change and delete one.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { FieldAnswer } from '../../fields/schemas.ts';
import { changesTo, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { OpeningRow } from '../ui/NamedRow.tsx';
import { FieldForm } from './FieldForm.tsx';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';
import '../identity/people.css';

interface RowProps {
  field: FieldAnswer;
  /** The type's label. */
  type: string;
  mayChange: boolean;
  onChanged: () => void;
}

const shownOptions = 4;

/** "Choice: red, green": a type with the first of its options. */
function kindOf({ options }: FieldAnswer, type: string, t: Translate): string {
  const first = options.slice(0, shownOptions).join(', ');
  if (options.length > shownOptions)
    return t('fields:optionsAndMore', { type, options: first, count: options.length - shownOptions });
  return first === '' ? type : `${type}: ${first}`;
}

function FieldRow({ field, type, mayChange, onChanged }: RowProps) {
  const { t } = useWords();
  const { key, label, required, translated } = field;
  return (
    <OpeningRow
      name={label}
      note={kindOf(field, type, t)}
      marks={
        <>
          {required && <span className="mq-badge">{t('fields:required')}</span>}
          {translated && <span className="mq-badge">{t('fields:translated')}</span>}
          <code className="mq-muted">{key}</code>
        </>
      }
      what={mayChange ? t('fields:changeField', { label }) : null}
    >
      {(close) => (
        <>
          <FieldForm
            field={field}
            onSaved={() => {
              close();
              toast.success(t('ui:savedOne', { label }));
              onChanged();
            }}
            onCancel={close}
          />
          <Ask
            label={t('fields:delete')}
            confirm={t('fields:deleteOne', { label })}
            words={t('fields:deleteHint')}
            onConfirm={async () => {
              await call('delete_field', { key });
              toast.success(t('ui:deletedOne', { label }));
              onChanged();
            }}
          />
        </>
      )}
    </OpeningRow>
  );
}

const shown = changesTo('field');

export function Fields() {
  const { t } = useWords();
  const me = useMe();
  const { data: fields, problem, again } = useOperation('list_fields', me?.workspace ? {} : null);
  useLive(shown, again);
  const { data: types } = useOperation('list_field_types', me?.workspace ? {} : null);
  const [adding, setAdding] = useState(false);
  const mayChange = me?.scope === 'write' || me?.scope === 'admin';
  const typeOf = (name: string): string => types?.find((type) => type.name === name)?.label ?? name;
  return (
    <SettingsFrame title={t('fields:title')}>
      <p className="mq-muted">
        {me?.workspace ? t('fields:introIn', { workspace: me.workspace.name }) : t('fields:intro')}
      </p>
      <Alert problem={problem} />
      {fields && fields.length > 0 && (
        <section className="mq-section" aria-label={t('fields:title')}>
          <h2>{t('fields:count', { count: fields.length })}</h2>
          <ul className="mq-people" aria-label={t('fields:title')}>
            {fields.map((field) => (
              <FieldRow
                key={field.key}
                field={field}
                type={typeOf(field.type)}
                mayChange={mayChange}
                onChanged={again}
              />
            ))}
          </ul>
        </section>
      )}
      {fields?.length === 0 && !adding && <p className="mq-quiet">{t('fields:none')}</p>}
      {adding && (
        <FieldForm
          field={null}
          onSaved={() => {
            setAdding(false);
            again();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {fields && mayChange && !adding && (
        <p className="mq-row mq-keys">
          <button type="button" className="mq-button mq-button--primary" onClick={() => setAdding(true)}>
            {t('fields:add')}
          </button>
        </p>
      )}
    </SettingsFrame>
  );
}
