'use client';
// The list of what is shown to people outside, portals or sites: where each is, who can visit it, and a way to a new one.
import { Gutter, Link, SetStepNav, useListDrawerContext, DefaultListView } from '@payloadcms/ui';
import type { ListViewClientProps } from 'payload';
import type { AccessMode } from '../../sharing/schemas.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { Empty, LoadingRows } from '../ui/Empty.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import '../identity/people.css';

const visitors: Record<AccessMode, string> = {
  public: 'Public',
  password: 'Password-protected',
  members: 'Members',
};

export interface SharedItem {
  id: string;
  name: string;
  url: string;
  access: AccessMode;
  /** What else to know at a glance, such as that it's closed; null: nothing. */
  state: string | null;
}

interface Props {
  list: ListViewClientProps;
  title: string;
  noun: 'portal' | 'site';
  /** Null until loaded. */
  items: readonly SharedItem[] | null;
  problem: string | null;
  /** What belongs here, for a workspace without any. */
  purpose: string;
}

function Row({ item, path }: { item: SharedItem; path: `/${string}` }) {
  const route = useAdminRoute();
  const { name, url, access, state } = item;
  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <Link href={route(path)} prefetch={false}>
            <strong>{name}</strong>
          </Link>
          <a className="mq-muted" href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </span>
        {state !== null && <span className="mq-muted">{state}</span>}
        <span className="mq-badge">{visitors[access]}</span>
      </div>
    </li>
  );
}

export function SharedList({ list, title, noun, items, problem, purpose }: Props) {
  const route = useAdminRoute();
  const { isInDrawer } = useListDrawerContext();
  if (isInDrawer) return <DefaultListView {...list} />;
  return (
    <main>
      <SetStepNav nav={[{ label: title }]} />
      <Gutter className="mq-library">
        <header className="mq-head">
          <h1>{title}</h1>
          {list.hasCreatePermission && (
            <Link
              className="mq-button mq-button--primary"
              href={route(`/collections/${noun}s/create`)}
              prefetch={false}
            >
              <PlusIcon /> New {noun}
            </Link>
          )}
        </header>
        <Alert problem={problem} />
        {!items && !problem && <LoadingRows />}
        {items?.length === 0 && <Empty title={`No ${noun}s yet`}>{purpose}</Empty>}
        {items && items.length > 0 && (
          <ul className="mq-people" aria-label={title}>
            {items.map((item) => (
              <Row key={item.id} item={item} path={`/collections/${noun}s/${item.id}`} />
            ))}
          </ul>
        )}
      </Gutter>
    </main>
  );
}
