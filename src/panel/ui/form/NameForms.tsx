'use client';
// One-line forms for what has no more than a name: create one, rename it.
import { useId, useState } from 'react';
import { useBusy } from '../../client/useBusy.ts';
import { Form } from './Form.tsx';
import { TextPart } from './inputs.tsx';

const maxLength = 200;

interface CreateProps {
  /** Singular noun, such as "group". */
  noun: string;
  /** A name as an example. */
  placeholder: string;
  /** True where the person came to create one. */
  autoFocus?: boolean;
  onCreate: (name: string) => Promise<void>;
}

export function CreateByName({ noun, placeholder, autoFocus = false, onCreate }: CreateProps) {
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
        aria-label={`Name of a new ${noun}`}
        placeholder={placeholder}
        autoFocus={autoFocus}
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="mq-button" disabled={busy || name.trim() === ''}>
        Create {noun}
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
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [busy, during] = useBusy();
  const next = typed.trim();
  return (
    <Form className="mq-row" aria-label={`Rename ${name}`} onSubmit={() => void during(() => onRename(next))}>
      <TextPart id={id} label="Name" value={typed} maxLength={maxLength} onChange={setTyped} />
      <button
        type="submit"
        className="mq-button mq-button--small mq-person__beside"
        disabled={busy || next === '' || next === name}
      >
        Rename
      </button>
    </Form>
  );
}
