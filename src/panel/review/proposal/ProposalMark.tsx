'use client';
// The thumbnail of a proposal.
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { viewOf } from '../kinds/index.ts';
import type { PicturedProposal } from './proposed.ts';

export function ProposalMark({ proposal }: { proposal: PicturedProposal }) {
  const { mark } = viewOf(proposal.kind);
  const drawn = mark?.(proposal) ?? null;
  if (drawn !== null) return drawn;
  const { id, mime, thumbnail = null } = proposal.target;
  // Only the asset's media type is known here; it's enough to tell whether there's a thumbnail.
  return <Thumbnail asset={{ id, thumbnail, mime: mime ?? '', width: 1, height: 1 }} shownAt={56} />;
}
