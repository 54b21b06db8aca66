import { z } from 'zod';
import { Included, includedOf, IncludeParameter } from '../../../src/assets/delivery/thumbnails.ts';
import { assetsSeenBy } from '../../../src/assets/queries.ts';
import {
  hashStateOf,
  hashStates,
  likenessOf,
  Similar,
  similarSeenBy,
} from '../../../src/assets/similar/similar.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { assetPath, readsAsset } from '../schemas.ts';

export const listSimilarAssets = defineOperation({
  name: 'list_similar_assets',
  http: {
    route: 'GET /api/v1/assets/{id}/similar',
    tag: 'assets',
  },
  summary: 'List near-duplicates of an asset by its picture, most alike first',
  description:
    'Other sizes, formats, colors and crops of the picture, that you can read. Only the current version of a stack is listed, and no other version of the asset itself.',
  access: readsAsset,
  input: {
    path: assetPath,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      include: IncludeParameter,
    }),
  },
  output: z.object({
    data: z.array(Similar),
    state: z
      .enum(hashStates)
      .describe(
        'pending: the asset is compared soon; ask again. none: it has no picture, or too little in it to be compared, such as a plain color',
      ),
    included: Included,
  }),
  run: async ({ db, caller, access, service }, { path, query: { limit, include } }) => {
    const workspaceId = access.workspaceId ?? '';
    const similar = await similarSeenBy(db, caller, workspaceId, { id: path.id, limit });
    const isIncluded = include !== undefined;
    const rows = await assetsSeenBy(
      db,
      caller,
      workspaceId,
      similar.map(({ id }) => id),
      isIncluded,
    );
    return {
      data: similar.flatMap(({ id, bits, variant }) => {
        const row = rows.get(id);
        return row ? [{ asset: row.asset, ...likenessOf(bits, variant) }] : [];
      }),
      state: await hashStateOf(db, path.id),
      ...(isIncluded ? { included: includedOf(service.env.serverUrl, [...rows.values()]) } : {}),
    };
  },
});
