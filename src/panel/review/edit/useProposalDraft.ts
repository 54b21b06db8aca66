'use client';
// What a reviewer makes of a proposal before they accept it: kept in the browser until then, or until they cancel.
import type { Proposal } from '../../../review/schemas.ts';
import { dropDraft } from '../../client/drafts/kept-drafts.ts';
import { useDraft } from '../../client/drafts/useDraft.ts';
import type { Who } from '../../client/me.tsx';

type Drafted = Pick<Proposal, 'id' | 'after'>;

/** Of what was proposed: once that is revised, a draft of it could send what the form doesn't show. */
const recordOf = ({ id, after }: Drafted): string => `proposals/${id} ${JSON.stringify(after)}`;

export interface ProposalDraft<T> {
  /** Null until the browser has read it. */
  edited: T | null;
  edit: (to: T) => void;
  discard: () => void;
}

/** @param proposed what can be edited of it */
export function useProposalDraft<T>(proposal: Drafted, proposed: T): ProposalDraft<T> {
  const stored = { value: proposed, version: JSON.stringify(proposed) };
  const { value, change, discard } = useDraft<T>(recordOf(proposal), stored);
  return { edited: value, edit: (to) => change(() => to), discard };
}

/** Forgets what somebody made of a proposal that is decided. */
export function dropProposalDraft(me: Who | null, proposal: Drafted): void {
  if (me) dropDraft(me.id, `${me.workspace?.id ?? ''} ${recordOf(proposal)}`);
}
