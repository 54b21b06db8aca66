'use client';
// The review queue: a list of proposals next to the open one, worked with the mouse or keyboard shortcuts.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useState } from 'react';
import type { Proposal } from '../../proposals/schemas.ts';
import { useMe, usePolicy } from '../client/me.tsx';
import { useAddress } from '../client/useAddress.ts';
import { ProposalDetails } from './ProposalDetails.tsx';
import { titleOf } from './proposal-words.ts';
import { filterIn } from './queue-filter.ts';
import { QueueFilters } from './QueueFilters.tsx';
import { QueueList } from './QueueList.tsx';
import { ShortcutsDialog } from './QueueShortcuts.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useBatchDecision } from './useBatchDecision.ts';
import { useDecisionFailures } from './useDecisionFailures.ts';
import { useDecisions } from './useDecisions.ts';
import { useOpenProposal } from './useOpenProposal.ts';
import { useQueue } from './useQueue.ts';
import { useQueueShortcuts } from './useQueueShortcuts.ts';
import { useSelection } from './useSelection.ts';
import '../brands/brand.css';

export function ReviewQueue() {
  const review = usePolicy()?.review;
  if (review && !review.proposes)
    return (
      <Gutter className="mq-queue">
        <h1>Review</h1>
        <p className="mq-quiet">Only people who can propose or review changes can see this page.</p>
      </Gutter>
    );
  return <Queue proposes={review?.proposes ?? false} decides={review?.decides ?? false} />;
}

function EmptyQueue({ waiting, decides }: { waiting: boolean; decides: boolean }) {
  return (
    <div className="mq-empty">
      <h2>{waiting ? 'Nothing to review' : 'No proposals'}</h2>
      <p>
        {decides
          ? 'Proposals from agents and people show up here.'
          : 'Proposals from you and your agents show up here, with their outcome.'}
      </p>
    </div>
  );
}

/** Both are false until the policy is loaded. */
function Queue({ proposes, decides }: { proposes: boolean; decides: boolean }) {
  const workspace = useMe()?.workspace?.id ?? null;
  const [parameters, goTo] = useAddress();
  const requested = filterIn(parameters);
  // People who can't review only see their own.
  const filter = decides ? requested : { ...requested, by: 'me' };
  const waiting = filter.status === 'waiting';
  const { listed, busy: loading, more, update, put } = useQueue(filter, proposes ? workspace : null);
  const proposals = listed?.proposals ?? [];
  const { listRef, opened, current, visible, mode, setMode, open, close, step, openNext } = useOpenProposal(
    proposals,
    parameters.get('id'),
    goTo,
  );
  const selection = useSelection(proposals, decides);
  const failures = useDecisionFailures(put);
  const onDecided = (decided: readonly Proposal[]): void => {
    if (waiting) openNext(decided.map(({ id }) => id));
    update(decided);
  };
  const closeForm = (): void => {
    setMode('view');
  };
  const decisions = useDecisions({ failures, onDecided, closeForm });
  const batch = useBatchDecision({ selection, failures, onDecided });
  const busy = decisions.busy || batch.busy;
  const [helping, setHelping] = useState(false);
  useQueueShortcuts({
    mode,
    decidable: () => {
      const proposal = visible();
      return decides && !busy && proposal?.status === 'waiting' ? proposal : null;
    },
    isStale: (id) => failures.byProposal.get(id)?.stale ?? false,
    onStep: step,
    onMode: setMode,
    onAccept: (proposal) => void decisions.accept(proposal),
    onSelect: selection.toggle,
    onHelp: () => {
      setHelping(true);
    },
  });

  return (
    <main>
      <SetStepNav nav={[{ label: 'Review' }]} />
      <Gutter className={`mq-queue ${opened ? 'mq-queue--open' : ''}`}>
        <header className="mq-queue__head">
          <h1>Review</h1>
          <QueueFilters
            filter={filter}
            decides={decides}
            proposals={proposals}
            onChange={(changes) => {
              selection.select([]);
              goTo({ ...changes, id: null }, 'replace');
            }}
          />
        </header>
        {listed?.problem && (
          <p role="alert" className="mq-alert">
            {listed.problem}
          </p>
        )}
        {listed && proposals.length === 0 && !listed.problem && (
          <EmptyQueue waiting={waiting} decides={decides} />
        )}
        {listed && current && (
          <div className="mq-queue__body">
            <QueueList
              ref={listRef}
              listed={listed}
              currentId={current.id}
              waiting={waiting}
              decides={decides}
              loading={loading}
              selection={selection}
              failures={failures.byProposal}
              onOpen={open}
              onMore={() => void more()}
            />
            <section className="mq-queue__one" aria-label={titleOf(current)} aria-busy={busy}>
              <button type="button" className="mq-link mq-queue__back" onClick={close}>
                ‹ Back to the queue
              </button>
              <ProposalDetails
                key={current.id}
                proposal={current}
                may={decides ? 'decide' : 'withdraw'}
                mode={mode}
                busy={busy}
                failure={failures.byProposal.get(current.id) ?? null}
                onMode={setMode}
                onAccept={(value) => void decisions.accept(current, value)}
                onReject={(note) => void decisions.reject(current, note)}
                onWithdraw={() => decisions.withdraw(current)}
              />
            </section>
          </div>
        )}
        {selection.selected.length > 0 && (
          <SelectionBar
            count={selection.selected.length}
            busy={busy}
            onAccept={() => void batch.decideSelected('accept', null)}
            onReject={(note) => void batch.decideSelected('reject', note)}
            onClear={() => {
              selection.select([]);
            }}
          />
        )}
        {helping && (
          <ShortcutsDialog
            onClose={() => {
              setHelping(false);
            }}
          />
        )}
      </Gutter>
    </main>
  );
}
