// The filter of the review queue, as it's kept in the address.
import type { ProposalStatus } from '../../../proposals/queue.ts';
import { kindNames } from '../kinds/index.ts';
import { statusBadges } from '../proposal/proposal-words.ts';

export interface QueueFilter {
  status: ProposalStatus | 'any';
  kind: string | null;
  /** The id of a person or a key, or `me`; null: anyone. */
  by: string | null;
  /** Only what the person can decide on now; null: everything. */
  waitingFor: 'me' | null;
}

export const statuses = Object.keys(statusBadges) as ProposalStatus[];

/** The filter in the address; invalid values are ignored. */
export function filterIn(parameters: URLSearchParams): QueueFilter {
  const status = parameters.get('status');
  return {
    status: status === 'any' ? 'any' : (statuses.find((one) => one === status) ?? 'waiting'),
    kind: kindNames().find((one) => one === parameters.get('kind')) ?? null,
    by: parameters.get('by'),
    waitingFor: parameters.get('waitingFor') === 'me' ? 'me' : null,
  };
}
