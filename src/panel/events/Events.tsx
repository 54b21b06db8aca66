'use client';
// The activity feed, and for admins the audit log: newest first, with older entries on demand.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { wordsOf } from '../client/api.ts';
import { useLive } from '../client/live.ts';
import { call } from '../client/operations.ts';
import { sentenceOf, fromActivity, type EventEntry } from './event-words.ts';
import { EventDetails } from './EventDetails.tsx';
import { EventFilters, useEventFilter, type EventFilter } from './EventFilters.tsx';
import { EventGroups } from './EventGroups.tsx';
import { Alert } from '../ui/Alert.tsx';
import { LoadingRows } from '../ui/Empty.tsx';
import { useMe } from '../client/me.tsx';
import { reading } from '../client/reading.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { withEarlier, withNewest, type EventsRead, type ListedEvents } from './listed-events.ts';
import { useWords } from '../words/useWords.ts';
import './events.css';

const pageSize = 30;
const kinds = ['activity', 'audit'] as const;
type Kind = (typeof kinds)[number];
const titles = { activity: 'events:activity', audit: 'events:audit' } as const satisfies Record<Kind, string>;

/** Which events are listed. */
interface Shown {
  kind: Kind;
  filter: EventFilter;
}

async function pageOf(
  { kind, filter }: Shown,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<EventsRead> {
  const query = { limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  if (kind === 'audit') return call('list_audit', query, { signal });
  const { data, next } = await call('list_activity', { ...query, ...filter }, { signal });
  return { data: data.map(fromActivity), next };
}

function useEvents(shown: Shown, workspace: string | null) {
  const of = JSON.stringify(shown);
  const [listed, setListed] = useState<ListedEvents | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (workspace === null) return;
    return reading(
      (signal) => pageOf(JSON.parse(of) as Shown, null, signal),
      (page) => {
        setListed({ ...page, of, problem: null });
      },
      (error) => setListed({ data: [], next: null, of, problem: wordsOf(error) }),
    );
  }, [of, workspace]);
  const refresh = async (): Promise<void> => {
    if (workspace === null) return;
    const newest = await pageOf(shown, null);
    setListed((now) => (now?.of === of ? withNewest(now, newest) : now));
  };
  useLive(
    () => true,
    // What is shown stays; the next event tries again.
    () => void refresh().catch(() => undefined),
  );
  const earlier = useCallback(async (): Promise<void> => {
    if (!listed || listed.next === null) return;
    setBusy(true);
    const read = await pageOf(JSON.parse(listed.of) as Shown, listed.next).catch((error: unknown) => ({
      problem: wordsOf(error),
    }));
    setListed((now) => now && withEarlier(now, listed, read));
    setBusy(false);
  }, [listed]);
  return { listed: listed?.of === of ? listed : null, busy, earlier };
}

/** One event, with its changes in a disclosure. */
export function EventLine({ event, children }: { event: EventEntry; children?: ReactNode }) {
  const words = useWords();
  const { moment } = words;
  return (
    <li className="mq-event">
      <p>{sentenceOf(event, { actor: <strong>{event.actor.name}</strong> }, words)}</p>
      <p className="mq-muted">
        <time dateTime={event.at}>{moment(event.at)}</time>
        {event.workspace?.name ? ` · ${event.workspace.name}` : ''}
      </p>
      <EventDetails event={event} />
      {children}
    </li>
  );
}

export function Events() {
  const { t } = useWords();
  const me = useMe();
  const [chosen, setChosen] = useState<Kind>('activity');
  const admin = me?.scope === 'admin';
  const kind = admin ? chosen : 'activity';
  const [filter, setFilter] = useEventFilter();
  const shown: Shown = { kind, filter: kind === 'activity' ? filter : {} };
  const { listed, busy, earlier } = useEvents(shown, me?.workspace?.id ?? null);
  return (
    <main>
      <SetStepNav nav={[{ label: t('events:activity') }]} />
      <Gutter className="mq-events">
        <header className="mq-head">
          <h1>{t(titles[kind])}</h1>
          {admin && (
            <div className="mq-switch" role="group" aria-label={t('events:whatToShow')}>
              {kinds.map((one) => (
                <button key={one} type="button" aria-pressed={one === kind} onClick={() => setChosen(one)}>
                  {t(titles[one])}
                </button>
              ))}
            </div>
          )}
        </header>
        <p className="mq-hint">{t(kind === 'activity' ? 'events:activityIntro' : 'events:auditIntro')}</p>
        {kind === 'activity' && <EventFilters filter={filter} onChange={setFilter} />}
        <Alert problem={listed?.problem} />
        {admin && kind === 'activity' && <FailedJobs />}
        {listed?.problem === null && listed.data.length === 0 && (
          <p className="mq-quiet">{t('events:nothingYet')}</p>
        )}
        {listed && <EventGroups events={listed.data} label={t(titles[kind])} />}
        {!listed && <LoadingRows />}
        {listed && listed.next !== null && (
          <button type="button" className="mq-button" disabled={busy} onClick={() => void earlier()}>
            {t('ui:showEarlier')}
          </button>
        )}
      </Gutter>
    </main>
  );
}
