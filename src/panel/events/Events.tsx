'use client';
// The activity feed, and for admins the audit log: newest first, with older entries on demand.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useCallback, useEffect, useState } from 'react';
import { wordsOf } from '../client/api.ts';
import { useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { isEmptyState, sentenceOf, fromActivity, valueWords, type EventEntry } from './event-words.ts';
import { Alert } from '../ui/Alert.tsx';

import { useMe } from '../client/me.tsx';
import { FailedJobs } from './FailedJobs.tsx';
import { useWords } from '../words/useWords.ts';

const pageSize = 30;
const kinds = ['activity', 'audit'] as const;
type Kind = (typeof kinds)[number];
const titles = { activity: 'events:activity', audit: 'events:audit' } as const satisfies Record<Kind, string>;

interface Page {
  data: EventEntry[];
  next: string | null;
}

async function pageOf(kind: Kind, cursor: string | null, signal?: AbortSignal): Promise<Page> {
  const query = { limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  if (kind === 'audit') return call('list_audit', query, { signal });
  const { data, next } = await call('list_activity', query, { signal });
  return { data: data.map(fromActivity), next };
}

interface Listed extends Page {
  kind: Kind;
  problem: string | null;
}

/** With the newest page, and what was shown below it. More than a page of news leaves a gap, so then it's shown alone. */
function withNewest(listed: Listed, newest: Page): Listed {
  const shown = new Set(listed.data.map(({ id }) => id));
  const fresh = newest.data.filter(({ id }) => !shown.has(id));
  if (fresh.length === newest.data.length && newest.next !== null)
    return { ...listed, ...newest, problem: null };
  return { ...listed, data: [...fresh, ...listed.data], problem: null };
}

function useEvents(kind: Kind, workspace: string | null) {
  const [listed, setListed] = useState<Listed | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (workspace === null) return;
    const controller = new AbortController();
    pageOf(kind, null, controller.signal).then(
      (page) => {
        setListed({ ...page, kind, problem: null });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setListed({ data: [], next: null, kind, problem: wordsOf(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [kind, workspace]);
  const refresh = async (): Promise<void> => {
    if (workspace === null) return;
    const newest = await pageOf(kind, null);
    setListed((now) => (now?.kind === kind ? withNewest(now, newest) : now));
  };
  useLive(
    () => true,
    // What is shown stays; the next event tries again.
    () => void refresh().catch(() => undefined),
  );
  const earlier = useCallback(async (): Promise<void> => {
    if (!listed || listed.next === null) return;
    setBusy(true);
    try {
      const page = await pageOf(listed.kind, listed.next);
      setListed(
        (now) => now && { ...now, data: [...now.data, ...page.data], next: page.next, problem: null },
      );
    } catch (error) {
      setListed({ ...listed, problem: wordsOf(error) });
    } finally {
      setBusy(false);
    }
  }, [listed]);
  return { listed: listed?.kind === kind ? listed : null, busy, earlier };
}

/** Empty lists are left out. */
const says = ([, value]: [string, unknown]): boolean => !(Array.isArray(value) && value.length === 0);

function State({ title, state }: { title: string; state: Record<string, unknown> }) {
  const { t } = useWords();
  return (
    <div>
      <h4>{title}</h4>
      <dl className="mq-facts">
        {Object.entries(state)
          .filter(says)
          .map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{valueWords(value, t)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** One event, with its changes in a disclosure. */
export function EventLine({ event }: { event: EventEntry }) {
  const words = useWords();
  const { t, moment } = words;
  const { before, after } = event;
  const changed = !isEmptyState(before) || !isEmptyState(after);
  return (
    <li className="mq-event">
      <p>{sentenceOf(event, <strong>{event.actor.name}</strong>, words)}</p>
      <p className="mq-muted">
        <time dateTime={event.at}>{moment(event.at)}</time>
        {event.workspace?.name ? ` · ${event.workspace.name}` : ''}
      </p>
      {changed && (
        <details>
          <summary>{t('events:whatChanged')}</summary>
          <div className="mq-pair mq-pair--two">
            {!isEmptyState(before) && before && <State title={t('events:before')} state={before} />}
            {!isEmptyState(after) && after && <State title={t('events:after')} state={after} />}
          </div>
        </details>
      )}
    </li>
  );
}

export function Events() {
  const { t } = useWords();
  const me = useMe();
  const [chosen, setChosen] = useState<Kind>('activity');
  const admin = me?.scope === 'admin';
  const kind = admin ? chosen : 'activity';
  const { listed, busy, earlier } = useEvents(kind, me?.workspace?.id ?? null);
  return (
    <main>
      <SetStepNav nav={[{ label: t('events:activity') }]} />
      <Gutter className="mq-events">
        <h1>{t(titles[kind])}</h1>
        {admin && (
          <div className="mq-row" role="group" aria-label={t('events:whatToShow')}>
            {kinds.map((one) => (
              <button
                key={one}
                type="button"
                className={`mq-button mq-button--small ${one === kind ? 'mq-button--primary' : ''}`}
                aria-pressed={one === kind}
                onClick={() => setChosen(one)}
              >
                {t(titles[one])}
              </button>
            ))}
          </div>
        )}
        <p className="mq-hint">{kind === 'activity' ? t('events:activityIntro') : t('events:auditIntro')}</p>
        <Alert problem={listed?.problem} />
        {admin && kind === 'activity' && <FailedJobs />}
        {listed?.problem === null && listed.data.length === 0 && (
          <p className="mq-quiet">{t('events:nothingYet')}</p>
        )}
        {listed && (
          <ol className="mq-event-list" aria-label={t(titles[kind])}>
            {listed.data.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ol>
        )}
        {listed && listed.next !== null && (
          <button type="button" className="mq-button" disabled={busy} onClick={() => void earlier()}>
            {t('ui:showEarlier')}
          </button>
        )}
      </Gutter>
    </main>
  );
}
