// How the panel shows and edits a kind of proposal.
import type { ReactNode } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import type { FrameProps } from '../edit/EditForm.tsx';
import type { PicturedProposal } from '../proposal/proposed.ts';
import type { Translate } from '../../words/words.tsx';

export interface KindView {
  label: (t: Translate) => string;
  /** A one-line summary of the change. */
  gist: (proposal: Proposal, t: Translate) => string;
  /** Before and after. */
  Change: (props: { proposal: Proposal }) => ReactNode;
  /** Edits the proposal before accepting it; the result is the decision's `value`. Undefined: there's nothing to edit. */
  Edit?: (props: { proposal: Proposal } & FrameProps) => ReactNode;
  /** The title in the list; the target's name by default. */
  title?: (proposal: Proposal, t: Translate) => string;
  /** The thumbnail; the target asset's by default. */
  mark?: (proposal: PicturedProposal) => ReactNode;
  /** The panel path of the target; the asset's by default. */
  place?: (proposal: Proposal) => `/${string}`;
}
