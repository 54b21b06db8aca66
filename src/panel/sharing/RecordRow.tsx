'use client';
// A portal or site in its list: what it is, its address and its state, and who can visit it.
import { Link } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { AccessMode } from '../../sharing/schemas.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import { visibilityWords } from './visibility-words.ts';

interface Props {
  record: { name: string; url: string; access: AccessMode };
  path: `/${string}`;
  picture: ReactNode;
  /** What it shows, below its address. */
  about: string;
  state: ReactNode;
}

export function RecordRow({ record: { name, url, access }, path, picture, about, state }: Props) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <li className="mq-record">
      <span className="mq-record__picture">{picture}</span>
      <span className="mq-record__what">
        <Link className="mq-record__name" href={route(path)} prefetch={false}>
          {name}
        </Link>
        <span className="mq-muted">{url.replace(/^https?:\/\//, '')}</span>
        <span className="mq-muted">{about}</span>
      </span>
      <span className="mq-record__state">{state}</span>
      <span className="mq-record__state mq-muted">{t(visibilityWords[access].label)}</span>
    </li>
  );
}
