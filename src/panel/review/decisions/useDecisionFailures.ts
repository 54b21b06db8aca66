'use client';
// Why decisions failed, by proposal, to show it with each of them.
import { useState } from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';
import { conflictIn } from './decide-proposals.ts';

export interface DecisionFailure {
  message: string;
  /** The current state, if it changed since the proposal was made. */
  present: unknown;
  /** It can't be accepted as proposed any more. */
  stale: boolean;
  /** Sent along to accept an edited version over the current state. */
  seen: string | null;
}

export interface DecisionFailures {
  byProposal: ReadonlyMap<string, DecisionFailure>;
  /** @param status of the response; 0: there was none. */
  add: (proposal: ListedProposal, message: string, status: number, detail: unknown) => void;
  clear: (id: string) => void;
}

/** @param put shows a proposal that turned out to be decided by someone else. */
export function useDecisionFailures(put: (proposal: ListedProposal) => void): DecisionFailures {
  const [byProposal, setByProposal] = useState<ReadonlyMap<string, DecisionFailure>>(new Map());
  const set = (id: string, failure: DecisionFailure): void => {
    setByProposal((before) => new Map(before).set(id, failure));
  };
  const clear = (id: string): void => {
    setByProposal((before) => {
      const next = new Map(before);
      next.delete(id);
      return next;
    });
  };
  const add: DecisionFailures['add'] = (proposal, message, status, detail) => {
    const { decided, present, seen } = conflictIn(detail);
    const stale = status === 409 && decided === null && present !== null;
    // The failure that was shown when the decision was made: this closure is older than the `clear` of that decision.
    const shown = byProposal.get(proposal.id);
    // The edit was invalid: keep showing the changed state.
    if (status !== 409 && shown?.stale) set(proposal.id, { ...shown, message });
    else set(proposal.id, { message, present, stale, seen });
    if (decided) put({ ...proposal, ...decided });
  };
  return { byProposal, add, clear };
}
