'use client';
// Queues by name, above the filters: those that everyone has, and those that the person saved for themselves.
import { useEffect, useRef, useState } from 'react';
import { keeperOf, useKept } from '../../client/useKept.ts';
import { CreateSheet } from '../../ui/form/CreateSheet.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { reviewPath, useAdminRoute } from '../../shell/routes.ts';
import { useWords } from '../../words/useWords.ts';
import { everything } from './queue-input.ts';
import { filterIn, queryOf, type QueueFilter } from './queue-filter.ts';
import './views.css';

interface SavedView {
  name: string;
  /** The part of the address that filters, as `queryOf` writes it. */
  filter: string;
}

const keeper = keeperOf<{ views: readonly SavedView[] }>('marque-review-queues', { views: [] });
/** More names than this are no quicker than the filters. */
const maxSaved = 20;

const alwaysThere = [
  ['review:everything', everything],
  ['review:waitingForMe', { ...everything, waitingFor: 'me' }],
  ['review:dueSoonOnly', { ...everything, waitingFor: 'me', due: 'soon' }],
  ['review:fromAgents', { ...everything, from: 'agents' }],
  ['review:fromTeam', { ...everything, from: 'team' }],
] as const satisfies readonly [string, QueueFilter][];

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" className="mq-link" onClick={() => setOpen(true)}>
        {t('review:saveQueue')}
      </button>
      {isOpen && (
        <CreateSheet
          title={t('review:saveQueue')}
          action={t('review:saveQueue')}
          hint={t('review:saveQueueHint')}
          maxLength={40}
          onClose={close}
          onCreate={(name) => {
            onSave(name);
            close();
            return Promise.resolve();
          }}
        />
      )}
    </>
  );
}

interface Props {
  filter: QueueFilter;
  onOpen: (filter: QueueFilter) => void;
}

export function QueueViews({ filter, onOpen }: Props) {
  const { t } = useWords();
  const route = useAdminRoute();
  const [kept, keep] = useKept(keeper);
  const saved = kept?.views ?? [];
  const here = queryOf(filter);
  const list = useRef<HTMLUListElement>(null);
  // On a phone, the one that's open may be beyond the edge.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here, saved.length]);
  const views = [
    ...alwaysThere.map(([label, view]) => ({ name: t(label), filter: queryOf(view), isSaved: false })),
    ...saved.map((view) => ({ ...view, isSaved: true })),
  ];
  const remove = (name: string): void => {
    keep({ views: saved.filter((view) => view.name !== name) });
    offerUndo(t('sharing:deleted', { name }), () => {
      keep({ views: saved });
      return Promise.resolve();
    });
  };
  return (
    <nav className="mq-queue-views" aria-label={t('review:queues')}>
      <ul ref={list}>
        {views.map(({ name, filter: query, isSaved }) => (
          <li key={`${isSaved ? 'own' : 'any'} ${name}`}>
            <a
              href={route(`${reviewPath}${query && '?'}${query}`)}
              aria-current={query === here ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onOpen(filterIn(new URLSearchParams(query)));
              }}
            >
              {name}
            </a>
            {isSaved && query === here && (
              <RemoveButton label={t('review:removeQueue', { name })} onRemove={() => remove(name)} />
            )}
          </li>
        ))}
      </ul>
      {kept && saved.length < maxSaved && !views.some((view) => view.filter === here) && (
        <SaveView
          onSave={(name) =>
            keep({ views: [...saved.filter((view) => view.name !== name), { name, filter: here }] })
          }
        />
      )}
    </nav>
  );
}
