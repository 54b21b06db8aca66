'use client';
// Accepts or rejects the selected proposals together. Those that fail stay selected, with the reason.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';
import { failureOf, wordsOf } from '../../client/api.ts';
import { useMe } from '../../client/me.tsx';
import { decideProposals, type Decision } from './decide-proposals.ts';
import { showOnce } from './show-once.tsx';
import type { DecisionFailures } from './useDecisionFailures.ts';
import type { Selection } from '../queue/useSelection.ts';
import { useWords } from '../../words/useWords.ts';

interface Options {
  selection: Selection;
  failures: DecisionFailures;
  onDecided: (decided: readonly ListedProposal[]) => void;
}

export interface BatchDecision {
  busy: boolean;
  decideSelected: (decision: Decision, note: string | null) => Promise<void>;
}

export function useBatchDecision({ selection, failures, onDecided }: Options): BatchDecision {
  const { t } = useWords();
  const me = useMe();
  const [busy, setBusy] = useState(false);

  const decideSelected = async (decision: Decision, note: string | null): Promise<void> => {
    const { selected } = selection;
    const ids = selected.map(({ id }) => id);
    setBusy(true);
    try {
      const results = await decideProposals(ids, decision, note);
      const succeeded = new Set(results.filter(({ ok }) => ok).map(({ id }) => id));
      const closed = { reviewNote: note, decidedBy: me?.name ?? null, decidedAt: new Date().toISOString() };
      onDecided(
        results.flatMap((result) => {
          const proposal = selected.find(({ id }) => id === result.id);
          if (!proposal || !result.ok) return [];
          const { status, current } = result;
          return [
            { ...proposal, status, current, waitsForMe: false, ...(status === 'waiting' ? {} : closed) },
          ];
        }),
      );
      for (const result of results) {
        const proposal = selected.find(({ id }) => id === result.id);
        if (!proposal) continue;
        if (result.ok) {
          failures.clear(result.id);
          showOnce(t, result.once);
        } else failures.add(proposal, failureOf(409, result).message, 409, result.error.detail);
      }
      selection.select(ids.filter((id) => !succeeded.has(id)));
      const failed = results.length - succeeded.size;
      const count = succeeded.size;
      if (count > 0)
        toast.success(t(decision === 'accept' ? 'review:acceptedCount' : 'review:rejectedCount', { count }));
      if (failed > 0) toast.error(t('review:someFailed', { count: failed }));
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  return { busy, decideSelected };
}
