'use client';
// What an event changed, in a disclosure.
import { useWords } from '../words/useWords.ts';
import { isEmptyState, propertyWords, saysSomething, valueWords, type EventEntry } from './event-words.ts';

function State({ title, state }: { title: string; state: Record<string, unknown> }) {
  const { t } = useWords();
  return (
    <div>
      <h4>{title}</h4>
      <dl className="mq-facts">
        {Object.entries(state)
          .filter(([, value]) => saysSomething(value))
          .map(([key, value]) => (
            <div key={key}>
              <dt>{propertyWords(key, t)}</dt>
              <dd>{valueWords(value, t)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

export function EventDetails({ event: { before, after } }: { event: EventEntry }) {
  const { t } = useWords();
  if (isEmptyState(before) && isEmptyState(after)) return null;
  return (
    <details>
      <summary>{t('events:whatChanged')}</summary>
      <div className="mq-pair mq-pair--two">
        {!isEmptyState(before) && before && <State title={t('events:before')} state={before} />}
        {!isEmptyState(after) && after && <State title={t('events:after')} state={after} />}
      </div>
    </details>
  );
}
