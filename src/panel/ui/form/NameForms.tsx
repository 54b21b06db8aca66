'use client';
// One-line forms for what has no more than a name: create one, rename it.
import { useId, useState } from 'react';
import { useBusy } from '../../client/useBusy.ts';
import { Form } from './Form.tsx';
import { TextPart } from './inputs.tsx';
import { useWords } from '../../words/useWords.ts';

const maxLength = 200;

const nounKeys = {
  group: { name: 'ui:nameOfGroup', create: 'ui:createGroup' },
  workspace: { name: 'ui:nameOfWorkspace', create: 'ui:createWorkspace' },
} as const;

interface CreateProps {
  noun: keyof typeof nounKeys;
  /** A name as an example. */
  placeholder: string;
  /** True where the person came to create one. */
  autoFocus?: boolean;
  onCreate: (name: string) => Promise<void>;
}

export function CreateByName({ noun, placeholder, autoFocus = false, onCreate }: CreateProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [busy, during] = useBusy();
  const create = async (): Promise<void> => {
    await onCreate(name.trim());
    setName('');
  };
  return (
    <Form className="mq-row mq-people__new" onSubmit={() => void during(create)}>
      <input
        className="mq-input"
        aria-label={t(nounKeys[noun].name)}
        placeholder={placeholder}
        autoFocus={autoFocus}
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="mq-button" disabled={busy || name.trim() === ''}>
        {t(nounKeys[noun].create)}
      </button>
    </Form>
  );
}

interface RenameProps {
  /** Its present name. */
  name: string;
  onRename: (name: string) => Promise<void>;
}

export function Rename({ name, onRename }: RenameProps) {
  const { t } = useWords();
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [busy, during] = useBusy();
  const next = typed.trim();
  return (
    <Form
      className="mq-row"
      aria-label={t('ui:renameOne', { name })}
      onSubmit={() => void during(() => onRename(next))}
    >
      <TextPart id={id} label={t('ui:name')} value={typed} maxLength={maxLength} onChange={setTyped} />
      <button
        type="submit"
        className="mq-button mq-button--small mq-person__beside"
        disabled={busy || next === '' || next === name}
      >
        {t('ui:rename')}
      </button>
    </Form>
  );
}
