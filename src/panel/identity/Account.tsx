'use client';
// The account page, in place of Payload's: name, password, sessions, and appearance.
import { Gutter, SetStepNav, toast, useAuth, useTheme } from '@payloadcms/ui';
import { useState } from 'react';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { TextPart } from '../ui/form/inputs.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';
import './people.css';
import { Form } from '../ui/form/Form.tsx';
import { useWords } from '../words/useWords.ts';

function NameForm({
  name,
  email,
  onNamed,
}: {
  name: string;
  email: string;
  onNamed: (name: string) => void;
}) {
  const { t } = useWords();
  const [typed, setTyped] = useState(name);
  const [busy, during] = useBusy();
  const rename = async (): Promise<void> => {
    await call('update_me', { body: { name: typed.trim() } });
    onNamed(typed.trim());
    toast.success(t('identity:nameChanged'));
  };
  return (
    <section className="mq-section" aria-labelledby="mq-you">
      <h2 id="mq-you">{t('identity:profile')}</h2>
      <Form className="mq-form" onSubmit={() => void during(rename)}>
        <TextPart id="mq-own-name" label={t('ui:name')} value={typed} maxLength={200} onChange={setTyped} />
        <TextPart
          id="mq-own-email"
          label={t('shell:email')}
          value={email}
          readOnly
          onChange={() => undefined}
          hint={t('identity:emailHint')}
        />
        <div>
          <button
            type="submit"
            className="mq-button mq-button--primary"
            disabled={busy || typed.trim() === '' || typed.trim() === name}
          >
            {t('identity:saveName')}
          </button>
        </div>
      </Form>
    </section>
  );
}

const looks = [
  ['auto', 'identity:lookSystem'],
  ['light', 'identity:lookLight'],
  ['dark', 'identity:lookDark'],
] as const;

function Appearance() {
  const { t } = useWords();
  const { theme, autoMode, setTheme } = useTheme();
  const chosen = autoMode ? 'auto' : theme;
  return (
    <section className="mq-section" aria-labelledby="mq-looks">
      <h2 id="mq-looks">{t('identity:appearance')}</h2>
      <div className="mq-switch" role="group" aria-labelledby="mq-looks">
        {looks.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen === value}
            onClick={() => {
              // Payload accepts 'auto' too, but its type leaves it out.
              setTheme(value as 'light' | 'dark');
            }}
          >
            {t(label)}
          </button>
        ))}
      </div>
    </section>
  );
}

export function Account() {
  const { t } = useWords();
  const { user, fetchFullUser } = useAuth();
  const [named, setNamed] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  if (!user) return null;
  const known: unknown = user.name;
  const name = named ?? (typeof known === 'string' ? known : '');
  const email: unknown = user.email;
  return (
    <main>
      <SetStepNav nav={[{ label: t('identity:account') }]} />
      <Gutter className="mq-library mq-account">
        <header className="mq-head">
          <h1>{name}</h1>
        </header>
        <NameForm
          name={name}
          email={typeof email === 'string' ? email : ''}
          onNamed={(next) => {
            setNamed(next);
            void fetchFullUser();
          }}
        />
        <PasswordForm onSet={() => setRound((count) => count + 1)} />
        <Sessions round={round} />
        <Appearance />
      </Gutter>
    </main>
  );
}
