import { z } from 'zod';
import { assetsApp } from '../../src/assets/app/index.ts';
import { cursorAt, filtersOf, Next, positionOf } from '../../src/core/paging.ts';
import { Included, includedOf } from '../../src/assets/delivery/thumbnails.ts';
import { assetsIn } from '../../src/assets/languages/read-language.ts';
import type { Service } from '../../src/core/service.ts';
import { Asset, states } from '../../src/assets/schemas.ts';
import {
  colorOf,
  facetKeysOf,
  fieldFilters,
  positionBySort,
  SearchParameters,
  type Order,
  type SearchPosition,
  type SearchQuery,
} from '../../src/assets/search/search-query.ts';
import { languagesIn } from '../../src/assets/languages/languages.ts';
import { namesLanguage, traitFilter } from '../../src/assets/search/asset-traits.ts';
import { facetFilters, moduleFacets } from '../../src/assets/search/module-facets.ts';
import { contextQuery, toContext } from '../../src/assets/search/search-sql.ts';
import { searchOf } from '../../src/assets/search/search.ts';
import { searchHits } from './agent/search-hits.ts';
import { SearchedUse } from '../../src/assets/search/usable-for.ts';
import { idsSimilarTo } from '../../src/assets/similar/similar.ts';
import { useFilter } from '../../src/usage-rights/searched-use.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

const Facet = z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() }));

/** Without `sort`: a color is asked for by what it looks like, and matches of words differ less. */
function usualSort(words: readonly string[], { color, expiresWithin }: SearchParameters): Order {
  if (color !== undefined) return 'color';
  if (words.length > 0) return 'best';
  return expiresWithin === undefined ? 'newest' : 'expires';
}

/** Records of a page in a language; they come, and stay, as text. */
async function recordsIn(
  service: Service,
  workspaceId: string,
  records: string,
  lang: string | undefined,
): Promise<string> {
  if (lang === undefined) return records;
  const assets = JSON.parse(`[${records}]`) as Asset[];
  return JSON.stringify(await assetsIn(service, service.db, workspaceId, assets, lang)).slice(1, -1);
}

export const listAssets = defineOperation({
  name: 'list_assets',
  http: {
    route: 'GET /api/v1/assets',
    tag: 'assets',
  },
  summary: 'Search assets, with facet counts over all matches',
  description:
    'Custom fields: f.{key} (repeat for any of several), f.{key}.gte and f.{key}.lte. Facets count all matches, not just the page; states are counted over all states. Only the current version of a stack is listed. Words inside PDFs and office files are found as well, ranked below all others. With color, assets with the most of it, or of a similar one, come first unless you set sort.',
  access: {
    scope: 'read',
    within: true,
  },
  query: contextQuery,
  queryValues: ({ query }, service) => [
    query.q ?? '',
    query.collection ?? null,
    searchOf(service).since,
    query.direct === 'true',
  ],
  input: { query: SearchParameters },
  output: z.object({
    data: z.array(Asset),
    total: z.int(),
    next: Next,
    included: Included,
    matches: z
      .record(z.string(), z.object({ page: z.int().nullable() }))
      .optional()
      .describe(
        'Present when q matched text inside files: for each of those assets, by ID, the page, slide or sheet where the text is; null if that is unknown',
      ),
    facets: z.object({
      tags: Facet,
      types: Facet,
      states: Facet,
      fields: z.record(z.string(), Facet),
      addedBy: z
        .array(z.object({ value: z.string(), name: z.string(), count: z.int() }))
        .describe('By ID of the person or key, with their name'),
      modules: z
        .array(z.object({ name: z.string(), label: z.string(), values: Facet }))
        .describe('Those of other modules; filter with facet.{name}'),
    }),
  }),
  errors: ['invalid'],
  agent: {
    title: 'Search assets',
    description:
      'Finds assets by words, tags, type, what they may be used for and more, and by custom fields: f.key, or f.key.gte and f.key.lte for numbers and dates (list_fields returns the keys). Use it before you create or fetch anything: the library may already have it. Each hit is short; call describe_asset before you use one, and view_assets to look.',
    readOnly: true,
    app: assetsApp,
    defaults: { limit: 20 },
    without: ['addedBy', 'ai', 'colorSpace', 'include', 'lang', 'maxSize', 'minSize'],
    objects: { usableFor: SearchedUse },
    result: searchHits,
  },
  run: async ({ service, db, caller, row, ask }, { query: given }) => {
    const context = toContext(row);
    const { workspaceId, today } = context;
    const { similarTo, usableFor } = given;
    const languages = namesLanguage(given.missing)
      ? await languagesIn(service, service.db, context.workspaceId)
      : null;
    const review = given.review === 'true';
    const { limit, offset, cursor, include, lang, ...filters } = given;
    const sort = given.sort ?? usualSort(context.words, given);
    const asked = filtersOf('assets', context.workspaceId, filters, sort);
    const query: SearchQuery = {
      words: context.words,
      tags: given.tag ?? [],
      types: given.type ?? [],
      collectionIds: context.collectionIds,
      uploaders: given.addedBy ?? [],
      states: given.status ?? (review ? states.filter((state) => state !== 'deleted') : ['active']),
      review,
      expiresWithin: given.expiresWithin ?? null,
      fields: fieldFilters(given, context.fields),
      color: colorOf(given.color),
      traits: traitFilter(given, context.fields, languages),
      among: similarTo === undefined ? null : await idsSimilarTo(db, caller, workspaceId, similarTo),
      usable:
        usableFor === undefined ? null : await useFilter({ service, db, workspaceId }, usableFor, today),
      facets: facetFilters(given),
      facetKeys: facetKeysOf(context.fields),
      pictured: include !== undefined,
      sort,
      limit,
      offset: offset ?? 0,
      after: positionOf<SearchPosition>({ cursor, offset }, asked, positionBySort[sort]),
    };
    const answer = await searchOf(service).search(context, query, ask);
    if (!answer) throw new ApiError('not_found', 'You have no workspace to search.');
    const { found, pictures, matches } = answer;
    const records = await recordsIn(service, context.workspaceId, answer.records, lang);
    const modules = moduleFacets().map(({ name, label }) => ({
      name,
      label,
      values: found.facets.modules[name] ?? [],
    }));
    const facets = { ...found.facets, modules };
    const inText = Object.keys(matches).length > 0 ? `,"matches":${JSON.stringify(matches)}` : '';
    const included = include && `,"included":${JSON.stringify(includedOf(service.env.serverUrl, pictures))}`;
    return new Answer(200, {
      kind: 'text',
      json: `{"data":[${records}],"total":${found.total},"next":${JSON.stringify(found.next && cursorAt(asked, found.next))},"facets":${JSON.stringify(facets)}${included ?? ''}${inText}}`,
    });
  },
});
