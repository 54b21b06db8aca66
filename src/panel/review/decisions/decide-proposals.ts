// The API calls that decide proposals, and the conflicts they answer with.
import type { ProposalStatus } from '../../../proposals/queue.ts';
import type { ListedProposal } from '../../../review/schemas.ts';
import { call, type DataFor, type InputFor } from '../../client/operations.ts';

export type Decision = 'accept' | 'reject';

/** `seen`: the state the edited version was made against. */
type DecisionBody = Omit<InputFor<'decide_proposal'>['body'], 'decision'>;
/** An edited version to accept, instead of the proposed one. */
export type EditedValue = NonNullable<DecisionBody['value']>;

/** @throws CallFailed */
export async function decideProposal(
  id: string,
  decision: Decision,
  body: DecisionBody,
): Promise<ListedProposal> {
  return (await call('decide_proposal', { id, body: { decision, ...body } })).data;
}

/** @throws CallFailed */
export async function withdrawProposal(id: string): Promise<void> {
  await call('withdraw_proposal', { id });
}

/** Decides several proposals. Each succeeds or fails on its own. @throws CallFailed */
export async function decideProposals(
  ids: readonly string[],
  decision: Decision,
  note: string | null,
): Promise<DataFor<'decide_proposals'>> {
  const body = { ids: [...ids], decision, ...(note ? { note } : {}) };
  return (await call('decide_proposals', { body })).data;
}

interface Decided {
  status: ProposalStatus;
  decidedBy: string | null;
  decidedAt: string | null;
  reviewNote: string | null;
}

interface Conflict {
  /** Set if someone else decided. */
  decided: Decided | null;
  /** The current state of the target, if that changed since the proposal was made. */
  present: unknown;
  seen: string | null;
}

/** Reads the detail of a conflict: someone else decided, or the target changed since the proposal was made. */
export function conflictIn(detail: unknown): Conflict {
  const conflict = (detail ?? {}) as Partial<Decided> & { present?: unknown; seen?: string };
  const { status, decidedBy = null, decidedAt = null, reviewNote = null } = conflict;
  const isDecided = status !== undefined && status !== 'waiting';
  return {
    decided: isDecided ? { status, decidedBy, decidedAt, reviewNote } : null,
    present: conflict.present ?? null,
    seen: conflict.seen ?? null,
  };
}
