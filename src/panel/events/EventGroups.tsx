'use client';
// Activity as a list of entries by day: what somebody did to one thing or to several, with their pictures and links to them.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import { useAdminRoute } from '../shell/routes.ts';
import { ago, moment } from '../ui/format.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { EventDetails } from './EventDetails.tsx';
import { sentenceOf, type EventEntry } from './event-words.ts';
import { groupEvents, groupSentence, picturesOf, type EventGroup } from './group-events.ts';
import './events.css';

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

function Each({ events }: { events: readonly EventEntry[] }) {
  const route = useAdminRoute();
  return (
    <ol className="mq-event__each">
      {events.map((event) => {
        const place = placeOf(event);
        return (
          <li key={event.id}>
            {place ? (
              <Link href={route(place)} prefetch={false}>
                {sentenceOf(event)}
              </Link>
            ) : (
              sentenceOf(event)
            )}{' '}
            <time className="mq-muted" dateTime={event.at}>
              {moment(event.at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

function Entry({ group }: { group: EventGroup }) {
  const route = useAdminRoute();
  const [open, setOpen] = useState(false);
  const { events } = group;
  const [latest] = events;
  const isOne = events.length === 1;
  const words = isOne ? sentenceOf(latest) : groupSentence(group);
  const place = isOne ? placeOf(latest) : null;
  return (
    <li className="mq-event">
      <p>
        <strong>{latest.actor.name}</strong>{' '}
        {place ? (
          <Link className="mq-event__link" href={route(place)} prefetch={false}>
            {words}
          </Link>
        ) : (
          words
        )}{' '}
        <time className="mq-muted" dateTime={latest.at} title={moment(latest.at)}>
          {ago(latest.at)}
        </time>
        {latest.workspace?.name && <span className="mq-muted"> · {latest.workspace.name}</span>}
      </p>
      <Pictures group={group} />
      {isOne ? (
        <EventDetails event={latest} />
      ) : (
        <>
          <button type="button" className="mq-link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide' : 'Show each'}
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
