'use client';
// A brand's pages as a tree of links.
import { Link } from '@payloadcms/ui';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { useWords } from '../../words/useWords.ts';

function depthOf(pages: readonly PageEntry[], page: PageEntry): number {
  const parent = pages.find(({ slug }) => slug === page.parent);
  return parent ? 1 + depthOf(pages, parent) : 0;
}

interface Props {
  brand: string;
  pages: readonly PageEntry[];
  /** Slug of the open page. */
  open: string | null;
}

export function PageTree({ brand, pages, open }: Props) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <nav aria-label={t('pages:title')}>
      <ul className="mq-tree">
        {pages.map((page) => (
          <li key={page.slug} style={{ paddingInlineStart: `${depthOf(pages, page) * 1.2}rem` }}>
            <Link
              href={route(`/brands/${brand}/pages/${page.slug}`)}
              aria-current={page.slug === open ? 'page' : undefined}
              prefetch={false}
            >
              {page.title}
            </Link>
            {page.hidden && <span className="mq-badge">{t('pages:hidden')}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
