// States and status changes as the panel shows them. The server's rules are in src/assets/rules.ts;
// test/panel/states.test.ts checks that both lists agree.
import type { State, Status } from '../../assets/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';

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
  label: PlainKey;
  /** Shown after the change. */
  done: PlainKey;
  tone: 'go' | 'stop' | 'plain';
  /** Needs the approve ability on top of write. */
  approves: boolean;
  /** Asks for a note to the proposer. */
  note?: true;
}

const approve: Move = {
  to: 'active',
  label: 'assets:approve',
  done: 'assets:approved',
  tone: 'go',
  approves: true,
};
const toDraft: Move = {
  to: 'draft',
  label: 'assets:backToDraft',
  done: 'assets:backToDraft',
  tone: 'plain',
  approves: false,
};

export const moves: Record<Status, readonly Move[]> = {
  draft: [
    { ...approve, label: 'assets:publish', done: 'assets:published' },
    { to: 'proposed', label: 'assets:propose', done: 'assets:proposed', tone: 'plain', approves: false },
  ],
  proposed: [
    approve,
    {
      to: 'rejected',
      label: 'assets:reject',
      done: 'assets:rejected',
      tone: 'stop',
      approves: true,
      note: true,
    },
    toDraft,
  ],
  active: [
    { to: 'archived', label: 'assets:archive', done: 'assets:archived', tone: 'stop', approves: true },
  ],
  archived: [{ ...approve, label: 'assets:restore', done: 'assets:restored' }],
  rejected: [approve, toDraft],
};
