'use client';
// The list of portals or sites, in place of Payload's.
import { DefaultListView, Gutter, SetStepNav, useListDrawerContext } from '@payloadcms/ui';
import type { ListViewClientProps } from 'payload';
import type { ReactNode } from 'react';
import { useAddress } from '../client/useAddress.ts';
import { Empty } from '../ui/Empty.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { SearchBox } from '../ui/form/SearchBox.tsx';
import { useWords } from '../words/useWords.ts';
import { NotLoaded } from '../ui/states/NotLoaded.tsx';
import { recordKeys, type RecordNoun } from './record-words.ts';
import './sharing.css';

interface ListProps<Item> {
  noun: RecordNoun;
  /** Null until loaded. */
  items: readonly Item[] | null;
  problem: string | null;
  onRetry: () => void;
  /** What belongs here. */
  empty: string;
  mayCreate: boolean;
  row: (item: Item) => ReactNode;
  /** The form that creates one. */
  creating: (onClose: () => void) => ReactNode;
}

/** Lists longer than this get a search field. */
const many = 8;

const loading = (
  <ul className="mq-records mq-framed" aria-hidden="true">
    {Array.from({ length: 4 }, (_, at) => (
      <li key={at} className="mq-record mq-record--loading" />
    ))}
  </ul>
);

/** What stands in place of rows. */
function NoRows<Item>({ list, found, create }: { list: ListProps<Item>; found: number; create: ReactNode }) {
  const { t } = useWords();
  const { noun, items, problem, onRetry, empty } = list;
  if (problem !== null) return <NotLoaded problem={problem} onRetry={onRetry} />;
  if (items === null) return loading;
  if (items.length === 0)
    return (
      <Empty title={t(recordKeys[noun].none)} action={create}>
        {empty}
      </Empty>
    );
  return found === 0 && <p className="mq-quiet">{t('ui:noMatches')}</p>;
}

function Records<Item extends { id: string; name: string }>(props: ListProps<Item>) {
  const { t } = useWords();
  const { noun, items, mayCreate, row, creating } = props;
  const keys = recordKeys[noun];
  const [parameters, goTo] = useAddress();
  const typed = parameters.get('q') ?? '';
  const wanted = typed.trim().toLowerCase();
  const found = items?.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  const create = mayCreate && (
    <button
      type="button"
      className="mq-button mq-button--primary"
      onClick={() => goTo({ new: '1' }, 'replace')}
    >
      <PlusIcon /> {t(keys.newOne)}
    </button>
  );
  const title = t(keys.title);
  return (
    <>
      <header className="mq-head">
        <h1>{title}</h1>
        {items && items.length > 0 && create}
      </header>
      {items && items.length > many && (
        <div className="mq-tools">
          <SearchBox
            label={t(keys.search)}
            value={typed}
            onChange={(text) => goTo({ q: text === '' ? null : text }, 'replace')}
          />
          <p className="mq-count" role="status">
            {t(keys.counted, { count: found.length })}
          </p>
        </div>
      )}
      <NoRows list={props} found={found.length} create={create} />
      {found.length > 0 && (
        <ul className="mq-records mq-framed" aria-label={title}>
          {found.map(row)}
        </ul>
      )}
      {mayCreate && parameters.has('new') && creating(() => goTo({ new: null }, 'replace'))}
    </>
  );
}

export function RecordsView<Item extends { id: string; name: string }>({
  list,
  view,
}: {
  list: Omit<ListProps<Item>, 'mayCreate'>;
  view: ListViewClientProps;
}) {
  const { t } = useWords();
  const { isInDrawer } = useListDrawerContext();
  if (isInDrawer) return <DefaultListView {...view} />;
  return (
    <main>
      <SetStepNav nav={[{ label: t(recordKeys[list.noun].title) }]} />
      <Gutter className="mq-library">
        <Records {...list} mayCreate={view.hasCreatePermission} />
      </Gutter>
    </main>
  );
}
