import { includedOf } from '../../src/assets/delivery/thumbnails.ts';
import { assetsIn } from '../../src/assets/languages/read-language.ts';
import { versionedAssetQuery } from '../../src/assets/queries.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { recordWith } from '../../src/core/pipeline/conditional-requests.ts';
import { assetPath, readsAsset, ReadAsset, readQuery } from './schemas.ts';

export const getAsset = defineOperation({
  name: 'get_asset',
  http: {
    route: 'GET /api/v1/assets/{id}',
    tag: 'assets',
  },
  summary: 'Get an asset',
  description:
    'With lang, the title and description are in that language, or else in the default one. An ETag for If-Match comes from a read without lang.',
  access: readsAsset,
  query: versionedAssetQuery,
  queryValues: ({ query }) => [query.include !== undefined],
  input: { path: assetPath, query: readQuery },
  output: ReadAsset,

  run: async ({ row, service, db }, { query: { include, lang } }) => {
    const [asset = row.asset] = await assetsIn(service, db, row.asset.workspaceId, [row.asset], lang);
    const record = { data: asset };
    return include === undefined
      ? record
      : recordWith(record, { ...record, included: includedOf(service.env.serverUrl, [row]) });
  },
});
