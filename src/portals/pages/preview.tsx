// Preview of a brand page: for its editor with unsaved changes, or of one version as its readers see it.
import type { z } from 'zod';
import { isTransformable } from '../../assets/metadata/kinds.ts';
import { collectionFiles, factsOfAssets, type AssetFacts } from '../../brands/assets-of.ts';
import { updatesOf } from '../../brands/publishing/publish.ts';
import type { LoadedBrand } from '../../brands/queries.ts';
import { namedAssets, pageWarnings, rulesInView } from '../../brands/pages/read-page.ts';
import type { PagePreview } from '../../brands/pages/schemas.ts';
import { keysOf, readersView, type PageState, type RuleState } from '../../brands/publishing/state.ts';
import { editingStyles } from '../../brands/pages/templates/empty.tsx';
import type { AssetView, Surroundings } from '../../brands/pages/templates/contract.ts';
import { loadedAssets, loadSections, renderSections } from '../../brands/pages/templates/sections.tsx';
import type { Context } from '../../core/operation.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { pageHtml } from '../../sharing/document.tsx';
import { plainTheme } from '../rules.ts';
import { faceStyles, fontRulesOf } from '../fonts.ts';
import { PageHead } from './brand-page.tsx';
import { colorsOfContexts, lookWith } from './look.ts';
import { portalStyles } from './styles.ts';
import { toUpdateView } from './words.ts';

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

/** The fonts of a page, from the files that the caller may see. */
function fontsOf(rules: readonly RuleState[], facts: ReadonlyMap<string, AssetFacts>): string {
  const files = [...facts].flatMap(([id, { filename, mime, usable }]) =>
    usable ? [[id, { id, filename, mime_type: mime }] as const] : [],
  );
  return faceStyles(rules, new Map(files), ({ id }) => `/api/v1/assets/${id}/content`);
}

interface Previewed {
  brand: LoadedBrand;
  /** A page in the brand's state. */
  page: PageState;
  context: string | null;
  /** True: with hidden sections, and what belongs into empty ones. */
  isEdited?: boolean;
}

/**
 * A page as a complete HTML document, without scripts. Shows pictures and fonts that the caller may see and that may be
 * used.
 */
export async function previewOf(
  { service, db, caller }: Pick<Context, 'service' | 'db' | 'caller'>,
  { brand, page, context, isEdited = false }: Previewed,
): Promise<z.output<typeof PagePreview>> {
  const { serverUrl } = service.env;
  const collections = page.sections.flatMap(({ template, props }) =>
    template === 'collection' && typeof props.collection === 'string' ? [props.collection.toLowerCase()] : [],
  );
  const wantsUpdates = page.sections.some(({ template }) => template === 'updates');
  const loaded = await loadSections(service, brand.workspaceId, page.sections);
  const fontRules = fontRulesOf({ state: brand.state, keys: new Set(keysOf(page)) });
  const named = [
    ...namedAssets(brand.state, [page], context),
    ...fontRules.flatMap(({ assets }) => assets.map(({ id }) => id)),
    ...loadedAssets(loaded),
  ];
  const [facts, files, updates] = await Promise.all([
    factsOfAssets(db, caller, brand.workspaceId, named),
    collectionFiles(db, caller, brand.workspaceId, collections),
    wantsUpdates ? updatesOf(db, caller, brand.workspaceId, brand.id, 'members') : [],
  ]);
  const readers = readersView(brand.state).pages;
  const around: Surroundings = {
    isEdited,
    brand: { slug: brand.slug, name: brand.state.name },
    page: page.slug,
    pages: readers.map(({ slug, title, parent, lede }) => ({
      slug,
      title,
      parent,
      lede,
      url: panelUrl(service, `/brands/${brand.slug}/pages/${slug}`),
    })),
    asset: (id, rendition) => shown(id, facts.get(id.toLowerCase()), rendition),
    collection: (id) =>
      (files.get(id.toLowerCase()) ?? []).flatMap(
        ({ id: file, ...known }) => shown(file, known, 'w_640,f_auto') ?? [],
      ),
    updates: updates.map(toUpdateView),
    colorsIn: colorsOfContexts({ theme: plainTheme }, brand.state),
    linksOnly: true,
  };
  const rules = rulesInView(brand, context, facts);
  const sections = await renderSections(service, { sections: page.sections, rules, around }, loaded);
  const { html } = await pageHtml({
    serverUrl,
    title: page.title,
    look: lookWith({ theme: plainTheme }, brand.state, context),
    moreStyles: portalStyles + (isEdited ? editingStyles : ''),
    fonts: fontsOf(fontRules, facts),
    opensElsewhere: true,
    body: (
      <main className="wrap">
        <PageHead page={page} around={around} />
        {sections}
      </main>
    ),
  });
  return { html, warnings: pageWarnings(brand, page, { rules, assets: facts, readers }) };
}
