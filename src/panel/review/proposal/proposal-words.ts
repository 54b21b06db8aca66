// Proposals in words: labels, titles and summaries. Text from agents is only ever shown as text.
import type { ProposalStatus } from '../../../proposals/queue.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { viewOf } from '../kinds/index.ts';

/** Each status with its label, and the asset state whose badge style is reused. */
export const statusWords = {
  waiting: { label: 'Waiting', tone: 'proposed' },
  accepted: { label: 'Accepted', tone: 'active' },
  rejected: { label: 'Rejected', tone: 'rejected' },
  withdrawn: { label: 'Withdrawn', tone: 'draft' },
} as const satisfies Record<ProposalStatus, { label: string; tone: string }>;

/** The title in the list. */
export function titleOf(proposal: Proposal): string {
  const { title } = viewOf(proposal.kind);
  return title?.(proposal) ?? proposal.target.name;
}

/** A one-line summary of the change. */
export const gistOf = (proposal: Proposal): string => viewOf(proposal.kind).gist(proposal);

/** "Scout, for Ida Ito"; a key without a person is named alone. */
export function proposerOf({ by, agent }: Proposal): string {
  return agent !== null && agent !== by ? `${agent}, for ${by}` : by;
}

/** The panel path of the proposal's target. */
export function placeOf(proposal: Proposal): `/${string}` {
  const { place } = viewOf(proposal.kind);
  return place?.(proposal) ?? `/collections/assets/${proposal.target.id}`;
}
