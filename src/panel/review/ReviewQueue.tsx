'use client';
// The review queue: a list of proposals next to the open one, worked with the mouse or keyboard shortcuts.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useState } from 'react';
import type { ListedProposal } from '../../review/schemas.ts';
import { usePolicy } from '../client/me.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Alert } from '../ui/Alert.tsx';
import { DueNotice } from './DueNotice.tsx';
import { ProposalDetails } from './proposal/ProposalDetails.tsx';
import { titleOf } from './proposal/proposal-words.ts';
import { addressOf } from './queue/queue-filter.ts';
import { QueueFilters } from './queue/QueueFilters.tsx';
import { QueueViews } from './queue/QueueViews.tsx';
import { QueueList } from './queue/QueueList.tsx';
import { SelectionBar } from './queue/SelectionBar.tsx';
import type { Listed } from './queue/useQueue.ts';
import { useReviewQueue, type ReviewQueueState } from './useReviewQueue.ts';
import { addKindViews } from './kinds/index.ts';
import type { ModuleKindView } from './kinds/module.tsx';
import { useWords } from '../words/useWords.ts';
import '../brands/brand.css';
import './changes/changes.css';
import './queue/queue.css';
import './queue/waiting.css';

/** @param kinds of proposals that other modules add. */
export function ReviewQueue({ kinds }: { kinds: readonly ModuleKindView[] }) {
  const { t } = useWords();
  useState(() => addKindViews(kinds));
  const review = usePolicy()?.review;
  if (review && !review.proposes)
    return (
      <Gutter className="mq-queue">
        <h1>{t('review:title')}</h1>
        <p className="mq-quiet">{t('review:notAllowed')}</p>
      </Gutter>
    );
  return <Queue proposes={review?.proposes ?? false} decides={review?.decides ?? false} />;
}

function EmptyQueue({ waiting, decides }: { waiting: boolean; decides: boolean }) {
  const { t } = useWords();
  return (
    <Empty title={waiting ? t('review:nothingToReview') : t('review:noProposals')}>
      {decides ? t('review:emptyForReviewers') : t('review:emptyForProposers')}
    </Empty>
  );
}

interface BodyProps {
  review: ReviewQueueState;
  listed: Listed;
  /** The open proposal. */
  current: ListedProposal;
  decides: boolean;
}

/** The list, next to the open proposal. */
function QueueBody({ review, listed, current, decides }: BodyProps) {
  const { t } = useWords();
  const { failures, decisions, busy } = review;
  const { listRef, open, close, mode, setMode } = review.opening;
  return (
    <div className="mq-queue__body">
      <QueueList
        ref={listRef}
        review={review}
        listed={listed}
        currentId={current.id}
        decides={decides}
        onOpen={open}
      />
      <section className="mq-queue__one" aria-label={titleOf(current, t)} aria-busy={busy}>
        <button type="button" className="mq-link mq-queue__back" onClick={close}>
          {t('review:backToQueue')}
        </button>
        <ProposalDetails
          key={current.id}
          proposal={current}
          may={decides ? 'decide' : 'withdraw'}
          mode={mode}
          busy={busy}
          failure={failures.get(current.id) ?? null}
          onMode={setMode}
          onAccept={(value) => void decisions.accept(current, value)}
          onReject={(note) => void decisions.reject(current, note)}
          onWithdraw={() => decisions.withdraw(current)}
        />
      </section>
    </div>
  );
}

/** Both are false until the policy is loaded. */
function Queue({ proposes, decides }: { proposes: boolean; decides: boolean }) {
  const { t } = useWords();
  const review = useReviewQueue({ proposes, decides });
  const { filter, changeFilter, waiting, listed, proposals, opening, selection, batch, busy } = review;
  const { opened, current } = opening;

  return (
    <main>
      <SetStepNav nav={[{ label: t('review:title') }]} />
      <Gutter className={`mq-queue ${opened ? 'mq-queue--open' : ''}`}>
        <header className="mq-queue__head">
          <h1>{t('review:title')}</h1>
          <QueueFilters filter={filter} decides={decides} proposals={proposals} onChange={changeFilter} />
        </header>
        {decides && <QueueViews filter={filter} onOpen={(view) => changeFilter(addressOf(view))} />}
        {filter.waitingFor !== 'me' && <DueNotice />}
        <Alert problem={listed?.problem} />
        {listed && proposals.length === 0 && !listed.problem && (
          <EmptyQueue waiting={waiting} decides={decides} />
        )}
        {listed && current && (
          <QueueBody review={review} listed={listed} current={current} decides={decides} />
        )}
        {selection.selected.length > 0 && (
          <SelectionBar
            count={selection.selected.length}
            busy={busy}
            rejecting={review.rejecting}
            onRejecting={review.setRejecting}
            onAccept={() => void batch.decideSelected('accept', null)}
            onReject={(note) => void batch.decideSelected('reject', note)}
            onClear={() => selection.select([])}
          />
        )}
      </Gutter>
    </main>
  );
}
