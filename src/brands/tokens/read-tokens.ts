// Reading a brand for its tokens: the draft, the latest publish, or one of its publishes.
import type { Query } from '../../core/operation.ts';
import { ApiError } from '../../core/errors.ts';
import { contextAmong } from '../rules/contexts.ts';
import { toLoaded, wholeQuery, type WholeRow } from '../queries.ts';
import type { BrandState } from '../publishing/state.ts';
import type { TokenSource } from './contract.ts';
import { tokensOf } from './tokens-of.ts';

/** `$own1`: draft, live for the latest publish, or the number of one. */
export const tokensQuery: Query<TokensRow> = {
  name: 'brand-tokens',
  text: `select x.*, $own1::text as asked, case when $own1::text <> 'draft' then (select v.state from marque.brand_versions v
      where v.brand_id = x.id and v.published_at is not null and ($own1::text = 'live' or v.number::text = $own1::text)
      order by v.number desc limit 1) end as published
    from (${wholeQuery.text}) x`,
};

export const tokensQueryValues = ({ query }: { query: Record<string, string | undefined> }): unknown[] => [
  query.version ?? 'draft',
];

export interface TokensRow extends WholeRow {
  /** `draft`, `live`, or a number. */
  asked: string;
  published: BrandState | null;
}

/**
 * @throws ApiError not_found if a publish is requested and there is none; invalid for an unknown context.
 */
export function tokenSourceOf(row: TokensRow, asked: string | null): TokenSource {
  const state = row.asked === 'draft' ? toLoaded(row).state : row.published;
  if (!state)
    throw new ApiError(
      'not_found',
      row.asked === 'live'
        ? 'This brand has not been published yet. Publish it, or leave out version=live to get its draft.'
        : `Version ${row.asked} of this brand doesn't exist or wasn't published. \`list_brand_versions\` lists its versions, and which of them were published.`,
    );
  const context = contextAmong(state.rules, asked);
  return { brand: { slug: row.slug, name: state.name }, context, tokens: tokensOf(state, context) };
}
