import { includedOf } from '../../src/assets/delivery/thumbnails.ts';
import { versionedAssetQuery } from '../../src/assets/queries.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { tagOf } from '../../src/lib/entity-tags.ts';
import { assetPath, onAsset, ReadAsset, readQuery } from './schemas.ts';

export const getAsset = defineOperation({
  name: 'get_asset',
  http: {
    route: 'GET /api/v1/assets/{id}',
    tag: 'assets',
  },
  summary: 'Get an asset',
  access: {
    scope: 'read',
    target: onAsset,
  },
  query: versionedAssetQuery,
  queryValues: ({ query }) => [query.include !== undefined],
  input: { path: assetPath, query: readQuery },
  output: ReadAsset,

  run: ({ row, service }, { query: { include } }) =>
    Promise.resolve(
      include === undefined
        ? { data: row.asset }
        : Answer.json(
            200,
            { data: row.asset, included: includedOf(service.env.serverUrl, [row]) },
            // The record's own, for If-Match.
            { etag: tagOf(JSON.stringify({ data: row.asset })), 'cache-control': 'private, no-cache' },
          ),
    ),
});
