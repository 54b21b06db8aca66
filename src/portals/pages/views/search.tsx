// Search results among what a visitor can see.
import type { ReactElement } from 'react';
import { plainOf } from '../../../brands/pages/prose.ts';
import { valueText } from '../../../brands/pages/templates/parts.tsx';
import { countText } from '../../../sharing/words.ts';
import { findWith } from '../../find.ts';
import { Files, shownAssets } from '../files.tsx';
import { pageOf } from '../paths.ts';
import type { PortalFinds } from '../../schemas.ts';
import type { PortalView } from '../view.ts';

type FoundRule = PortalFinds['rules'][number];

interface Found {
  title: string;
  url: string;
  /** The name of its brand, on a portal with several. */
  brand: string | null;
  says: string | null;
}

function FoundList({ title, found }: { title: string; found: readonly Found[] }): ReactElement | null {
  return found.length === 0 ? null : (
    <section className="part">
      <h2>{title}</h2>
      <ul className="mqb-links">
        {found.map((one, index) => (
          <li key={index}>
            <a href={one.url}>{one.title}</a>
            {one.brand || one.says ? (
              <p className="quiet small">{[one.brand, one.says].filter(Boolean).join(' · ')}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a rule is for, or else what it is; and where it applies. */
function saysOf({ path: _path, url: _url, ...rule }: FoundRule): string {
  const says = plainOf(rule.usage ?? valueText(rule));
  return rule.context === null ? says : `${rule.context.replaceAll('-', ' ')}: ${says}`;
}

export const search: PortalView = {
  title: 'Search',
  content: async ({ service, portal, query: { q } }) => {
    const { pages, sections, rules, assets } = await findWith(service, portal, q, shownAssets);
    const named = (slug: string): string | null =>
      portal.brands.length > 1 ? (portal.brands.find((brand) => brand.slug === slug)?.name ?? null) : null;
    const total = pages.length + sections.length + rules.length + assets.length;
    return {
      title: q === '' ? 'Search' : `Search: ${q}`,
      q,
      heading: q === '' ? 'Search' : `“${q}”`,
      lede:
        q === ''
          ? 'Enter a search term.'
          : total === 0
            ? 'No results. Try fewer or different words.'
            : countText(total, 'result', 'results'),
      children: (
        <>
          <FoundList
            title="Pages"
            found={pages.map(({ title, path, lede, brand }) => ({
              title,
              url: pageOf(portal, path),
              brand: named(brand),
              says: lede,
            }))}
          />
          <FoundList
            title="On pages"
            found={sections.map(({ title, path, text, page, id, brand }) => ({
              title: title ?? page,
              url: `${pageOf(portal, path)}#${id}`,
              brand: named(brand),
              says: text,
            }))}
          />
          <FoundList
            title="Rules"
            found={rules.map((rule) => ({
              title: rule.label || rule.key,
              url: pageOf(portal, rule.path, rule.context === null ? {} : { context: rule.context }),
              brand: named(rule.brand),
              says: saysOf(rule),
            }))}
          />
          {assets.length === 0 ? null : (
            <section className="part">
              <h2>Files</h2>
              <Files assets={assets} level={3} />
            </section>
          )}
        </>
      ),
    };
  },
};
