'use client';
// What an event changed, in a disclosure.
import { isEmptyState, valueWords, type EventEntry } from './event-words.ts';

/** Empty lists are left out. */
const says = ([, value]: [string, unknown]): boolean => !(Array.isArray(value) && value.length === 0);

function State({ title, state }: { title: string; state: Record<string, unknown> }) {
  return (
    <div>
      <h4>{title}</h4>
      <dl className="mq-facts">
        {Object.entries(state)
          .filter(says)
          .map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{valueWords(value)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

export function EventDetails({ event: { before, after } }: { event: EventEntry }) {
  if (isEmptyState(before) && isEmptyState(after)) return null;
  return (
    <details>
      <summary>What changed</summary>
      <div className="mq-pair mq-pair--two">
        {!isEmptyState(before) && before && <State title="Before" state={before} />}
        {!isEmptyState(after) && after && <State title="After" state={after} />}
      </div>
    </details>
  );
}
