'use client';
// A small picture of what a proposal is about.
import type { Proposal } from '../../proposals/schemas.ts';
import { proposedIn } from './proposal-words.ts';
import { Swatch } from '../brands/RuleSample.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';

export function ProposalMark({ proposal }: { proposal: Proposal }) {
  const said = proposedIn(proposal);
  const { id, mime } = proposal.target;
  if (said.kind === 'asset') return <Thumbnail asset={{ ...said.after, id }} shownAt={56} />;
  // Of the asset only the kind is known here, which says whether there is a picture of it.
  if (mime !== null) return <Thumbnail asset={{ id, mime, width: 1, height: 1 }} shownAt={56} />;
  const colour = said.kind === 'rule' ? said.after.set.find(({ type }) => type === 'color') : null;
  return (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      {colour ? <Swatch rule={colour} /> : said.kind === 'page' ? '¶' : 'Aa'}
    </span>
  );
}
