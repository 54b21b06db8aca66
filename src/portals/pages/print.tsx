// A whole brand in one document, to print or to keep: its pages one after the other, with a table of contents.
import type { ReactElement } from 'react';
import { variesByLanguage } from '../../assets/languages/visitor-language.ts';
import { miningOfWorkspace } from '../../assets/mining.ts';
import type { PageState } from '../../brands/publishing/state.ts';
import type { Surroundings } from '../../brands/pages/templates/contract.ts';
import { renderSections } from '../../brands/pages/templates/sections.tsx';
import { themeAtWork } from '../../brands/theme/theme.ts';
import { ApiError } from '../../core/errors.ts';
import type { Answer } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { portalScript } from '../../generated/scripts.ts';
import { pageAnswer } from '../../sharing/document.tsx';
import { dayText } from '../../sharing/words.ts';
import { fontStyles } from '../fonts.ts';
import { readPage } from '../page.ts';
import { readersBrand } from '../published.ts';
import { pagePath } from '../rules.ts';
import { signInTheme } from '../theme.ts';
import { brandOf } from '../updates.ts';
import type { EnteredPortal } from '../visibility.ts';
import { aroundSections } from './around-sections.ts';
import { PageHead } from './brand-page.tsx';
import { iconOf, lookWith } from './look.ts';
import { homeOf } from './paths.ts';
import { portalStyles } from './styles.ts';

const chapterId = (page: string): string => `page-${page}`;
/** Links to a section of another page, `voice#tone`, become `#page-voice#tone`. */
const sectionId = (page: string, section: string): string => `${chapterId(page)}#${section}`;

function Contents({
  pages,
  parent = null,
}: {
  pages: readonly PageState[];
  parent?: string | null;
}): ReactElement | null {
  const here = pages.filter((page) => page.parent === parent);
  if (here.length === 0) return null;
  return (
    <ol>
      {here.map(({ slug, title }) => (
        <li key={slug}>
          <a href={`#${chapterId(slug)}`}>{title}</a>
          <Contents pages={pages} parent={slug} />
        </li>
      ))}
    </ol>
  );
}

async function chapterOf(
  service: Service,
  portal: EnteredPortal,
  { brand, page: slug }: { brand: string; page: string },
): Promise<ReactElement> {
  const read = await readPage(service, portal, { path: pagePath(brand, slug) });
  const { page, rules } = read;
  const { around: onPage } = await aroundSections(service, portal, read, { isPrinted: true });
  const around: Surroundings = {
    ...onPage,
    pages: onPage.pages.map((one) => ({ ...one, url: `#${chapterId(one.slug)}` })),
  };
  const anchored = page.sections.map((section) => ({ ...section, id: sectionId(slug, section.id) }));
  const loaded = new Map([...read.loaded].map(([id, one]) => [sectionId(slug, id), one] as const));
  const sections = await renderSections(service, { sections: anchored, rules, around }, loaded);
  return (
    <article key={slug} id={chapterId(slug)} className="chapter">
      <PageHead page={page} around={around} />
      {sections}
    </article>
  );
}

/**
 * @param slug of one of the portal's brands; null: the first.
 * @throws ApiError not_found if there is nothing of it to read.
 */
export async function printPage(
  service: Service,
  portal: EnteredPortal,
  slug: string | null,
): Promise<Answer> {
  const brand = brandOf(portal, slug);
  const view = brand ? await readersBrand(service.db, brand, portal.audience) : null;
  if (!brand || !view || brand.publishedAt === null || view.state.pages.length === 0)
    throw new ApiError('not_found', "There are no published pages to print, or you don't have access.");
  const { name, pages } = view.state;
  const chapters: ReactElement[] = [];
  // One after the other: a brand can have hundreds of pages.
  for (const page of pages)
    chapters.push(await chapterOf(service, portal, { brand: brand.slug, page: page.slug }));
  const [branding, fonts, mining] = await Promise.all([
    signInTheme(service, portal),
    fontStyles(service, portal.workspaceId, [view]),
    miningOfWorkspace(service.db, portal.workspaceId),
  ]);
  return pageAnswer({
    serverUrl: service.env.serverUrl,
    title: `${name} · ${portal.name}`,
    look: lookWith(portal, view.state),
    icon: iconOf(branding),
    mining,
    moreStyles: portalStyles,
    fonts,
    script: portalScript,
    headers: variesByLanguage,
    body: (
      <main className="wrap book" data-density={themeAtWork(view.state).applied.density}>
        <p className="print-bar noprint">
          <a href={homeOf(portal)}>Back to {portal.name}</a>
          <button type="button" data-print="" hidden>
            Print
          </button>
        </p>
        <div className="head">
          <h1>{name}</h1>
          <p className="quiet">
            Version {brand.version}, published on {dayText(brand.publishedAt)}
          </p>
        </div>
        <nav className="contents" aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          <Contents pages={pages} />
        </nav>
        {chapters}
      </main>
    ),
  });
}
