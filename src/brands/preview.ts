// A page as readers will see it, drawn by the templates' own renderers: also one that isn't saved yet.
import { createElement as element, Fragment, type ReactElement } from 'react';
import { isTransformable } from '../assets/kinds.ts';
import type { Caller } from '../access/caller.ts';
import type { Db } from '../db/pool.ts';
import { collectionFiles, factsOfAssets, type AssetFacts } from './assets-of.ts';
import { updatesOf } from './publish.ts';
import type { LoadedBrand } from './queries.ts';
import { namedAssets, rulesInView } from './read-page.ts';
import type { BrandUpdate } from './schemas.ts';
import { readersView, type PageState } from './state.ts';
import type { AssetView, Surroundings } from './templates/contract.ts';
import { lookOf } from './templates/look.ts';
import { Picture } from './templates/parts.tsx';
import { Sections } from './templates/section.tsx';
import { themeAtWork } from './theme.ts';

/** React's renderer is loaded with the first preview: what Next bundles of the server must not find it at the top of a file. */
async function htmlOf(tree: ReactElement): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return renderToStaticMarkup(tree);
}

function shown(id: string, facts: AssetFacts | undefined, rendition: string | null): AssetView | null {
  if (!facts?.usable) return null;
  const { title, filename, mime, width, height } = facts;
  const transformed = rendition !== null && isTransformable(mime) && width !== null;
  return {
    id,
    title,
    filename,
    mime,
    width,
    height,
    // Without a host: the panel may be open under another name of this server.
    url: `/api/v1/assets/${id}/content${transformed ? `/${rendition}` : ''}`,
  };
}

const count = (one: string, list: readonly unknown[], did: string): string[] =>
  list.length === 0 ? [] : [`${list.length} ${one}${list.length === 1 ? '' : 's'} ${did}`];

/** What a publish changed, in words: "3 rules changed, 1 page added". */
export function toldOf({ changes: { rules, pages } }: Pick<BrandUpdate, 'changes'>): string {
  const said = [
    ...count('rule', rules.added, 'added'),
    ...count('rule', rules.changed, 'changed'),
    ...count('rule', rules.removed, 'removed'),
    ...count('page', pages.added, 'added'),
    ...count('page', pages.changed, 'changed'),
    ...count('page', pages.removed, 'removed'),
  ];
  return said.join(', ');
}

/**
 * A page as a whole HTML document, without scripts. Its pictures are those that the caller may see and that may be used.
 *
 * @param state the brand with the page in it, as it would be.
 */
export async function previewOf(
  db: Db,
  caller: Caller,
  adminUrl: string,
  brand: LoadedBrand,
  page: PageState,
  context: string | null,
): Promise<string> {
  const collections = page.sections.flatMap(({ template, props }) =>
    template === 'collection' && typeof props.collection === 'string' ? [props.collection.toLowerCase()] : [],
  );
  const wantsUpdates = page.sections.some(({ template }) => template === 'updates');
  const [facts, files, updates] = await Promise.all([
    factsOfAssets(db, caller, brand.workspaceId, namedAssets(brand.state, [page], context)),
    collectionFiles(db, caller, brand.workspaceId, collections),
    wantsUpdates ? updatesOf(db, caller, brand.workspaceId, brand.id, 'members') : [],
  ]);
  const around: Surroundings = {
    brand: { slug: brand.slug, name: brand.state.name },
    page: page.slug,
    pages: readersView(brand.state).pages.map(({ slug, title, parent, lede }) => ({
      slug,
      title,
      parent,
      lede,
      url: `${adminUrl}/brands/${brand.slug}/pages/${slug}`,
    })),
    asset: (id, rendition) => shown(id, facts.get(id.toLowerCase()), rendition),
    collection: (id) =>
      (files.get(id.toLowerCase()) ?? []).flatMap(
        ({ id: file, ...known }) => shown(file, known, 'w_640,f_auto') ?? [],
      ),
    updates: updates.map((update) => ({
      version: update.version,
      publishedAt: update.publishedAt,
      note: update.note,
      told: toldOf(update),
    })),
  };
  const cover = page.cover === null ? null : around.asset(page.cover, 'w_1920,f_auto');
  const head = element(
    'header',
    null,
    page.eyebrow ? element('p', { className: 'mqb-eyebrow' }, page.eyebrow) : null,
    element('h1', null, page.title),
    page.lede ? element('p', { className: 'mqb-lede' }, page.lede) : null,
    cover ? element(Picture, { asset: cover }) : null,
  );
  const sections = element(Sections, {
    sections: page.sections,
    rules: rulesInView(brand, context, facts),
    around,
  });
  const { applied } = themeAtWork(brand.state, context);
  const body = await htmlOf(element(Fragment, null, head, sections));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><base target="_blank"><title>${title(page.title)}</title><style>${lookOf(applied)}</style></head><body class="mqb">${body}</body></html>`;
}

const title = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
