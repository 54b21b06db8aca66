// One page of a brand on a portal: its heading and its sections by their templates, as this visitor may read
// it.
import type { ReactElement } from 'react';
import { contextsOf, keysOf, type PageState } from '../../brands/publishing/state.ts';
import { themeAtWork } from '../../brands/theme/theme.ts';
import type { Surroundings } from '../../brands/pages/templates/contract.ts';
import { sidesAndWidths } from '../../brands/pages/templates/parts.tsx';
import { renderSections } from '../../brands/pages/templates/sections.tsx';
import type { Answer } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import type { EnteredPortal } from '../visibility.ts';
import { readPage, type ReadPage } from '../page.ts';
import { pagePath } from '../rules.ts';
import { aroundSections, coverForm } from './around-sections.ts';
import { lookWith } from './look.ts';
import { pageOf } from './paths.ts';
import { portalPage, showPortal } from './shell.tsx';

/** The heading of a page. */
export function PageHead({ page, around }: { page: PageState; around: Surroundings }): ReactElement {
  const [first] = page.sections.filter(({ hidden }) => !hidden);
  const cover = page.cover === null ? null : around.asset(page.cover, coverForm);
  // A landing page begins with its own large cover.
  const hasOwnCover = page.layout === 'landing' && first?.template === 'cover';
  return (
    <div className={hasOwnCover ? 'said' : 'head'}>
      {page.eyebrow && !hasOwnCover ? <p className="eyebrow">{page.eyebrow}</p> : null}
      <h1>{page.title}</h1>
      {page.lede && !hasOwnCover ? <p className="lede">{page.lede}</p> : null}
      {cover?.mime.startsWith('image/') ? (
        <img className="cover" src={cover.url} {...sidesAndWidths(cover, 'page')} alt="" />
      ) : null}
    </div>
  );
}

/** Links to the page in each context that its rules use, without sections that are always shown in one. */
function Contexts({ read, portal }: { read: ReadPage; portal: EnteredPortal }): ReactElement | null {
  const { view, page, brand, context } = read;
  const at = pagePath(brand.slug, page.slug);
  const keys = new Set(keysOf({ sections: page.sections.filter((one) => one.context === undefined) }));
  const contexts = contextsOf(view.state.rules.filter(({ key }) => keys.has(key)));
  if (contexts.length === 0) return null;
  return (
    <ul className="choices" aria-label="Context">
      {[null, ...contexts].map((one) => (
        <li key={one ?? ''}>
          <a
            href={pageOf(portal, at, one === null ? {} : { context: one })}
            aria-current={one === context ? 'true' : undefined}
          >
            {one === null ? 'Everywhere' : one.replaceAll('-', ' ')}
          </a>
        </li>
      ))}
    </ul>
  );
}

function OnPage({ page }: { page: PageState }): ReactElement | null {
  const titled = page.sections.filter(({ hidden, title }) => !hidden && title);
  if (titled.length < 3) return null;
  return (
    <nav className="onpage" aria-label="On this page">
      <strong>On this page</strong>
      <ul>
        {titled.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Turn({ read, portal }: { read: ReadPage; portal: EnteredPortal }): ReactElement | null {
  const { pages } = read.view.state;
  const at = pages.findIndex(({ slug }) => slug === read.page.slug);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  if (!before && !after) return null;
  const link = (page: PageState, rel: 'prev' | 'next', words: string): ReactElement => (
    <a rel={rel} href={pageOf(portal, pagePath(read.brand.slug, page.slug))}>
      <small>{words}</small>
      {page.title}
    </a>
  );
  return (
    <nav className="turn" aria-label="Previous and next page">
      {before ? link(before, 'prev', 'Before') : null}
      {after ? link(after, 'next', 'Next') : null}
    </nav>
  );
}

/** @throws ApiError not_found if there is no such page for this visitor. */
export async function brandPage(
  service: Service,
  portal: EnteredPortal,
  asked: { path: string; context: string | null },
): Promise<Answer> {
  const [shown, read] = await Promise.all([
    showPortal(service, portal),
    readPage(service, portal, { ...asked, withOffered: true }),
  ]);
  const { around, downloadAll } = await aroundSections(service, portal, read);
  const { page, brand, view, rules, context } = read;
  const sections = await renderSections(service, { sections: page.sections, rules, around }, read.loaded);
  return portalPage(shown, {
    title: page.title,
    description: page.lede,
    here: { brand: brand.slug, page: page.slug },
    look: lookWith(portal, view.state, context),
    body: (
      <div
        className={`wrap ${page.sections.length > 2 ? 'paged' : ''}`}
        data-density={themeAtWork(view.state).applied.density}
      >
        <article>
          <PageHead page={page} around={around} />
          <Contexts read={read} portal={portal} />
          {downloadAll === null ? null : (
            <p className="noprint">
              <a className="button plain" href={downloadAll}>
                Download all files of this page
              </a>
            </p>
          )}
          {sections}
          <Turn read={read} portal={portal} />
        </article>
        <OnPage page={page} />
      </div>
    ),
  });
}
