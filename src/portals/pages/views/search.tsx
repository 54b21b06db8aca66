// Search results among what a visitor can see.
import type { ReactElement } from 'react';
import { countText } from '../../../sharing/words.ts';
import { findWith } from '../../find.ts';
import { Files, shownAssets } from '../files.tsx';
import { pageOf } from '../paths.ts';
import type { PortalView } from '../view.ts';

interface Found {
  title: string;
  url: string;
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
            {one.says ? <p className="quiet small">{one.says}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const search: PortalView = {
  title: 'Search',
  content: async ({ service, portal, query: { q } }) => {
    const { pages, sections, rules, assets } = await findWith(service, portal, q, shownAssets);
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
            found={pages.map(({ title, path, lede }) => ({ title, url: pageOf(portal, path), says: lede }))}
          />
          <FoundList
            title="On pages"
            found={sections.map(({ title, path, text, page, id }) => ({
              title: title ?? page,
              url: `${pageOf(portal, path)}#${id}`,
              says: text,
            }))}
          />
          <FoundList
            title="Rules"
            found={rules.map(({ label, path, usage, key }) => ({
              title: label || key,
              url: pageOf(portal, path),
              says: usage,
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
