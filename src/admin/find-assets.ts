// Finding assets for the panel's views, through `GET /api/v1/assets`: it finds and counts what the person may read, in the workspace
// they work in.
import type { Asset, State } from '../assets/schemas.ts';
import type { FieldValue } from '../fields/schemas.ts';
import { call } from './api.ts';
import { listedStates } from './states.ts';

export interface AssetQuery {
  /** Words that must each match, as they are typed. */
  q?: string;
  /** Any but deleted ones when left out. */
  state?: State | null;
  type?: string | null;
  tag?: string | null;
  /** Values of custom fields as they count, by key. */
  fields?: Record<string, string>;
  /** Days within which the last day of use lies: soonest first. */
  expiresWithin?: number | null;
  limit: number;
}

export interface FacetEntry {
  value: string;
  count: number;
}

export interface Found {
  assets: Asset[];
  total: number;
  facets: {
    tags: FacetEntry[];
    types: FacetEntry[];
    states: FacetEntry[];
    /** By key, of fields that have a choice of values. */
    fields: Record<string, { value: FieldValue; count: number }[]>;
  };
}

interface Page {
  data: Asset[];
  total: number;
  facets: Found['facets'];
}

/** The most that one answer holds. */
const atOnce = 200;

function addressOf(query: AssetQuery, offset: number): string {
  const { q, state, type, tag, fields = {}, expiresWithin } = query;
  const parameters = new URLSearchParams({
    limit: String(Math.min(atOnce, query.limit - offset)),
    offset: String(offset),
  });
  if (q) parameters.set('q', q);
  if (type) parameters.set('type', type);
  if (tag) parameters.set('tag', tag);
  for (const [key, value] of Object.entries(fields)) parameters.set(`f.${key}`, value);
  if (typeof expiresWithin === 'number') parameters.set('expiresWithin', String(expiresWithin));
  for (const one of state ? [state] : listedStates) parameters.append('status', one);
  return `/api/v1/assets?${parameters.toString()}`;
}

/** Assets, best match first with words, else newest first, or what expires soonest. @throws CallFailed. */
export async function findAssets(query: AssetQuery, signal?: AbortSignal): Promise<Found> {
  const offsets = Array.from({ length: Math.ceil(query.limit / atOnce) }, (_, at) => at * atOnce);
  const pages = await Promise.all(
    offsets.map((offset) => call<Page>('GET', addressOf(query, offset), { signal })),
  );
  const [first] = pages;
  if (!first) throw new Error('A query asks for at least one asset.');
  return { assets: pages.flatMap(({ data }) => data), total: first.total, facets: first.facets };
}
