'use client';
// The activity of one asset, newest first.
import type { Activity } from '../../core/events/activity.ts';
import { fromActivity } from '../events/event-words.ts';
import { EventLine } from '../events/Events.tsx';
import { useAssetForm } from './useAssetForm.ts';
import { useRead } from '../client/useRead.ts';

export function AssetActivity() {
  const { asset } = useAssetForm();
  const { data: events, problem } = useRead<Activity[]>(
    asset ? `/api/v1/assets/${asset.id}/activity?limit=100` : null,
  );
  if (problem)
    return (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    );
  if (!events) return null;
  if (events.length === 0) return <p className="mq-quiet">Nothing yet.</p>;
  return (
    <ol className="mq-event-list" aria-label="Activity">
      {events.map(fromActivity).map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </ol>
  );
}
