import { z } from 'zod';
import { besideOf, IncludeParts, namesPart } from '../../src/assets/beside.ts';
import { assetsIn, LangParameter } from '../../src/assets/languages/read-language.ts';
import { versionedAssetQuery } from '../../src/assets/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { recordWith } from '../../src/core/pipeline/conditional-requests.ts';
import { assetPath, readsAsset, ReadAsset } from './schemas.ts';

export const getAsset = defineOperation({
  name: 'get_asset',
  http: {
    route: 'GET /api/v1/assets/{id}',
    tag: 'assets',
  },
  summary: 'Get an asset',
  description:
    'With lang, the title and description are in that language, or else in the default one. An ETag for If-Match comes from a read without lang, and doesn’t depend on include.',
  access: readsAsset,
  query: versionedAssetQuery,
  queryValues: ({ query }) => [namesPart(query.include, 'thumbnail')],
  input: { path: assetPath, query: z.object({ include: IncludeParts, lang: LangParameter }) },
  output: ReadAsset,
  run: async ({ row, service, db }, { query: { include, lang } }) => {
    const [asset = row.asset] = await assetsIn(service, db, row.asset.workspaceId, [row.asset], lang);
    const record = { data: asset };
    if (include === undefined) return record;
    const included = { [asset.id]: await besideOf(service, db, row, include) };
    return recordWith(record, { ...record, included });
  },
});
