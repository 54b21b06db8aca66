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
import { ChangeButton } from '../ui/ChangeButton.tsx';
import { counted } from '../ui/format.ts';
import { FieldForm } from './FieldForm.tsx';
import '../identity/people.css';

interface RowProps {
  field: FieldAnswer;
  /** The type's label. */
  type: string;
  mayChange: boolean;
  onChanged: () => void;
}

function FieldRow({ field, type, mayChange, onChanged }: RowProps) {
  const [open, setOpen] = useState(false);
  const { key, label, options, required } = field;
  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{label}</strong>
          <span className="mq-muted">
            {type}
            {options.length > 0 && `: ${options.slice(0, 4).join(', ')}`}
            {options.length > 4 && ` and ${options.length - 4} more`}
          </span>
        </span>
        {required && <span className="mq-badge">Required</span>}
        <code className="mq-muted">{key}</code>
        {mayChange && <ChangeButton what={`field ${label}`} open={open} onToggle={() => setOpen(!open)} />}
      </div>
      {open && (
        <div className="mq-person__more">
          <FieldForm
            field={field}
            onSaved={() => {
              setOpen(false);
              toast.success(`${label} saved`);
              onChanged();
            }}
            onCancel={() => setOpen(false)}
          />
          <Ask
            label="Delete field"
            confirm={`Delete ${label} permanently`}
            words="Its values are deleted on every asset and collection, suggested ones too."
            onConfirm={async () => {
              await call('delete_field', { key });
              toast.success(`${label} deleted`);
              onChanged();
            }}
          />
        </div>
      )}
    </li>
  );
}

const shown = changesTo('field');

export function Fields() {
  const me = useMe();
  const { data: fields, problem, again } = useOperation('list_fields', me?.workspace ? {} : null);
  useLive(shown, again);
  const { data: types } = useOperation('list_field_types', me?.workspace ? {} : null);
  const [adding, setAdding] = useState(false);
  const mayChange = me?.scope === 'write' || me?.scope === 'admin';
  const typeOf = (name: string): string => types?.find((type) => type.name === name)?.label ?? name;
  return (
    <SettingsFrame title="Fields">
      <p className="mq-muted">
        What people fill in about an asset{me?.workspace ? ` in ${me.workspace.name}` : ''}, besides its
        title, tags and rights. Editors, agents and integrations see the same fields, and everyone can search
        by them.
      </p>
      <Alert problem={problem} />
      {fields && fields.length > 0 && (
        <section className="mq-section" aria-label="Fields">
          <h2>{counted(fields.length, 'field')}</h2>
          <ul className="mq-people" aria-label="Fields">
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
      {fields?.length === 0 && !adding && (
        <p className="mq-quiet">
          No fields yet. Add one for what your team looks for, such as a photographer.
        </p>
      )}
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
            Add a field
          </button>
        </p>
      )}
    </SettingsFrame>
  );
}
