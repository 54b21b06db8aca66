'use client';
// Background jobs that failed, for admins. Nothing is shown while none has.
import { useOperation } from '../client/useOperation.ts';
import { moment } from '../ui/format.ts';

export function FailedJobs() {
  const { data } = useOperation('list_failed_jobs', {});
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Failed jobs">
      <h2>Failed jobs</h2>
      <ul className="mq-event-list">
        {data.map(({ id, name, module, retries, attempts, at, error }) => (
          <li key={id}>
            <strong>{name}</strong> <span className="mq-muted">{module}</span>{' '}
            <span className="mq-muted">
              {retries ? `Failed ${attempts} times. Next attempt: ${moment(at)}` : `Given up: ${moment(at)}`}
            </span>
            {error && <p className="mq-problem">{error}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
