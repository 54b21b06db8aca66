'use client';
// A page of a brand that would be deleted, with what links to it until then. There's nothing to edit.
import type { ReactNode } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { PlaceList, type Place } from '../../shell/PlaceList.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { useWords } from '../../words/useWords.ts';
import { PageChange } from '../changes/PageChange.tsx';
import { brandOf, type ProposedPage } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';

const pageIn = ({ before, after }: Proposal) => ({
  slug: String(after.page),
  page: (before?.page ?? null) as ProposedPage | null,
});

function Linking({ label, places }: { label: string; places: readonly Place[] }) {
  if (places.length === 0) return null;
  return (
    <section aria-label={label}>
      <h4>{label}</h4>
      <PlaceList places={places} />
    </section>
  );
}

/** What links to the page now. */
function Links({ brand, page }: { brand: string; page: string }): ReactNode {
  const { t } = useWords();
  const { data, problem } = useOperation('list_page_links', { slug: brand, page });
  if (!data) return <Alert problem={problem} />;
  const { pages, rules, subpages } = data;
  const pathOf = (slug: string) => `/brands/${brand}/pages/${slug}` as const;
  return (
    <section className="mq-change" aria-label={t('review:linksToPage')}>
      <h3>{t('review:linksToPage')}</h3>
      {pages.length + rules.length + subpages.length === 0 && (
        <p className="mq-muted">{t('review:nothingLinksToPage')}</p>
      )}
      <Linking
        label={t('review:subpagesFirst')}
        places={subpages.map(({ slug, title }) => ({ key: slug, name: title, path: pathOf(slug) }))}
      />
      <Linking
        label={t('review:linkingPages')}
        places={pages.map(({ slug, title, sections }) => ({
          key: slug,
          name: title,
          note: t('review:linkingSections', { count: sections.length }),
          path: pathOf(slug),
        }))}
      />
      <Linking
        label={t('review:kindRules')}
        places={rules.map(({ key, label, context }) => ({
          key: `${key} ${context ?? ''}`,
          name: label || key,
          note: context,
          path: `/brands/${brand}/rules`,
        }))}
      />
    </section>
  );
}

function Change({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { slug, page } = pageIn(proposal);
  if (!page) return <p>{t('review:pageIsGone')}</p>;
  return (
    <>
      <p>{t('review:deletePageMeans')}</p>
      {proposal.status === 'waiting' && <Links brand={brandOf(proposal)} page={slug} />}
      <PageChange before={page} after={null} />
    </>
  );
}

export const pageDeletion: KindView = {
  label: (t) => t('review:kindPageDeletion'),
  gist: (proposal, t) => t('review:deletePage', { brand: proposal.target.name }),
  Change,
  title: (proposal) => pageIn(proposal).page?.title ?? pageIn(proposal).slug,
  mark: () => (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      ¶
    </span>
  ),
  place: (proposal) => {
    const pages = `/brands/${brandOf(proposal)}/pages` as const;
    return proposal.status === 'accepted' ? pages : `${pages}/${pageIn(proposal).slug}`;
  },
};
