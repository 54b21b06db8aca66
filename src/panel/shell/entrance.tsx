'use client';
// The layout of pages before sign-in: logo, title, one form.
import type { ComponentProps, ReactNode } from 'react';
import { useLeaving } from '../client/useLeaving.ts';
import { Logo } from './Brand.tsx';
import { Alert } from '../ui/Alert.tsx';
import { useWords } from '../words/useWords.ts';
import './entrance.css';

export const minPasswordLength = 10;

interface EntranceProps {
  title: string;
  /** One sentence under the title. */
  words?: ReactNode;
  /** False for our own addresses, which Payload doesn't frame. */
  framed?: boolean;
  children?: ReactNode;
}

export function Entrance({ title, words, framed = true, children }: EntranceProps) {
  const page = (
    <main className="mq-welcome">
      <Logo />
      <h1>{title}</h1>
      {words && <p className="mq-muted">{words}</p>}
      {children}
    </main>
  );
  return framed ? page : <div className="mq-entrance">{page}</div>;
}

interface InputProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  hint?: string;
}

export function EntranceInput({ label, hint, ...input }: InputProps) {
  const id = `mq-entrance-${input.name}`;
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

export function NewNameInput() {
  const { t } = useWords();
  return (
    <EntranceInput label={t('shell:yourName')} name="name" autoComplete="name" maxLength={200} autoFocus />
  );
}

export function NewPasswordInput({ label }: { label?: string }) {
  const { t } = useWords();
  return (
    <EntranceInput
      label={label ?? t('shell:password')}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={minPasswordLength}
      maxLength={1000}
      hint={t('shell:passwordHint', { count: minPasswordLength })}
    />
  );
}

interface FormProps {
  action: string;
  /** The button's text while sending. */
  doing: string;
  /** Receives a function that returns an input's text by name. Errors it throws are shown. */
  onSend: (text: (name: string) => string) => Promise<void>;
  children?: ReactNode;
}

export function EntranceForm({ action, doing, onSend, children }: FormProps) {
  const { busy, problem, leave } = useLeaving();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        void leave(() =>
          onSend((name) => {
            const value = form.get(name);
            return typeof value === 'string' ? value : '';
          }),
        );
      }}
    >
      {children}
      <Alert problem={problem} />
      <button type="submit" className="mq-button mq-button--primary mq-button--wide" disabled={busy}>
        {busy ? doing : action}
      </button>
    </form>
  );
}
