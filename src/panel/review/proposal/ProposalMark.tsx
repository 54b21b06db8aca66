'use client';
// The thumbnail of a proposal.
import type { Proposal } from '../../../review/schemas.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { viewOf } from '../kinds/index.ts';

export function ProposalMark({ proposal }: { proposal: Proposal }) {
  const { mark } = viewOf(proposal.kind);
  const drawn = mark?.(proposal) ?? null;
  if (drawn !== null) return drawn;
  const { id, mime } = proposal.target;
  // Only the asset's media type is known here; it's enough to tell whether there's a thumbnail.
  return <Thumbnail asset={{ id, mime: mime ?? '', width: 1, height: 1 }} shownAt={56} />;
}
