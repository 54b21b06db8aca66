// Reading a published brand as anyone sees it, for programs.
import type { Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { factsOfAssets } from './assets-of.ts';
import type { AgentsView } from './for-agents.ts';
import { publishedState } from './publishing/publish.ts';
import { readersView, type BrandState } from './publishing/state.ts';
import { publicPath } from '../core/public-paths.ts';

/** The assets of its rules. */
const named = (state: BrandState): string[] =>
  state.rules.flatMap(({ assets }) => assets.map(({ id }) => id));

/** @throws ApiError not_found for a brand that was never published. */
export async function agentsView(
  db: Db,
  serverUrl: string,
  brand: { id: string; workspaceId: string; slug: string },
): Promise<AgentsView> {
  const published = await publishedState(db, brand.id);
  if (!published) throw new ApiError('not_found', 'This brand has not been published yet.');
  const state = readersView(published.state, 'everyone');
  const api = `${serverUrl}/api/v1`;
  return {
    slug: brand.slug,
    state,
    version: published.number,
    serverUrl,
    assets: await factsOfAssets(db, { kind: 'nobody' }, brand.workspaceId, named(state)),
    assetUrl: (id, rendition) =>
      `${serverUrl}${publicPath('a')}/${id}${rendition === null ? '' : `/${rendition}`}`,
    pageUrl: (slug) => `${serverUrl}/api/v1/brands/${brand.slug}/pages/${slug}`,
    data: [
      {
        title: 'Design tokens',
        url: `${api}/brand/tokens?brand=${brand.slug}&version=live`,
        says: 'W3C design tokens; format=css, scss, tailwind, ts, swift or android',
      },
      {
        title: 'Rules',
        url: `${api}/brand/rules?brand=${brand.slug}`,
        says: 'every rule with its value, usage and files',
      },
      {
        title: 'Updates',
        url: `${api}/brands/${brand.slug}/updates`,
        says: 'the latest publishes',
      },
    ],
  };
}
