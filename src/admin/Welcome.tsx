'use client';
// The first visit: makes the first account. The token of the printed set-up link comes in the address; on this very machine none is needed.
import { useConfig } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useState, type ComponentProps } from 'react';
import { call, CallFailed, wordsOf } from './api.ts';
import { Logo } from './Brand.tsx';

const minPasswordLength = 10;

function Input({ label, hint, ...input }: { label: string; hint?: string } & ComponentProps<'input'>) {
  const id = `welcome-${input.name}`;
  return (
    <div className="mq-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        required
        className="mq-input"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="mq-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export function Welcome() {
  const token = useSearchParams().get('token');
  const { config } = useConfig();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const signUp = async (form: FormData): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    try {
      await call('POST', '/api/auth/sign-up', {
        body: {
          name: text('name'),
          email: text('email'),
          password: text('password'),
          ...(token ? { token } : {}),
        },
      });
      // Loaded anew: the panel knows nobody yet.
      window.location.assign(formatAdminURL({ adminRoute: config.routes.admin, path: null }));
    } catch (error) {
      setBusy(false);
      const taken = error instanceof CallFailed && error.status === 403 && token !== null;
      setProblem(taken ? `${wordsOf(error)} The link in your browser may be an old one.` : wordsOf(error));
    }
  };

  return (
    <main className="mq-welcome">
      <Logo />
      <h1>Make the first account</h1>
      <p className="mq-muted">It is the admin’s, with a library and a brand to begin with.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signUp(new FormData(event.currentTarget));
        }}
      >
        <Input label="Your name" name="name" autoComplete="name" maxLength={200} autoFocus />
        <Input label="E-mail" name="email" type="email" autoComplete="email" />
        <Input
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={minPasswordLength}
          maxLength={1000}
          hint={`At least ${minPasswordLength} characters. A few words in a row are easy to keep in mind.`}
        />
        {problem && (
          <p role="alert" className="mq-alert">
            {problem}
          </p>
        )}
        <button type="submit" className="mq-button mq-button--primary mq-button--wide" disabled={busy}>
          {busy ? 'Making it' : 'Make the account'}
        </button>
      </form>
    </main>
  );
}
