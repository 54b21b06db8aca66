'use client';
// Queues by name, above the filters: those that everyone has, and those that the person saved for themselves.
import { useEffect, useId, useRef, useState } from 'react';
import { keeperOf, useKept } from '../../client/useKept.ts';
import { FormFoot } from '../../ui/form/FormFoot.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextPart } from '../../ui/form/inputs.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
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

interface SaveProps {
  onSave: (name: string) => void;
}

function SaveView({ onSave }: SaveProps) {
  const { t } = useWords();
  const id = useId();
  const [name, setName] = useState<string | null>(null);
  const close = (): void => setName(null);
  return (
    <>
      <button type="button" className="mq-link" onClick={() => setName('')}>
        {t('review:saveQueue')}
      </button>
      {name !== null && (
        <Sheet title={t('review:saveQueue')} onClose={close}>
          <Form
            className="mq-form"
            onSubmit={() => {
              onSave(name.trim());
              close();
            }}
          >
            <p className="mq-muted">{t('review:saveQueueHint')}</p>
            <TextPart
              id={`${id}-name`}
              label={t('ui:name')}
              value={name}
              maxLength={40}
              required
              onChange={setName}
            />
            <FormFoot action={t('review:saveQueue')} disabled={name.trim() === ''} onCancel={close} inSheet />
          </Form>
        </Sheet>
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
