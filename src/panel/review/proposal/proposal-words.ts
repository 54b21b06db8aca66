// Proposals in words: labels, titles and summaries. Text from agents is only ever shown as text.
import type { ProposalStatus } from '../../../proposals/queue.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { viewOf } from '../kinds/index.ts';
import type { Translate } from '../../words/words.tsx';
import type { Badges } from '../../ui/StateBadge.tsx';

export const statusBadges = {
  waiting: { label: 'review:statusWaiting', as: 'proposed' },
  accepted: { label: 'review:statusAccepted', as: 'active' },
  rejected: { label: 'review:statusRejected', as: 'rejected' },
  withdrawn: { label: 'review:statusWithdrawn', as: 'draft' },
} as const satisfies Badges<ProposalStatus>;

/** The title in the list. */
export function titleOf(proposal: Proposal, t: Translate): string {
  const { title } = viewOf(proposal.kind);
  return title?.(proposal, t) ?? proposal.target.name;
}

/** A one-line summary of the change. */
export const gistOf = (proposal: Proposal, t: Translate): string => viewOf(proposal.kind).gist(proposal, t);

/** "Scout, for Ida Ito"; a key without a person is named alone. */
export function proposerOf({ by, agent }: Proposal, t: Translate): string {
  return agent !== null && agent !== by ? t('review:agentFor', { agent, person: by }) : by;
}

/** The panel path of the proposal's target. */
export function placeOf(proposal: Proposal): `/${string}` {
  const { place } = viewOf(proposal.kind);
  return place?.(proposal) ?? `/collections/assets/${proposal.target.id}`;
}

/** Whether there's something to edit before accepting it. */
export const isEditable = (proposal: Proposal): boolean => viewOf(proposal.kind).Edit !== undefined;
