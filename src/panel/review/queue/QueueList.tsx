'use client';
// The queue's list: select all, the count, the rows, and a button for the next page.
import type { Ref } from 'react';
import { QueueRow } from './QueueRow.tsx';
import { ShortcutLegend } from './QueueShortcuts.tsx';
import { isEditable } from '../proposal/proposal-words.ts';
import type { ReviewQueueState } from '../useReviewQueue.ts';
import type { Listed } from './useQueue.ts';
import type { Selection } from './useSelection.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  /** The list of rows, for moving the focus. */
  ref: Ref<HTMLOListElement>;
  /** Of the review page: `waiting` if only waiting proposals are listed. */
  review: Pick<ReviewQueueState, 'waiting' | 'loading' | 'selection' | 'failures' | 'more'>;
  listed: Listed;
  currentId: string;
  decides: boolean;
  onOpen: (id: string) => void;
}

function SelectAll({ selectable, selected, select }: Selection) {
  const { t } = useWords();
  if (selectable.length === 0) return null;
  const all = selected.length === selectable.length;
  return (
    <label className="mq-tick">
      <input
        type="checkbox"
        checked={all}
        onChange={() => select(all ? [] : selectable.map(({ id }) => id))}
      />
      <span className="mq-sr-only">{t('review:selectAllShown')}</span>
    </label>
  );
}

export function QueueList({ ref, review, listed, currentId, decides, onOpen }: Props) {
  const { t } = useWords();
  const { waiting, loading, selection, failures, more } = review;
  const current = listed.proposals.find(({ id }) => id === currentId);
  return (
    <section className="mq-queue__list" aria-label={t('review:queue')}>
      <header className="mq-row">
        <SelectAll {...selection} />
        <span className="mq-muted" role="status">
          {t(waiting ? 'review:waitingCount' : 'review:totalCount', { count: listed.total })}
        </span>
      </header>
      <ol ref={ref}>
        {listed.proposals.map((proposal) => (
          <QueueRow
            key={proposal.id}
            proposal={proposal}
            current={proposal.id === currentId}
            selected={selection.ids.has(proposal.id)}
            selectable={decides && proposal.status === 'waiting'}
            problem={failures.get(proposal.id)?.message ?? null}
            onOpen={() => onOpen(proposal.id)}
            onSelect={() => selection.toggle(proposal.id)}
          />
        ))}
      </ol>
      {listed.next !== null && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={loading}
          onClick={() => void more()}
        >
          {t('ui:showEarlier')}
        </button>
      )}
      {decides && <ShortcutLegend editable={current === undefined || isEditable(current)} />}
    </section>
  );
}
