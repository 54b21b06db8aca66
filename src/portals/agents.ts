// llms.txt and brand.json of a public portal, limited to what everyone may read there.
import { signedAddress } from '../assets/delivery/signed-media.ts';
import { brandJson, llmsText, pageLinks, type AgentsView } from '../brands/for-agents.ts';
import { ruleName } from '../brands/publishing/state.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { domainAsked } from '../domains/serving.ts';
import { portalAt, type EnteredPortal, type PortalFacts } from './visibility.ts';
import { mediaNamed } from './media.ts';
import { readersBrand, type PortalBrand } from './published.ts';
import { addressOf, pagePath } from './rules.ts';
import { publicPath } from '../core/public-paths.ts';

/** A brand as everyone reads it on the portal: only the rules of its pages and its theme. */
async function viewOf(
  service: Service,
  portal: EnteredPortal,
  brand: PortalBrand,
): Promise<AgentsView | null> {
  const read = await readersBrand(service.db, brand, portal.audience);
  if (!read || brand.version === null) return null;
  const { serverUrl } = service.env;
  const rules = read.state.rules.filter((rule) => read.rules.has(ruleName(rule)));
  const media = await mediaNamed(
    service.db,
    portal.workspaceId,
    rules.flatMap(({ assets }) => assets.map(({ id }) => id)),
  );
  const api = `${serverUrl}/api/v1/portal/${portal.slug}`;
  return {
    slug: brand.slug,
    state: { ...read.state, rules },
    version: brand.version,
    serverUrl,
    assets: new Map(
      [...media].map(([id, { width, height }]) => [id, { width, height, usable: true }] as const),
    ),
    assetUrl: (id, rendition) => {
      const row = media.get(id);
      return row ? signedAddress(service, row, rendition) : `${serverUrl}${publicPath('a')}/${id}`;
    },
    pageUrl: (page) => `${addressOf(service.env, portal.slug)}/${pagePath(brand.slug, page)}`,
    data: [
      {
        title: 'Pages as data',
        url: `${api}/site?path=${brand.slug}`,
        says: 'each page with its rules, files and Markdown; path={brand}/{page} selects another',
      },
      { title: 'Search', url: `${api}/search?q=logo`, says: 'pages, sections, rules and assets' },
      { title: 'Assets', url: api, says: 'files that may be used now, with downloads' },
      { title: 'Updates', url: `${api}/updates?brand=${brand.slug}`, says: 'the latest publishes' },
      {
        title: 'brand.json',
        url: `${addressOf(service.env, portal.slug)}/brand.json`,
        says: 'colors, fonts and logos, as AdCP brand.json',
      },
    ],
  };
}

/**
 * What everyone may read of a portal's published brands, in the portal's order.
 *
 * @throws ApiError not_found if it isn't public or shows no published brand.
 */
async function viewsOf(service: Service, portal: PortalFacts): Promise<[AgentsView, ...AgentsView[]]> {
  const entered: EnteredPortal = { ...portal, audience: 'everyone', language: null, lang: null };
  const views =
    portal.access === 'public'
      ? await Promise.all(portal.brands.map((brand) => viewOf(service, entered, brand)))
      : [];
  const [first, ...others] = views.filter((view) => view !== null);
  if (!first)
    throw new ApiError('not_found', 'There is no public portal with a published brand at this address.');
  return [first, ...others];
}

/** llms.txt of a portal: its first brand's, with links to the pages of the others. @throws ApiError as `portalAt` and `viewsOf` */
export async function portalLlmsText(service: Service, slug: string): Promise<string> {
  const [first, ...others] = await viewsOf(service, await portalAt(service, slug));
  const more = others
    .filter(({ state }) => state.pages.length > 0)
    .map((view) => `\n## ${view.state.name.replace(/\s+/g, ' ')}\n\n${pageLinks(view)}\n`);
  return [llmsText(first), ...more].join('');
}

/**
 * brand.json of a portal: the house is its first brand's, at the domain that was asked, and lists every brand.
 * @throws ApiError as `portalAt` and `viewsOf`
 */
export async function portalBrandJson(
  service: Service,
  slug: string,
  headers: Headers,
): Promise<Record<string, unknown>> {
  const portal = await portalAt(service, slug);
  const views = await viewsOf(service, portal);
  const domain = await domainAsked(service, { kind: 'portal', id: portal.id }, headers);
  const [first, ...others] = views.map((view) =>
    brandJson(domain === null ? view : { ...view, serverUrl: domain }),
  );
  const brands = [first, ...others].flatMap((one) => (one?.brands as unknown[] | undefined) ?? []);
  return { ...first, brands };
}
