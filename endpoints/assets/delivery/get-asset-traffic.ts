import { z } from 'zod';
import { AssetTraffic, assetTraffic, maxTrafficDays } from '../../../src/assets/asset-traffic.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, readsAsset } from '../schemas.ts';

export const getAssetTraffic = defineOperation({
  name: 'get_asset_traffic',
  http: { route: 'GET /api/v1/assets/{id}/traffic', tag: 'delivery' },
  summary: "Get an asset's deliveries by day",
  description:
    "Counts requests for the original and its renditions at /a, including a browser's check that its cached copy is current. Calls to /api/v1, such as the panel's, don't count, and neither do redirects. A recording sent in pieces counts once. Who asked isn't stored.",
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
