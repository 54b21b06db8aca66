'use client';
// Accepts, rejects and withdraws one proposal.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';
import { CallFailed, wordsOf } from '../../client/api.ts';
import { useMe } from '../../client/me.tsx';
import type { OutputFor } from '../../client/operations.ts';
import { dropProposalDraft } from '../edit/useProposalDraft.ts';
import { decideProposal, withdrawProposal, type EditedValue } from './decide-proposals.ts';
import { showOnce } from './show-once.tsx';
import type { DecisionFailures } from './useDecisionFailures.ts';
import { outcomeInStage } from '../proposal/stage-words.ts';
import { useWords } from '../../words/useWords.ts';

type Decided = Pick<OutputFor<'decide_proposal'>, 'data' | 'once'>;

interface Options {
  failures: DecisionFailures;
  onDecided: (decided: readonly ListedProposal[]) => void;
  /** Closes the edit or reject form of a proposal. */
  closeForm: (id: string) => void;
}

export interface Decisions {
  busy: boolean;
  /** @param value the edited version; undefined: as proposed. */
  accept: (proposal: ListedProposal, value?: EditedValue) => Promise<void>;
  reject: (proposal: ListedProposal, note: string | null) => Promise<void>;
  withdraw: (proposal: ListedProposal) => Promise<void>;
}

export function useDecisions({ failures, onDecided, closeForm }: Options): Decisions {
  const { t } = useWords();
  const me = useMe();
  const [busy, setBusy] = useState(false);

  const run = async (proposal: ListedProposal, work: () => Promise<Decided>, done: string): Promise<void> => {
    setBusy(true);
    failures.clear(proposal.id);
    try {
      const { data, once } = await work();
      onDecided([data]);
      closeForm(proposal.id);
      dropProposalDraft(me, proposal);
      toast.success(data.status === 'waiting' ? outcomeInStage(proposal, data, t) : done);
      showOnce(t, once);
    } catch (error) {
      const failed = error instanceof CallFailed ? error : null;
      failures.add(proposal, wordsOf(error), failed?.status ?? 0, failed?.detail ?? null);
      // A refused form keeps its input, unless the proposal itself is out of date.
      if (failed?.status === 409) closeForm(proposal.id);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    accept: (proposal, value) => {
      const seen = failures.byProposal.get(proposal.id)?.seen;
      const edited = value === undefined ? {} : { value, ...(seen ? { seen } : {}) };
      return run(proposal, () => decideProposal(proposal.id, 'accept', edited), t('review:accepted'));
    },
    reject: (proposal, note) =>
      run(proposal, () => decideProposal(proposal.id, 'reject', note ? { note } : {}), t('review:rejected')),
    withdraw: (proposal) =>
      run(
        proposal,
        async () => {
          await withdrawProposal(proposal.id);
          return { data: { ...proposal, status: 'withdrawn' } };
        },
        t('review:withdrawn'),
      ),
  };
}
