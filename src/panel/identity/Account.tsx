'use client';
// The account page, in place of Payload's: name, password, sessions, and appearance.
import { Gutter, SetStepNav, toast, useAuth, useTheme } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { deviceOf } from './device.ts';
import { minPasswordLength } from '../shell/entrance.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Frame, TextPart } from '../ui/inputs.tsx';
import './people.css';

function NameForm({
  name,
  email,
  onNamed,
}: {
  name: string;
  email: string;
  onNamed: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  const rename = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('update_me', { body: { name: typed.trim() } });
      onNamed(typed.trim());
      toast.success('Name changed');
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mq-section" aria-labelledby="mq-you">
      <h2 id="mq-you">Profile</h2>
      <form
        className="mq-form"
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextPart id="mq-own-name" label="Name" value={typed} maxLength={200} onChange={setTyped} />
        <TextPart
          id="mq-own-email"
          label="E-mail"
          value={email}
          readOnly
          onChange={() => undefined}
          hint="Others see you by this address. It can’t be changed."
        />
        <div>
          <button
            type="submit"
            className="mq-button mq-button--primary"
            disabled={busy || typed.trim() === '' || typed.trim() === name}
          >
            Save name
          </button>
        </div>
      </form>
    </section>
  );
}

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
        onChange={(event) => {
          onChange(event.target.value);
        }}
        {...input}
      />
    </Frame>
  );
}

function PasswordForm({ onSet }: { onSet: () => void }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await call('update_me', { body: { password, currentPassword: current } });
      setCurrent('');
      setPassword('');
      toast.success('Password changed. You’ve been signed out everywhere else.');
      onSet();
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mq-section" aria-labelledby="mq-password">
      <h2 id="mq-password">Password</h2>
      <form
        className="mq-form"
        onSubmit={(event) => {
          event.preventDefault();
          void set();
        }}
      >
        <SecretPart
          id="mq-current-password"
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <SecretPart
          id="mq-new-password"
          label="New password"
          autoComplete="new-password"
          value={password}
          hint={`At least ${minPasswordLength} characters. You’ll stay signed in here and be signed out everywhere else.`}
          onChange={setPassword}
        />
        <Alert words={problem} />
        <div>
          <button
            type="submit"
            className="mq-button mq-button--primary"
            disabled={busy || current === '' || password.length < minPasswordLength}
          >
            Change password
          </button>
        </div>
      </form>
    </section>
  );
}

interface Session {
  id: string;
  createdAt: string | null;
  current: boolean;
  agent: string | null;
  address: string | null;
}

function moment(date: string): string {
  return new Date(date).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function Sessions({ round }: { round: number }) {
  const [sessions, setSessions] = useState<Session[] | null>(null);
  const [ended, setEnded] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    call('list_sessions', {}, { signal: controller.signal }).then(
      ({ data }) => {
        setSessions(data);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) toast.error(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [round, ended]);

  const end = async (ids: string[]): Promise<void> => {
    setBusy(true);
    for (const id of ids) {
      await call('delete_session', { id }).catch((error: unknown) => toast.error(wordsOf(error)));
    }
    setEnded((count) => count + 1);
    setBusy(false);
  };
  const others = sessions?.filter(({ current }) => !current) ?? [];

  return (
    <section className="mq-section" aria-labelledby="mq-sessions">
      <header className="mq-section__head">
        <h2 id="mq-sessions">Where you’re signed in</h2>
        {others.length > 1 && (
          <button
            type="button"
            className="mq-link"
            disabled={busy}
            onClick={() => void end(others.map(({ id }) => id))}
          >
            Sign out all others
          </button>
        )}
      </header>
      <ul className="mq-people" aria-labelledby="mq-sessions" aria-busy={sessions === null}>
        {sessions?.map(({ id, createdAt, current, agent, address }) => (
          <li key={id} className="mq-person">
            <div className="mq-person__head">
              <span className="mq-person__who">
                <strong>
                  {deviceOf(agent)}{' '}
                  {current && <span className="mq-badge mq-badge--active">This session</span>}
                </strong>
                <span className="mq-muted">
                  {[createdAt && `since ${moment(createdAt)}`, address && `from ${address}`]
                    .filter(Boolean)
                    .join(' ')}
                </span>
              </span>
              {!current && (
                <button
                  type="button"
                  className="mq-button mq-button--small"
                  disabled={busy}
                  aria-label={`Sign out ${deviceOf(agent)}`}
                  onClick={() => void end([id])}
                >
                  Sign out
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const looks = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

function Appearance() {
  const { theme, autoMode, setTheme } = useTheme();
  const chosen = autoMode ? 'auto' : theme;
  return (
    <section className="mq-section" aria-labelledby="mq-looks">
      <h2 id="mq-looks">Appearance</h2>
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
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}

export function Account() {
  const { user, fetchFullUser } = useAuth();
  const [named, setNamed] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  if (!user) return null;
  const known: unknown = user.name;
  const name = named ?? (typeof known === 'string' ? known : '');
  const email: unknown = user.email;
  return (
    <main>
      <SetStepNav nav={[{ label: 'Account' }]} />
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
        <PasswordForm
          onSet={() => {
            setRound((count) => count + 1);
          }}
        />
        <Sessions round={round} />
        <Appearance />
      </Gutter>
    </main>
  );
}
