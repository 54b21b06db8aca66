'use client';
// Links to places of the panel, each with a note.
import { Link } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import { useAdminRoute } from './routes.ts';

export interface Place {
  key: string;
  name: ReactNode;
  note?: string | null;
  /** Null if there's no page to link to. */
  path: `/${string}` | null;
}

/** @param label what the list is called, unless that's clear from where it is */
export function PlaceList({ places, label }: { places: readonly Place[]; label?: string }) {
  const route = useAdminRoute();
  return (
    <ul aria-label={label}>
      {places.map(({ key, name, note, path }) => (
        <li key={key}>
          {path === null ? (
            <span>{name}</span>
          ) : (
            <Link href={route(path)} prefetch={false}>
              {name}
            </Link>
          )}
          {note && <span className="mq-muted"> {note}</span>}
        </li>
      ))}
    </ul>
  );
}
