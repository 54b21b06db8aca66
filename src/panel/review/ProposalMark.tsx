'use client';
// The thumbnail of a proposal.
import type { Proposal } from '../../review/schemas.ts';
import { proposedIn } from './proposed.ts';
import { Swatch } from '../brands/rules/RuleSample.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';

export function ProposalMark({ proposal }: { proposal: Proposal }) {
  const proposed = proposedIn(proposal);
  const { id, mime } = proposal.target;
  if (proposed.kind === 'asset') return <Thumbnail asset={{ ...proposed.after, id }} shownAt={56} />;
  // Only the asset's media type is known here; it's enough to tell whether there's a thumbnail.
  if (mime !== null) return <Thumbnail asset={{ id, mime, width: 1, height: 1 }} shownAt={56} />;
  const colour = proposed.kind === 'rule' ? proposed.after.set.find(({ type }) => type === 'color') : null;
  return (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      {colour ? <Swatch rule={colour} /> : proposed.kind === 'page' ? '¶' : 'Aa'}
    </span>
  );
}
