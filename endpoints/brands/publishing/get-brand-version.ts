import { z } from 'zod';
import { versionView } from '../../../src/brands/publishing/history.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { numberOf, readsBrand, OneVersion, versionPath, VersionNumber } from '../schemas.ts';

export const getBrandVersion = defineOperation({
  name: 'get_brand_version',
  http: {
    route: 'GET /api/v1/brands/{slug}/versions/{n}',
    tag: 'brands',
  },
  summary: 'Get a version and its differences from the previous one or another',
  access: readsBrand,
  input: {
    path: versionPath,
    query: z.object({
      against: z
        .union([VersionNumber, z.literal('0')])
        .optional()
        .describe('The version to compare with; 0 for an empty brand. Default: the previous version'),
    }),
  },
  output: OneVersion,
  run: async ({ db, access }, { path, query }) => ({
    data: await versionView(
      db,
      access.id ?? '',
      numberOf(path.n),
      query.against === undefined ? null : numberOf(query.against),
    ),
  }),
});
