// States and moves as the panel shows them. The rules are src/assets/rules.ts, which the server asks;
// test/panel/states.test.ts holds the two lists of moves against each other.
import type { State, Status } from '../../assets/schemas.ts';

export const stateLabels: Record<State, string> = {
  draft: 'Draft',
  proposed: 'Proposed',
  active: 'Active',
  expired: 'Expired',
  archived: 'Archived',
  rejected: 'Rejected',
  deleted: 'Deleted',
};

/** States that a list shows unless it is narrowed, in the order of their filters. */
export const listedStates = [
  'proposed',
  'active',
  'draft',
  'expired',
  'archived',
  'rejected',
] as const satisfies readonly State[];

/** @param today UTC day as YYYY-MM-DD. */
export function stateOf(
  asset: { status: Status; expires?: string | null | undefined; deletedAt?: string | null | undefined },
  today = new Date().toISOString().slice(0, 10),
): State {
  if (asset.deletedAt) return 'deleted';
  if (asset.status === 'active' && asset.expires && asset.expires < today) return 'expired';
  return asset.status;
}

export interface Move {
  to: Status;
  label: string;
  /** Said once it is done. */
  done: string;
  tone: 'go' | 'stop' | 'plain';
  /** Needs the ability to approve, beyond write. */
  approves: boolean;
  /** Goes with a note for the proposer. */
  note?: true;
}

const approve: Move = { to: 'active', label: 'Approve', done: 'Approved', tone: 'go', approves: true };
const toDraft: Move = {
  to: 'draft',
  label: 'Back to draft',
  done: 'Back to draft',
  tone: 'plain',
  approves: false,
};

export const moves: Record<Status, readonly Move[]> = {
  draft: [
    { ...approve, label: 'Publish', done: 'Published' },
    { to: 'proposed', label: 'Propose', done: 'Proposed for review', tone: 'plain', approves: false },
  ],
  proposed: [
    approve,
    { to: 'rejected', label: 'Reject', done: 'Rejected', tone: 'stop', approves: true, note: true },
    toDraft,
  ],
  active: [{ to: 'archived', label: 'Archive', done: 'Archived', tone: 'stop', approves: true }],
  archived: [{ ...approve, label: 'Bring back', done: 'Active again' }],
  rejected: [approve, toDraft],
};
