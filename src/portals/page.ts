// A page of a brand's latest publish as a visitor may read it: content for a narrower audience, or that may
// not be used now, is removed before anything is signed or rendered.
import { signedAddress } from '../assets/delivery/signed-media.ts';
import { namedAssets } from '../brands/pages/read-page.ts';
import { pageMarkdown } from '../brands/pages/markdown.ts';
import { findPage } from '../brands/pages/pages.ts';
import {
  bySection,
  contextOrNone,
  rulesIn,
  rulesShownOn,
  type RulesOfSection,
} from '../brands/rules/contexts.ts';
import { referencesOf } from '../brands/rules/rules.ts';
import type { Rule } from '../brands/rules/schemas.ts';
import { contextsOf, keysOf, type PageState, type RuleState } from '../brands/publishing/state.ts';
import type { AssetView, Surroundings, UpdateView } from '../brands/pages/templates/contract.ts';
import { templateOf } from '../brands/pages/templates/index.ts';
import { loadedAssets, loadSections, type LoadedSections } from '../brands/pages/templates/sections.tsx';
import { themeAtWork } from '../brands/theme/theme.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import type { EnteredPortal } from './visibility.ts';
import { mediaById, mediaNamed, mediaOfCollections, type MediaRow } from './media.ts';
import { readersBrand, wholePublish, type PortalBrand, type ReadersBrand } from './published.ts';
import { addressOf, pagePath } from './rules.ts';
import type { PortalPage, PublishedRule } from './schemas.ts';

/** Maximum number of files shown of one collection. */
const mostOfCollection = 100;

/** A page found for a visitor, with everything needed to render it. */
export interface ReadPage {
  portal: EnteredPortal;
  brand: PortalBrand & { version: number; publishedAt: Date };
  view: ReadersBrand;
  page: PageState;
  /** Null for one that the brand doesn't have. */
  context: string | null;
  /** The page's rules as each section shows them, and the colors that they refer to. */
  rules: RulesOfSection<Rule>;
  /** Files that may be used now, by id. */
  media: ReadonlyMap<string, MediaRow>;
  /** Files of the page's collections, by collection id. */
  collections: ReadonlyMap<string, readonly MediaRow[]>;
  /** What templates of other modules loaded for their sections. */
  loaded: LoadedSections;
}

const noPage = (): ApiError =>
  new ApiError(
    'not_found',
    "Page not found, or you don't have access. Leave out path to get the first page.",
  );

function isPublished(brand: PortalBrand): brand is ReadPage['brand'] {
  return brand.version !== null && brand.publishedAt !== null;
}

/** The brand and page that a path names: `{brand}/{page}`, `{brand}`, or `{page}` of the first brand. */
function namesIn(
  portal: EnteredPortal,
  path: string,
): { brand: PortalBrand | undefined; page: string | null } {
  const [one, two, ...more] = path.split('/').filter((part) => part !== '');
  if (more.length > 0) throw noPage();
  const named = portal.brands.find(({ slug }) => slug === one);
  if (two !== undefined) return { brand: named, page: two };
  return named ? { brand: named, page: null } : { brand: portal.brands[0], page: one ?? null };
}

/** Finds a page for a visitor, also by an alias. @throws ApiError not_found */
export async function findFor(
  service: Service,
  portal: EnteredPortal,
  path: string,
): Promise<{ brand: ReadPage['brand']; view: ReadersBrand; page: PageState }> {
  const { brand, page: slug } = namesIn(portal, path);
  const view = brand && (await readersBrand(service.db, brand, portal.audience));
  if (!brand || !view || !isPublished(brand)) throw noPage();
  const { pages } = view.state;
  // Readers' views have no aliases; the publish itself does.
  const whole = slug === null ? null : await wholePublish(service.db, brand);
  const current = slug === null ? pages[0]?.slug : whole && findPage(whole, slug)?.slug;
  const page = pages.find((one) => one.slug === current);
  if (!page) throw noPage();
  return { brand, view, page };
}

/** A published rule, without files that may not be used now. */
export function publishedRule(
  brand: string,
  rule: RuleState,
  media: ReadonlyMap<string, MediaRow>,
): PublishedRule {
  const { key, label, context, type, value, spec, usage } = rule;
  return {
    brand,
    key,
    label,
    context,
    type,
    value,
    spec,
    usage,
    assets: rule.assets.flatMap(({ id, rendition }) => {
      const row = media.get(id);
      if (!row) return [];
      const { filename, mime_type: mime, width, height, metadata } = row;
      return [{ id, rendition, title: metadata?.title ?? null, filename, mime, width, height }];
    }),
  };
}

/** A published rule as templates take it. */
export const shownRule = (
  { slug, publishedAt }: Pick<ReadPage['brand'], 'slug' | 'publishedAt'>,
  rule: RuleState,
  media: ReadonlyMap<string, MediaRow>,
): Rule => ({ id: '', updatedAt: publishedAt.toISOString(), ...publishedRule(slug, rule, media) });

/** A page without the ids of files that may not be used now. */
function withoutUnusable(page: PageState, media: ReadonlyMap<string, MediaRow>): PageState {
  const usable = (id: unknown): boolean => typeof id === 'string' && media.has(id.toLowerCase());
  return {
    ...page,
    cover: usable(page.cover) ? page.cover : null,
    sections: page.sections.map((section) => {
      const { image, ...props } = section.props;
      const keepsImage = image === undefined || section.template !== 'cover' || usable(image);
      return {
        ...section,
        props: keepsImage ? section.props : props,
        ...(section.items && {
          items: section.items.map(({ asset, rendition, ...item }) =>
            usable(asset) ? { ...item, asset, ...(rendition && { rendition }) } : item,
          ),
        }),
      };
    }),
  };
}

/** The rules that a page shows in one context, and those that they refer to, by key. */
function rulesForVisitor(
  { brand, view, page, media }: Pick<ReadPage, 'brand' | 'view' | 'page' | 'media'>,
  context: string | null,
): Map<string, Rule> {
  const byKey = new Map(rulesIn(view.state.rules, context).map((rule) => [rule.key, rule]));
  const keys = keysOf(page);
  const named = keys.flatMap((key) => byKey.get(key) ?? []).flatMap(referencesOf);
  return new Map(
    [...new Set([...keys, ...named.map(({ key }) => key)])].flatMap((key) => {
      const rule = byKey.get(key);
      return rule ? [[key, shownRule(brand, rule, media)] as const] : [];
    }),
  );
}

/** The rules with files, in every context, of the sections of a page that offer downloads. */
export function offeredRules({ view, page }: Pick<ReadPage, 'view' | 'page'>): RuleState[] {
  const offering = page.sections.filter(({ template }) => templateOf(template)?.downloads);
  const keys = new Set(offering.flatMap((section) => section.keys));
  return view.state.rules.filter(({ key, assets }) => keys.has(key) && assets.length > 0);
}

/**
 * Reads one page of one brand for a visitor.
 *
 * @param path `{brand}/{page}`, `{brand}`, `{page}` or ''.
 * @param withOffered true to read the files of its rules in every context, for downloads.
 * @throws ApiError not_found if this visitor can't read such a page.
 */
export async function readPage(
  service: Service,
  portal: EnteredPortal,
  {
    path,
    context: asked,
    withOffered = false,
  }: { path: string; context?: string | null | undefined; withOffered?: boolean },
): Promise<ReadPage> {
  const { db } = service;
  const { brand, view, page } = await findFor(service, portal, path);
  const context = contextOrNone(view.state.rules, asked);
  const onPage = page.sections.flatMap(({ template, props }) =>
    template === 'collection' && typeof props.collection === 'string' ? [props.collection.toLowerCase()] : [],
  );
  const logo = themeAtWork(view.state, context).applied.logo;
  const loaded = await loadSections(service, portal.workspaceId, page.sections);
  const offered = withOffered ? offeredRules({ view, page }) : [];
  const ids = [
    ...namedAssets(view.state, [page], context),
    ...loadedAssets(loaded),
    ...(logo ? [logo.id] : []),
    ...offered.flatMap(({ assets }) => assets.map(({ id }) => id)),
  ];
  const [named, collections] = await Promise.all([
    mediaNamed(db, portal.workspaceId, ids, portal.language),
    mediaOfCollections(db, portal.workspaceId, [...new Set(onPage)], mostOfCollection, portal.language),
  ]);
  const media = new Map([...named, ...[...collections.values()].flat().map((row) => [row.id, row] as const)]);
  const rules = bySection(context, (one) => rulesForVisitor({ brand, view, page, media }, one));
  const usable = withoutUnusable(page, media);
  return { portal, brand, view, page: usable, context, rules, media, collections, loaded };
}

/** A file at a signed URL, as pages show it. */
function assetView(service: Service, row: MediaRow, rendition: string | null): AssetView {
  return {
    id: row.id,
    url: signedAddress(service, row, rendition),
    title: row.metadata?.title ?? null,
    alt: row.metadata?.alt ?? null,
    filename: row.filename,
    mime: row.mime_type,
    width: row.width,
    height: row.height,
  };
}

const urlOf = ({ env }: Service, { portal, brand }: ReadPage, page: string): string =>
  `${addressOf(env, portal.slug)}/${pagePath(brand.slug, page)}`;

/** What template renderers need of the brand around a section. */
export function surroundingsOf(
  service: Service,
  read: ReadPage,
  updates: readonly UpdateView[] = [],
): Surroundings {
  const { brand, view, page, media, collections } = read;
  return {
    brand: { slug: brand.slug, name: view.state.name },
    page: page.slug,
    pages: view.state.pages.map(({ slug, title, parent, lede }) => ({
      slug,
      title,
      parent,
      lede,
      url: urlOf(service, read, slug),
    })),
    asset: (id, rendition) => {
      const row = media.get(id.toLowerCase());
      return row ? assetView(service, row, rendition) : null;
    },
    collection: (id) => (collections.get(id.toLowerCase()) ?? []).map((row) => assetView(service, row, null)),
    updates,
  };
}

/** The page as the API returns it. */
export function toPortalPage(service: Service, read: ReadPage): PortalPage {
  const { portal, brand, view, page, context, rules, media, collections } = read;
  const { state } = view;
  const { slug, version, publishedAt } = brand;
  const { applied } = themeAtWork(state, context);
  return {
    brand: { slug, name: state.name, version, publishedAt: publishedAt.toISOString() },
    audience: portal.audience,
    context,
    contexts: contextsOf(state.rules),
    path: pagePath(slug, page.slug),
    url: urlOf(service, read, page.slug),
    page: {
      slug: page.slug,
      title: page.title,
      parent: page.parent,
      eyebrow: page.eyebrow,
      lede: page.lede,
      cover: page.cover,
      icon: page.icon,
      tabs: page.tabs,
      layout: page.layout,
      sections: page.sections as PortalPage['page']['sections'],
    },
    pages: state.pages.map((one) => ({
      slug: one.slug,
      title: one.title,
      parent: one.parent,
      lede: one.lede,
      icon: one.icon,
      path: pagePath(slug, one.slug),
      url: urlOf(service, read, one.slug),
    })),
    rules: rulesShownOn(page, rules).map(({ id: _, updatedAt: __, ...rule }) => rule),
    theme: { ...applied, logo: applied.logo && media.has(applied.logo.id) ? applied.logo : null },
    media: mediaById(service, media.values()),
    collections: Object.fromEntries([...collections].map(([id, rows]) => [id, rows.map((row) => row.id)])),
    markdown: pageMarkdown(page, {
      rules,
      under: (parent) => state.pages.filter((one) => one.parent === parent),
      asset: (id) => {
        const row = media.get(id);
        return row
          ? { url: signedAddress(service, row, null), title: row.metadata?.title ?? row.filename }
          : null;
      },
    }),
  };
}
