'use client';
// What a reviewer makes of a proposal before they accept it: kept in the browser until then, or until they cancel.
import type { Proposal } from '../../../review/schemas.ts';
import { dropDraft } from '../../client/drafts/kept-drafts.ts';
import { useDraft } from '../../client/drafts/useDraft.ts';
import type { Who } from '../../client/me.tsx';

const recordOf = (id: string): string => `proposals/${id}`;
/** Of the note to its proposer. */
export const noteRecordOf = (id: string): string => `${recordOf(id)}/note`;

export interface ProposalDraft<T> {
  /** Null until the browser has read it. */
  edited: T | null;
  edit: (to: T) => void;
  discard: () => void;
}

/** @param proposed what can be edited of it */
export function useProposalDraft<T>({ id }: Proposal, proposed: T): ProposalDraft<T> {
  const stored = { value: proposed, version: JSON.stringify(proposed) };
  const { value, change, discard } = useDraft<T>(recordOf(id), stored);
  return { edited: value, edit: (to) => change(() => to), discard };
}

/** The name of what somebody made of a proposal. */
export const draftNameOf = (me: Who | null, id: string): string =>
  `${me?.workspace?.id ?? ''} ${recordOf(id)}`;

/** Forgets what somebody made of a proposal that is decided. */
export function dropProposalDraft(me: Who | null, id: string): void {
  if (me) dropDraft(me.id, draftNameOf(me, id));
}

/** The same of the note. */
export function dropProposalNote(me: Who | null, id: string): void {
  if (me) dropDraft(me.id, `${me.workspace?.id ?? ''} ${noteRecordOf(id)}`);
}
