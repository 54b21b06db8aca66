'use client';
// A proposed page of a brand.
import type { Proposal } from '../../../review/schemas.ts';
import { PageChange } from '../changes/PageChange.tsx';
import { PageEdit } from '../edit/PageEdit.tsx';
import { brandOf, type ProposedPage } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';

const pageIn = ({ before, after }: Proposal) => ({
  slug: String(after.slug),
  before: (before?.page ?? null) as ProposedPage | null,
  after: after.page as ProposedPage,
});

export const page: KindView = {
  label: (t) => t('review:kindPage'),
  gist: (proposal, t) =>
    t(pageIn(proposal).before ? 'review:changePage' : 'review:newPage', { brand: proposal.target.name }),
  Change: ({ proposal }) => {
    const { before, after } = pageIn(proposal);
    return <PageChange before={before} after={after} />;
  },
  Edit: ({ proposal, ...frame }) => (
    <PageEdit brand={proposal.target.id} proposed={pageIn(proposal).after} {...frame} />
  ),
  title: (proposal) => pageIn(proposal).after.title,
  mark: () => (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      ¶
    </span>
  ),
  place: (proposal) => {
    const { slug, before } = pageIn(proposal);
    return before ? `/brands/${brandOf(proposal)}/pages/${slug}` : `/brands/${brandOf(proposal)}/pages`;
  },
};
