import { z } from 'zod';
import { AssetTraffic, assetTraffic, maxTrafficDays } from '../../../src/assets/delivery/asset-traffic.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, readsAsset } from '../schemas.ts';

export const getAssetTraffic = defineOperation({
  name: 'get_asset_traffic',
  http: { route: 'GET /api/v1/assets/{id}/traffic', tag: 'delivery' },
  summary: 'Get how often an asset was delivered, by day',
  description:
    'Counts the original and renditions at /a, from caches of browsers too if they ask whether theirs is current. The panel and other callers of /api/v1 don’t count, nor do redirects. A recording sent in pieces counts once. Nothing is kept of who asked.',
  access: readsAsset,
  input: {
    path: assetPath,
    query: z.object({
      days: z.coerce.number().int().min(1).max(maxTrafficDays).default(30).describe('Today included'),
    }),
  },
  output: z.object({ data: AssetTraffic }),
  run: async ({ db }, { path, query }) => ({ data: await assetTraffic(db, path.id, query.days) }),
});
