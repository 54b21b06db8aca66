// Facets of the library that other modules add: values of an asset that the module keeps elsewhere, such as the campaigns it is in.
import { ownerOf, takeContributions } from '../../core/contributions.ts';
import { failureOf } from '../../core/db/failures.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { invalid } from '../../core/errors.ts';
import { reportFailure } from '../../core/failures.ts';
import type { Service } from '../../core/service.ts';
import { suggestion } from '../../lib/nearest.ts';

declare module '../../core/contributions.ts' {
  interface Contributions {
    /** Facets and filters of the library. */
    facets: ModuleFacet;
  }
}

export interface ModuleFacet {
  /** In the filter's name, `facet.campaign`: lowercase letters, digits and underscores. */
  name: string;
  /** The name people see. */
  label: string;
  /**
   * A SELECT of `asset_id` and `value`, a text. Everyone who can see an asset sees its values, so leave out what is private. When they
   * change, call `assetsChanged` in the same transaction.
   */
  values: string;
}

const table = new Map<string, ModuleFacet>();
let edition = 0;

takeContributions('facets', (facet) => {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(facet.name))
    throw new Error(
      `Invalid facet name "${facet.name}". Use a lowercase letter, then up to 39 lowercase letters, digits or underscores.`,
    );
  table.set(facet.name, facet);
  edition += 1;
});

/** Changes with the facets there are, so that statements made of them can be made again. */
export const facetsEdition = (): number => edition;

export const moduleFacets = (): ModuleFacet[] => [...table.values()];

/** An asset's values in one facet, as an array of texts. */
export const facetValuesOf = ({ values }: ModuleFacet, asset: string): string =>
  `array(select distinct v.value::text from (${values}) v where v.asset_id = ${asset} and v.value is not null)`;

function leaveOut(service: Service, facet: ModuleFacet, during: 'start' | 'search', error: unknown): void {
  table.delete(facet.name);
  edition += 1;
  reportFailure(service, { module: ownerOf(facet), during, name: facet.name }, error);
}

/** Leaves out facets whose SQL fails: the search of everything else must not fail with them. */
export async function tryFacets(service: Service): Promise<void> {
  for (const facet of moduleFacets()) {
    try {
      await service.db.query(`select v.asset_id::uuid, v.value::text from (${facet.values}) v limit 0`);
    } catch (error) {
      leaveOut(service, facet, 'start', error);
    }
  }
}

/**
 * The same after a search that failed, over every value: the SQL of a facet can be right and its data wrong.
 * @returns true if there were any, so the search can be tried again
 */
export async function leaveOutFailing(service: Service): Promise<boolean> {
  const before = edition;
  for (const facet of moduleFacets()) {
    try {
      await service.db.query(`select count(v.asset_id::uuid), count(v.value::text) from (${facet.values}) v`);
    } catch (error) {
      // A database that is down says nothing about the facet.
      if (!failureOf(error)) leaveOut(service, facet, 'search', error);
    }
  }
  return edition !== before;
}

/** A condition on one facet: any of these values. */
export interface FacetFilter {
  name: string;
  values: string[];
}

export const facetPrefix = 'facet.';

/** @throws ApiError invalid for a facet that there isn't */
export function facetFilters(parameters: Record<string, unknown>): FacetFilter[] {
  return Object.entries(parameters).flatMap(([parameter, given]) => {
    if (!parameter.startsWith(facetPrefix)) return [];
    const name = parameter.slice(facetPrefix.length);
    if (!table.has(name)) {
      const known = [...table.keys()].map((one) => facetPrefix + one);
      throw invalid([{ path: parameter, message: `Unknown facet. ${suggestion(parameter, known)}` }]);
    }
    return [{ name, values: (Array.isArray(given) ? given : [given]).map(String).slice(0, 50) }];
  });
}

const changed = statement(
  'search:assets-changed',
  `insert into marque.asset_changes (asset_id, workspace_id) select id, workspace_id from payload.assets where id = any($1::uuid[]) and workspace_id is not null`,
);
const tell = statement('search:tell-changed', `select pg_notify('marque_assets', '')`);

/** Makes the search read these assets again. @param db of the transaction that changes them */
export async function assetsChanged(db: Db, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return;
  await db.query(changed, [[...assetIds]]);
  await db.query(tell);
}
