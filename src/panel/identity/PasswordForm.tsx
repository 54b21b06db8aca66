'use client';
// Changes the person's password.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { call } from '../client/operations.ts';
import { useSaving } from '../client/useSaving.ts';
import { minPasswordLength } from '../shell/entrance.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Frame } from '../ui/form/inputs.tsx';
import { Form } from '../ui/form/Form.tsx';
import { useWords } from '../words/useWords.ts';

interface SecretProps {
  id: string;
  label: string;
  autoComplete: string;
  value: string;
  hint?: string;
  onChange: (value: string) => void;
}

function SecretPart({ id, label, hint, onChange, ...input }: SecretProps) {
  return (
    <Frame id={id} label={label} hint={hint}>
      <input
        id={id}
        className="mq-input"
        type="password"
        required
        maxLength={1000}
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </Frame>
  );
}

export function PasswordForm({ onSet }: { onSet: () => void }) {
  const { t } = useWords();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, save } = useSaving();
  const set = async (): Promise<void> => {
    await call('update_me', { body: { password, currentPassword: current } });
    setCurrent('');
    setPassword('');
    toast.success(t('identity:passwordChanged'));
    onSet();
  };
  return (
    <section className="mq-section" aria-labelledby="mq-password">
      <h2 id="mq-password">{t('shell:password')}</h2>
      <Form className="mq-form" onSubmit={() => void save(set)}>
        <SecretPart
          id="mq-current-password"
          label={t('identity:currentPassword')}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <SecretPart
          id="mq-new-password"
          label={t('shell:newPassword')}
          autoComplete="new-password"
          value={password}
          hint={t('identity:passwordHint', { count: minPasswordLength })}
          onChange={setPassword}
        />
        <Alert problem={problem} />
        <div>
          <button
            type="submit"
            className="mq-button mq-button--primary"
            disabled={busy || current === '' || password.length < minPasswordLength}
          >
            {t('identity:changePassword')}
          </button>
        </div>
      </Form>
    </section>
  );
}
