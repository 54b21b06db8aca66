'use client';
// A page of a brand that would be deleted, with what leads to it until then. There's nothing to edit.
import { Link } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { useWords } from '../../words/useWords.ts';
import { PageChange } from '../changes/PageChange.tsx';
import { brandOf, type ProposedPage } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';

const pageIn = ({ before, after }: Proposal) => ({
  slug: String(after.page),
  page: (before?.page ?? null) as ProposedPage | null,
});

interface LinkingProps {
  label: string;
  entries: readonly { name: string; note?: string | null; path: `/${string}` }[];
}

function Linking({ label, entries }: LinkingProps) {
  const route = useAdminRoute();
  if (entries.length === 0) return null;
  return (
    <section aria-label={label}>
      <h4>{label}</h4>
      <ul>
        {entries.map(({ name, note, path }) => (
          <li key={`${path} ${name} ${note ?? ''}`}>
            <Link href={route(path)} prefetch={false}>
              {name}
            </Link>
            {note && <span className="mq-muted"> {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What leads to the page now. */
function Links({ brand, page }: { brand: string; page: string }): ReactNode {
  const { t } = useWords();
  const { data, problem } = useOperation('list_page_links', { slug: brand, page });
  if (!data) return <Alert problem={problem} />;
  const { pages, rules, subpages } = data;
  const pathOf = (slug: string) => `/brands/${brand}/pages/${slug}` as const;
  return (
    <section className="mq-change" aria-label={t('review:leadsToPage')}>
      <h3>{t('review:leadsToPage')}</h3>
      {pages.length + rules.length + subpages.length === 0 && (
        <p className="mq-muted">{t('review:nothingLeadsToPage')}</p>
      )}
      <Linking
        label={t('review:subpagesFirst')}
        entries={subpages.map(({ slug, title }) => ({ name: title, path: pathOf(slug) }))}
      />
      <Linking
        label={t('review:linkingPages')}
        entries={pages.map(({ slug, title, sections }) => ({
          name: title,
          note: t('review:linkingSections', { count: sections.length }),
          path: pathOf(slug),
        }))}
      />
      <Linking
        label={t('review:kindRules')}
        entries={rules.map(({ label, context }) => ({
          name: label,
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
