// Reading a brand for its tokens: the draft, or the latest publish.
import type { Query } from '../../core/operation.ts';
import { ApiError } from '../../core/errors.ts';
import { contextAmong } from '../rules/contexts.ts';
import { toLoaded, wholeQuery, type WholeRow } from '../queries.ts';
import type { BrandState } from '../publishing/state.ts';
import type { TokenSource } from './contract.ts';
import { tokensOf } from './tokens-of.ts';

/** `$own1`: true for the latest publish. */
export const tokensQuery: Query<TokensRow> = {
  name: 'brand-tokens',
  text: `select x.*, $own1::boolean as live, case when $own1 then (select v.state from marque.brand_versions v
      where v.brand_id = x.id and v.published_at is not null order by v.number desc limit 1) end as published
    from (${wholeQuery.text}) x`,
};

export const tokensQueryValues = ({ query }: { query: Record<string, string | undefined> }): unknown[] => [
  query.version === 'live',
];

export interface TokensRow extends WholeRow {
  live: boolean;
  published: BrandState | null;
}

/**
 * @throws ApiError not_found if the latest publish is requested and there is none; invalid for an unknown
 * context.
 */
export function tokenSourceOf(row: TokensRow, asked: string | null): TokenSource {
  const state = row.live ? row.published : toLoaded(row).state;
  if (!state)
    throw new ApiError(
      'not_found',
      'This brand has not been published yet. Publish it, or leave out version=live to get its draft.',
    );
  const context = contextAmong(state.rules, asked);
  return { brand: { slug: row.slug, name: state.name }, context, tokens: tokensOf(state, context) };
}
