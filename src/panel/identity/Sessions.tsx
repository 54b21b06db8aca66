'use client';
// Where the person is signed in, and signing out there.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { wordsOf } from '../client/api.ts';
import { call, type DataFor } from '../client/operations.ts';
import { reading } from '../client/reading.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { NamedRow } from '../ui/NamedRow.tsx';
import { deviceOf } from './device.ts';
import { useWords } from '../words/useWords.ts';

type Session = DataFor<'list_sessions'>[number];

interface RowProps {
  session: Session;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session: { createdAt, current, agent, address }, busy, onEnd }: RowProps) {
  const { t, moment } = useWords();
  const date = createdAt && moment(createdAt);
  const sinceWords =
    date && address
      ? t('identity:sinceFrom', { date, address })
      : date
        ? t('identity:since', { date })
        : address && t('identity:fromAddress', { address });
  return (
    <NamedRow
      name={
        <>
          {deviceOf(agent, t)}{' '}
          {current && <span className="mq-badge mq-badge--active">{t('identity:thisSession')}</span>}
        </>
      }
      note={sinceWords}
    >
      {!current && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          aria-label={t('identity:signOutDevice', { device: deviceOf(agent, t) })}
          onClick={onEnd}
        >
          {t('identity:signOut')}
        </button>
      )}
    </NamedRow>
  );
}

/** @param round loads again when it changes. */
export function Sessions({ round }: { round: number }) {
  const { t } = useWords();
  const [sessions, setSessions] = useState<Session[] | null>(null);
  const [ended, setEnded] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    return reading(
      (signal) => call('list_sessions', {}, { signal }),
      ({ data }) => {
        setSessions(data);
      },
      (error) => toast.error(wordsOf(error)),
    );
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
        <h2 id="mq-sessions">{t('identity:whereSignedIn')}</h2>
        {others.length > 1 && (
          <ConfirmButton
            label={t('identity:signOutOthers')}
            confirm={t('identity:signOutOtherSessions', { count: others.length })}
            busy={busy}
            onConfirm={() => end(others.map(({ id }) => id))}
          />
        )}
      </header>
      <ul className="mq-people" aria-labelledby="mq-sessions" aria-busy={sessions === null}>
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => void end([session.id])} />
        ))}
      </ul>
    </section>
  );
}
