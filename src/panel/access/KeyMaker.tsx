'use client';
// Creates a key for an agent or script, above the list of keys. The secret is shown only once.
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import { wordsOf } from '../client/api.ts';
import { call, urlOf } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChoicePart, TextPart } from '../ui/inputs.tsx';
import { useMe, usePolicy } from '../client/me.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';

const scopeOptions = {
  read: 'Read',
  propose: 'Propose: suggest changes for review',
  write: 'Write',
  admin: 'Admin',
} as const satisfies Record<Scope, string>;

interface Made {
  name: string;
  secret: string;
}

interface Props {
  /** Called after a key was created. */
  onMade?: () => void;
}

export function KeyMaker({ onMade }: Props) {
  const me = useMe();
  const policy = usePolicy();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!me?.workspace || !policy?.keys.usual) return null;
  const { scopes, usual } = policy.keys;
  const scope = chosen ?? usual;
  const admin = me.scope === 'admin';

  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call('create_key', {
        // Admins create keys of the workspace; anyone else creates a key that acts as themselves.
        body: { name: name.trim(), scope, own: !admin },
      });
      setMade({ name: data.name, secret: data.secret });
      setOpen(false);
      setName('');
      setChosen(null);
      router.refresh();
      onMade?.();
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (made)
    return (
      <ShownOnce
        title={`${made.name} is ready`}
        words="Copy the key now. It isn’t stored and won’t be shown again."
        secret={made.secret}
        copy="Copy the key"
        onClose={() => {
          setMade(null);
        }}
      >
        Send it as <code>Authorization: Bearer</code>. See the{' '}
        <a href={urlOf('get_openapi', {})}>API reference</a>.
      </ShownOnce>
    );
  if (!open)
    return (
      <p className="mq-row mq-keys">
        <button
          type="button"
          className="mq-button mq-button--primary"
          onClick={() => {
            setOpen(true);
          }}
        >
          Create a key
        </button>
        <span className="mq-muted">Agents and scripts use a key to work in {me.workspace.name}.</span>
      </p>
    );
  return (
    <form
      className="mq-panel"
      aria-label="Create a key"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <div className="mq-pair">
        <TextPart
          id="mq-key-name"
          label="Name"
          value={name}
          onChange={setName}
          maxLength={200}
          placeholder="What uses this key"
        />
        <ChoicePart
          id="mq-key-scope"
          label="Scope"
          value={scope}
          options={scopes.map((value) => ({ value, label: scopeOptions[value] }))}
          onChange={(value) => {
            setChosen(value as Scope);
          }}
        />
      </div>
      {!admin && <p className="mq-hint">This key acts as you: it can never do more than you can.</p>}
      <Alert words={problem} />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy || name.trim() === ''}
        >
          Create key
        </button>
        <button
          type="button"
          className="mq-link"
          onClick={() => {
            setOpen(false);
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
