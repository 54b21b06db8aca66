'use client';
// Where the person is signed in, and signing out there.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { wordsOf } from '../client/api.ts';
import { call, type DataFor } from '../client/operations.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
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
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>
            {deviceOf(agent, t)}{' '}
            {current && <span className="mq-badge mq-badge--active">{t('identity:thisSession')}</span>}
          </strong>
          <span className="mq-muted">{sinceWords}</span>
        </span>
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
      </div>
    </li>
  );
}

/** @param round loads again when it changes. */
export function Sessions({ round }: { round: number }) {
  const { t } = useWords();
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
