'use client';
// Background jobs that failed, for admins. Nothing is shown while none has.
import { useOperation } from '../client/useOperation.ts';
import { useWords } from '../words/useWords.ts';

export function FailedJobs() {
  const { t, moment } = useWords();
  const { data } = useOperation('list_failed_jobs', {});
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('events:failedJobs')}>
      <h2>{t('events:failedJobs')}</h2>
      <ul className="mq-event-list">
        {data.map(({ id, name, module, retries, attempts, at, error }) => (
          <li key={id}>
            <strong>{name}</strong> <span className="mq-muted">{module}</span>{' '}
            <span className="mq-muted">
              {retries
                ? t('events:failedTimes', { count: attempts, date: moment(at) })
                : t('events:givenUp', { date: moment(at) })}
            </span>
            {error && <p className="mq-problem">{error}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
