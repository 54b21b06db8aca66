// Reading what is published of a brand, as anyone meets it, for programs.
import type { Db } from '../db/pool.ts';
import { Refusal } from '../refusal.ts';
import { factsOfAssets } from './assets-of.ts';
import type { AgentsView } from './for-agents.ts';
import { publishedState } from './publish.ts';
import { readersView, type BrandState } from './state.ts';

/** Assets that rules name. */
const named = (state: BrandState): string[] =>
  state.rules.flatMap(({ assets }) => assets.map(({ id }) => id));

/** @throws Refusal not_found for a brand that was never published. */
export async function agentsView(
  db: Db,
  serverUrl: string,
  brand: { id: string; workspaceId: string; slug: string },
): Promise<AgentsView> {
  const published = await publishedState(db, brand.id);
  if (!published) throw new Refusal('not_found', 'This brand has not been published yet.');
  const state = readersView(published.state, 'everyone');
  return {
    slug: brand.slug,
    state,
    version: published.number,
    serverUrl,
    assets: await factsOfAssets(db, { kind: 'nobody' }, brand.workspaceId, named(state)),
    pageUrl: (slug) => `${serverUrl}/api/v1/brands/${brand.slug}/pages/${slug}`,
  };
}
