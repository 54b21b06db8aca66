'use client';
// Activity as a list of entries by day: what somebody did to one thing or to several, with their pictures and links to them.
import { Link } from '@payloadcms/ui';
import dynamic from 'next/dynamic.js';
import { useState } from 'react';
import { useMe } from '../client/me.tsx';
import { useAdminRoute } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import { Ago } from '../ui/Ago.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { EventDetails } from './EventDetails.tsx';
import { sentenceOf, type Drawing, type EventEntry } from './event-words.ts';
import { groupEvents, groupSentence, picturesOf, type EventGroup } from './group-events.ts';
import './events.css';

const AssetChanges = dynamic(() =>
  import('../assets/asset/activity/AssetChanges.tsx').then((module) => module.AssetChanges),
);

/** Pictures beside one entry. */
const shownPictures = 6;

/** Where a thing is shown. */
function placeOf({ target, detail }: EventEntry): `/${string}` | null {
  if (!target) return null;
  switch (target.kind) {
    case 'asset':
    case 'collection':
    case 'portal':
    case 'site':
      return `/collections/${target.kind}s/${target.id}`;
    case 'brand':
      return typeof detail.slug === 'string' ? `/brands/${detail.slug}` : '/collections/brands';
    case 'field':
      return '/collections/fields';
    default:
      return null;
  }
}

function Pictures({ group }: { group: EventGroup }) {
  const route = useAdminRoute();
  const shown = picturesOf(group).slice(0, shownPictures);
  if (shown.length === 0) return null;
  return (
    <ul className="mq-event__pictures">
      {shown.map(({ id, name, ...media }) => (
        <li key={id}>
          <Link href={route(`/collections/assets/${id}`)} prefetch={false} aria-label={name}>
            <Thumbnail asset={{ id, ...media }} shownAt={64} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Draws an event's target as a link to it. */
function useDrawing() {
  const route = useAdminRoute();
  return (event: EventEntry): Drawing => {
    const place = placeOf(event);
    return {
      actor: <strong>{event.actor.name}</strong>,
      target: (name) =>
        place === null ? (
          name
        ) : (
          <Link className="mq-event__link" href={route(place)} prefetch={false}>
            {name}
          </Link>
        ),
    };
  };
}

function Each({ events }: { events: readonly EventEntry[] }) {
  const words = useWords();
  const drawingOf = useDrawing();
  return (
    <ol className="mq-event__each">
      {events.map((event) => (
        <li key={event.id}>
          {sentenceOf(event, drawingOf(event), words)}{' '}
          <time className="mq-muted" dateTime={event.at}>
            {words.moment(event.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

function Entry({ group }: { group: EventGroup }) {
  const words = useWords();
  const me = useMe();
  const { t } = words;
  const drawingOf = useDrawing();
  const [open, setOpen] = useState(false);
  const { events } = group;
  const [latest] = events;
  const isOne = events.length === 1;
  const drawing = drawingOf(latest);
  return (
    <li className="mq-event">
      <p>
        {isOne ? sentenceOf(latest, drawing, words) : groupSentence(group, drawing, words)}{' '}
        <Ago className="mq-muted" of={latest.at} />
        {latest.workspace?.name && <span className="mq-muted"> · {latest.workspace.name}</span>}
      </p>
      <Pictures group={group} />
      {isOne ? (
        <>
          <EventDetails event={latest} />
          {latest.type === 'asset.changed' && (
            <AssetChanges detail={latest.detail} workspaceId={me?.workspace?.id ?? null} />
          )}
        </>
      ) : (
        <>
          <button type="button" className="mq-link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'events:hideEach' : 'events:showEach')}
          </button>
          {open && <Each events={events} />}
        </>
      )}
    </li>
  );
}

export function EventGroups({ events, label }: { events: readonly EventEntry[]; label: string }) {
  const groups = groupEvents(events);
  return (
    <ol className="mq-event-list" aria-label={label}>
      {groups.map((group) => (
        // The oldest: newer ones may join it.
        <Entry key={group.events.at(-1)?.id} group={group} />
      ))}
    </ol>
  );
}
