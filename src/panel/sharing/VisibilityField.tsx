'use client';
// The visibility of a site or portal, and its password. Saved separately from the form.
import { useState } from 'react';
import type { AccessMode } from '../../sharing/schemas.ts';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { SaveFoot } from '../ui/form/SaveFoot.tsx';
import { useSaving } from '../client/useSaving.ts';
import { useWords } from '../words/useWords.ts';
import type { PlainKey } from '../../words/keys.ts';

const accessModes = [
  { value: 'public', label: 'sharing:public' },
  { value: 'password', label: 'sharing:password' },
  { value: 'members', label: 'sharing:members' },
] as const satisfies readonly { value: AccessMode; label: PlainKey }[];

interface Props {
  noun: 'site' | 'portal';
  access: AccessMode;
  onSave: (change: { access: AccessMode; password?: string }) => Promise<void>;
}

export function VisibilityField({ noun, access, onSave }: Props) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<AccessMode | null>(null);
  const [password, setPassword] = useState('');
  const saving = useSaving(['access', 'password']);
  const next = chosen ?? access;
  const hasPassword = next === 'password' && password !== '';
  return (
    <section className="mq-panel" aria-labelledby={`mq-${noun}-visibility`}>
      <h2 id={`mq-${noun}-visibility`}>{t('sharing:whoCanVisit')}</h2>
      <ChoicePart
        id={`mq-${noun}-access`}
        label={t('sharing:visibility')}
        value={next}
        options={accessModes.map(({ value, label }) => ({ value, label: t(label) }))}
        problem={saving.at('access')}
        onChange={(value) => setChosen(value as AccessMode)}
      />
      {next === 'password' && (
        <TextPart
          id={`mq-${noun}-password`}
          label={t('shell:newPassword')}
          type="secret"
          value={password}
          maxLength={200}
          problem={saving.at('password')}
          hint={
            access === 'password'
              ? t('sharing:newPasswordHint')
              : t(noun === 'site' ? 'sharing:previousOfSite' : 'sharing:previousOfPortal')
          }
          onChange={setPassword}
        />
      )}
      <SaveFoot
        label={t('sharing:saveVisibility')}
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
