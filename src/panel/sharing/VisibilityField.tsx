'use client';
// The visibility of a site or portal, and its password. Saved separately from the form.
import { useState } from 'react';
import type { AccessMode } from '../../sharing/schemas.ts';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import { useSaving } from '../client/useSaving.ts';

const accessModes = [
  { value: 'public', label: 'Public' },
  { value: 'password', label: 'Password-protected' },
  { value: 'members', label: 'Members: people who can read this workspace' },
] as const satisfies readonly { value: AccessMode; label: string }[];

interface Props {
  noun: 'site' | 'portal';
  access: AccessMode;
  onSave: (change: { access: AccessMode; password?: string }) => Promise<void>;
}

export function VisibilityField({ noun, access, onSave }: Props) {
  const [chosen, setChosen] = useState<AccessMode | null>(null);
  const [password, setPassword] = useState('');
  const saving = useSaving(['access', 'password']);
  const next = chosen ?? access;
  const hasPassword = next === 'password' && password !== '';
  return (
    <section className="mq-panel" aria-labelledby={`mq-${noun}-visibility`}>
      <h2 id={`mq-${noun}-visibility`}>Who can visit</h2>
      <ChoicePart
        id={`mq-${noun}-access`}
        label="Visibility"
        value={next}
        options={accessModes}
        problem={saving.at('access')}
        onChange={(value) => setChosen(value as AccessMode)}
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
              ? `A new password signs out everyone who used the old one. Leave it empty to keep the current password.`
              : `Leave it empty to use the ${noun}’s previous password.`
          }
          onChange={setPassword}
        />
      )}
      <SaveFoot
        label="Save visibility"
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
