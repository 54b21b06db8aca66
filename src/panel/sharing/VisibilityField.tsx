'use client';
// Who may come in to a site or a portal, and the password that goes with it. Changed at once.
import { useState } from 'react';
import type { AccessMode as Visibility } from '../../sharing/schemas.ts';
import { ChoicePart, TextPart } from '../ui/inputs.tsx';
import { SaveFoot } from '../ui/SaveFoot.tsx';
import { useSaving } from '../client/useSaving.ts';

const accessModes = [
  { value: 'public', label: 'Everyone' },
  { value: 'password', label: 'Whoever knows a password' },
  { value: 'members', label: 'Members: people who may read this workspace' },
] as const satisfies readonly { value: Visibility; label: string }[];

interface Props {
  noun: 'site' | 'portal';
  access: Visibility;
  onSave: (change: { access: Visibility; password?: string }) => Promise<void>;
}

export function AccessMode({ noun, access, onSave }: Props) {
  const [chosen, setChosen] = useState<Visibility | null>(null);
  const [password, setPassword] = useState('');
  const saving = useSaving(['access', 'password']);
  const next = chosen ?? access;
  const hasPassword = next === 'password' && password !== '';
  return (
    <section className="mq-panel" aria-labelledby={`mq-${noun}-door`}>
      <h2 id={`mq-${noun}-door`}>Who may come in</h2>
      <ChoicePart
        id={`mq-${noun}-access`}
        label="Door"
        value={next}
        options={accessModes}
        problem={saving.at('access')}
        onChange={(value) => {
          setChosen(value as Visibility);
        }}
      />
      {next === 'password' && (
        <TextPart
          id={`mq-${noun}-password`}
          label="New password"
          type="secret"
          value={password}
          maxLength={200}
          problem={saving.at('password')}
          hint={
            access === 'password'
              ? `A new one closes the ${noun} to everybody who came in with the old one. Leave it empty to keep it.`
              : `Leave it empty to take the one that the ${noun} had before.`
          }
          onChange={setPassword}
        />
      )}
      <SaveFoot
        label="Change the door"
        saving={saving}
        changed={next !== access || hasPassword}
        onSave={async () => {
          await onSave({ access: next, ...(hasPassword ? { password } : {}) });
          setChosen(null);
          setPassword('');
        }}
      />
    </section>
  );
}
