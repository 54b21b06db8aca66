import { includedOf } from '../../src/assets/delivery/thumbnails.ts';
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
  access: readsAsset,
  query: versionedAssetQuery,
  queryValues: ({ query }) => [query.include !== undefined],
  input: { path: assetPath, query: readQuery },
  output: ReadAsset,

  run: ({ row, service }, { query: { include } }) => {
    const record = { data: row.asset };
    return Promise.resolve(
      include === undefined
        ? record
        : recordWith(record, { ...record, included: includedOf(service.env.serverUrl, [row]) }),
    );
  },
});
