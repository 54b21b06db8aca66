// Preview of a brand page for its editor, including unsaved changes.
import { isTransformable } from '../../assets/metadata/kinds.ts';
import { collectionFiles, factsOfAssets, type AssetFacts } from '../../brands/assets-of.ts';
import { updatesOf } from '../../brands/publishing/publish.ts';
import type { LoadedBrand } from '../../brands/queries.ts';
import { namedAssets, rulesInView } from '../../brands/pages/read-page.ts';
import { readersView, type PageState } from '../../brands/publishing/state.ts';
import type { AssetView, Surroundings } from '../../brands/pages/templates/contract.ts';
import { loadedAssets, loadSections, renderSections } from '../../brands/pages/templates/sections.tsx';
import type { Context } from '../../core/operation.ts';
import { panelUrl } from '../../core/panel-address.ts';
import { pageHtml } from '../../sharing/document.tsx';
import { plainTheme } from '../rules.ts';
import { PageHead } from './brand-page.tsx';
import { lookWith } from './look.ts';
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

/**
 * A page as a complete HTML document, without scripts. Shows pictures that the caller may see and that may be
 * used.
 *
 * @param state the brand with the changed page in it.
 */
export async function previewOf(
  { service, db, caller }: Pick<Context, 'service' | 'db' | 'caller'>,
  brand: LoadedBrand,
  page: PageState,
  context: string | null,
): Promise<string> {
  const { serverUrl } = service.env;
  const collections = page.sections.flatMap(({ template, props }) =>
    template === 'collection' && typeof props.collection === 'string' ? [props.collection.toLowerCase()] : [],
  );
  const wantsUpdates = page.sections.some(({ template }) => template === 'updates');
  const loaded = await loadSections(service, brand.workspaceId, page.sections);
  const named = [...namedAssets(brand.state, [page], context), ...loadedAssets(loaded)];
  const [facts, files, updates] = await Promise.all([
    factsOfAssets(db, caller, brand.workspaceId, named),
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
      url: panelUrl(service, `/brands/${brand.slug}/pages/${slug}`),
    })),
    asset: (id, rendition) => shown(id, facts.get(id.toLowerCase()), rendition),
    collection: (id) =>
      (files.get(id.toLowerCase()) ?? []).flatMap(
        ({ id: file, ...known }) => shown(file, known, 'w_640,f_auto') ?? [],
      ),
    updates: updates.map(toUpdateView),
    linksOnly: true,
  };
  const rules = rulesInView(brand, context, facts);
  const sections = await renderSections(service, { sections: page.sections, rules, around }, loaded);
  const { html } = await pageHtml({
    serverUrl,
    title: page.title,
    look: lookWith({ theme: plainTheme }, brand.state, context),
    moreStyles: portalStyles,
    opensElsewhere: true,
    body: (
      <main className="wrap">
        <PageHead page={page} around={around} />
        {sections}
      </main>
    ),
  });
  return html;
}
