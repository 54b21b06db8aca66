// The filter of the review queue, as it's kept in the address.
import type { ProposalStatus } from '../../../proposals/queue.ts';
import { kindNames } from '../kinds/index.ts';
import { statusBadges } from '../proposal/proposal-words.ts';

export interface QueueFilter {
  status: ProposalStatus | 'any';
  kind: string | null;
  /** The id of a person or a key, or `me`; null: anyone. */
  by: string | null;
  /** Only what these proposed; null: anyone. With `by`, both apply. */
  from: (typeof groupsOfProposers)[number] | null;
  /** Only what the person can decide on now; null: everything. */
  waitingFor: 'me' | null;
  /** Only what's due within a day, or overdue. */
  due: 'soon' | null;
}

export const groupsOfProposers = ['agents', 'people', 'team'] as const;

export const statuses = Object.keys(statusBadges) as ProposalStatus[];

/** The filter in the address; invalid values are ignored. */
export function filterIn(parameters: URLSearchParams): QueueFilter {
  const status = parameters.get('status');
  return {
    status: status === 'any' ? 'any' : (statuses.find((one) => one === status) ?? 'waiting'),
    kind: kindNames().find((one) => one === parameters.get('kind')) ?? null,
    by: parameters.get('by'),
    from: groupsOfProposers.find((one) => one === parameters.get('from')) ?? null,
    waitingFor: parameters.get('waitingFor') === 'me' ? 'me' : null,
    due: parameters.get('due') === 'soon' ? 'soon' : null,
  };
}

/** What the address says of a filter; what it always is isn't said. */
export const addressOf = ({ status, ...rest }: QueueFilter): Record<keyof QueueFilter, string | null> => ({
  ...rest,
  status: status === 'waiting' ? null : status,
});

/** A filter as the part of an address that is the same for the same filter. */
export function queryOf(filter: QueueFilter): string {
  const said = Object.entries(addressOf(filter)).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return new URLSearchParams(said.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}
