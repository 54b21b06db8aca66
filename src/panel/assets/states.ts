// States and status changes as the panel shows them. The server's rules are in src/assets/rules.ts;
// test/panel/states.test.ts checks that both lists agree.
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

/** The states a list shows by default, in the order of their filters. */
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
  /** Shown after the change. */
  done: string;
  tone: 'go' | 'stop' | 'plain';
  /** Needs the approve ability on top of write. */
  approves: boolean;
  /** Asks for a note to the proposer. */
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
  archived: [{ ...approve, label: 'Restore', done: 'Restored' }],
  rejected: [approve, toDraft],
};
