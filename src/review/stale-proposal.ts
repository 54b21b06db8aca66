// What accepting a proposal answers once what it changes has changed since.
import { ApiError } from '../core/errors.ts';
import type { JsonRecord } from '../proposals/queue.ts';

interface Stale extends JsonRecord {
  /** The current state, of what the proposal changes. */
  present: unknown;
  /** Sent back, it says that the reviewer has seen this state. */
  seen: string;
}

/** @param what changed: its name, the parts of it, or null if neither is known */
export function staleProposal(what: string | readonly string[] | null, detail: Stale): ApiError {
  if (what === null)
    return new ApiError(
      'conflict',
      'What this changes has changed since it was proposed. Review the current state, then accept an edited value that fits it, or reject the proposal.',
      detail,
    );
  if (typeof what === 'string')
    return new ApiError(
      'conflict',
      `${what} changed since this was proposed. Review the current state, then accept an edited value that fits it, or reject the proposal.`,
      detail,
    );
  return new ApiError(
    'conflict',
    `Changed since this was proposed: ${what.join(', ')}. Review the current state, then accept an edited value that fits it, or reject the proposal.`,
    { ...detail, changed: what },
  );
}
