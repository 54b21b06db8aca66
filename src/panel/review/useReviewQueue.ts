'use client';
// The state of the review page: the listed proposals, the open one, the selection, and the decisions on them.
import { useEffect, useState } from 'react';
import type { ListedProposal } from '../../review/schemas.ts';
import { movesQueue, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { useLatest } from '../ui/useLatest.ts';
import { useAddress } from '../client/useAddress.ts';
import { filterIn, type QueueFilter } from './queue/queue-filter.ts';
import { useBatchDecision } from './decisions/useBatchDecision.ts';
import { useDecisionFailures } from './decisions/useDecisionFailures.ts';
import { useDecisions } from './decisions/useDecisions.ts';
import { useOpenProposal } from './proposal/useOpenProposal.ts';
import { useQueue, type InUse, type Listed } from './queue/useQueue.ts';
import { isOurTurn } from './proposal/stage-words.ts';
import { useQueueShortcuts } from './queue/useQueueShortcuts.ts';
import { useSelection } from './queue/useSelection.ts';

interface Options {
  /** Both are false until the policy is loaded. */
  proposes: boolean;
  decides: boolean;
}

/** In so many of the newest ones, a proposal that a link names is looked for. */
const searched = 500;

/** Reads on until a proposal is listed. @returns whether it still does */
function useSearched(
  asked: string | null,
  listed: Listed | null,
  loading: boolean,
  more: () => Promise<void>,
): boolean {
  const searching =
    asked !== null &&
    listed !== null &&
    listed.next !== null &&
    listed.problem === null &&
    listed.proposals.length < searched &&
    !listed.proposals.some(({ id }) => id === asked);
  useEffect(() => {
    if (searching && !loading) void more();
  }, [searching, loading, more]);
  return searching;
}

type Refresh = ReturnType<typeof useQueue>['refresh'];

/**
 * Follows what others do to the queue. What is being decided stays, to say why if it fails: the decision's own event comes next. If a
 * refresh fails the queue stays as it is, and the next event tries again.
 */
function useLiveQueue(
  active: boolean,
  refresh: Refresh,
  opening: ReturnType<typeof useOpenProposal>,
  failures: ReturnType<typeof useDecisionFailures>,
): void {
  const asUsed = useLatest((): InUse => ({
    inUse: opening.visible(),
    editing: opening.mode !== 'view',
    failed: failures.byProposal,
  }));
  useLive(movesQueue, () => {
    if (active) void refresh(() => asUsed.current()).catch(() => undefined);
  });
}

/** What the keys do with the selected proposals, and whether the person is asked why they reject them. */
function useSelected(count: number, { busy, decideSelected }: ReturnType<typeof useBatchDecision>) {
  const [rejecting, setRejecting] = useState(false);
  const keys =
    count === 0 || busy
      ? null
      : { accept: () => void decideSelected('accept', null), reject: () => setRejecting(true) };
  return { keys, rejecting, setRejecting };
}

const decidableNow = (proposal: ListedProposal | null): ListedProposal | null =>
  proposal?.status === 'waiting' && isOurTurn(proposal) ? proposal : null;

export type ReviewQueueState = ReturnType<typeof useReviewQueue>;

export function useReviewQueue({ proposes, decides }: Options) {
  const workspace = useMe()?.workspace?.id ?? null;
  const [parameters, goTo] = useAddress();
  const requested = filterIn(parameters);
  // People who can't review only see their own.
  const filter = decides ? requested : { ...requested, by: 'me' };
  const waiting = filter.status === 'waiting';
  const { listed, busy: loading, more, update, put, refresh } = useQueue(filter, proposes ? workspace : null);
  const proposals = listed?.proposals ?? [];
  const asked = parameters.get('id');
  const searching = useSearched(asked, listed, loading, more);
  const opening = useOpenProposal(proposals, goTo, {
    asked,
    searching,
    // What somebody else decided stays while the person looks at it.
    onPast: (proposal) => {
      if (waiting && proposal.status !== 'waiting') onDecided([proposal]);
    },
  });
  const selection = useSelection(proposals, decides);
  const failures = useDecisionFailures(put);
  // Decisions take a while, in which the person may go on.
  const latest = useLatest(opening);
  const onDecided = (decided: readonly ListedProposal[]): void => {
    if (waiting) latest.current.openNext(decided.map(({ id }) => id));
    update(decided);
  };
  const decisions = useDecisions({ failures, onDecided, closeForm: opening.closeForm });
  const batch = useBatchDecision({ selection, failures, onDecided });
  const busy = decisions.busy || batch.busy;
  const { keys: selected, ...rejection } = useSelected(selection.selected.length, batch);
  useLiveQueue(!busy, refresh, opening, failures);
  useQueueShortcuts({
    mode: opening.mode,
    decidable: () => (decides && !busy ? decidableNow(opening.visible()) : null),
    isStale: (id) => failures.byProposal.get(id)?.stale ?? false,
    onStep: opening.step,
    onMode: opening.setMode,
    onAccept: (proposal) => void decisions.accept(proposal),
    onSelect: selection.toggle,
    selected,
  });
  return {
    filter,
    changeFilter: (changes: Partial<Record<keyof QueueFilter, string | null>>): void => {
      selection.select([]);
      goTo({ ...changes, id: null }, 'replace');
    },
    /** Only waiting proposals are listed. */
    waiting,
    listed,
    proposals,
    loading,
    more,
    opening,
    selection,
    failures: failures.byProposal,
    decisions,
    batch,
    ...rejection,
    busy,
  };
}
