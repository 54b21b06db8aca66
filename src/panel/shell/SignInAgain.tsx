'use client';
// Signing in again without leaving the page, when the session has ended: what was typed stays.
import { useAuth, useConfig } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';
import { call } from '../client/operations.ts';
import { askWhenSignedOut } from '../client/session.ts';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { TextPart } from '../ui/form/inputs.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useAdminRoute, useHasAppPeople } from './routes.ts';
import { useWords } from '../words/useWords.ts';

interface PartProps {
  email: string;
  onDone: (signedIn: boolean) => void;
}

/** For accounts of Marque's own. */
function PasswordForm({ email, onDone }: PartProps) {
  const { t } = useWords();
  const [password, setPassword] = useState('');
  const { busy, problem, save } = useSaving();
  const signIn = async (): Promise<void> => {
    await call('sign_in', { body: { email, password } }, { isSignIn: true });
    onDone(true);
  };
  return (
    <Form className="mq-form" aria-label={t('shell:signInAgain')} onSubmit={() => void save(signIn)}>
      <p className="mq-muted">{t('shell:signInAs', { email })}</p>
      <TextPart
        id="mq-again-password"
        label={t('shell:password')}
        type="current-password"
        value={password}
        onChange={setPassword}
      />
      <Alert problem={problem} />
      <button type="submit" className="mq-button mq-button--primary" disabled={busy || password === ''}>
        {t('shell:signIn')}
      </button>
    </Form>
  );
}

/** For accounts of the app that Marque is installed in: it may sign people in by other means than a password. */
function ElsewhereForm({ onDone }: PartProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  const { config } = useConfig();
  return (
    <Form className="mq-form" aria-label={t('shell:signInAgain')} onSubmit={() => onDone(true)}>
      <p className="mq-muted">{t('shell:signInElsewhere')}</p>
      <p className="mq-row">
        <a className="mq-button" href={route(config.admin.routes.login)} target="_blank" rel="noreferrer">
          {t('shell:signIn')}
        </a>
        <button type="submit" className="mq-button mq-button--primary">
          {t('shell:continue')}
        </button>
      </p>
    </Form>
  );
}

export function SignInAgain() {
  const { t } = useWords();
  const { user, fetchFullUser } = useAuth();
  const hasAppPeople = useHasAppPeople();
  const [isAsked, setAsked] = useState(false);
  const answer = useRef<((signedIn: boolean) => void) | null>(null);
  const isSignedIn = Boolean(user);
  useEffect(() => {
    if (!isSignedIn) return;
    askWhenSignedOut(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setAsked(true);
        }),
    );
    return () => {
      askWhenSignedOut(null);
      answer.current?.(false);
      setAsked(false);
    };
  }, [isSignedIn]);

  if (!isAsked) return null;
  const done = (signedIn: boolean): void => {
    setAsked(false);
    answer.current?.(signedIn);
    answer.current = null;
    // Payload's own timer of the session starts again.
    if (signedIn) void fetchFullUser();
  };
  const Part = hasAppPeople ? ElsewhereForm : PasswordForm;
  return (
    <Sheet title={t('shell:sessionEnded')} onClose={() => done(false)}>
      <Part email={user?.email ?? ''} onDone={done} />
    </Sheet>
  );
}
