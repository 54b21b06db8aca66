import { z } from 'zod';
import { versionView } from '../../../src/brands/publishing/history.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { numberOf, onBrand, OneVersion, versionPath, VersionNumber } from '../schemas.ts';

export const getBrandVersion = defineOperation({
  name: 'get_brand_version',
  route: 'GET /api/v1/brands/{slug}/versions/{n}',
  tag: 'brands',
  summary: 'What a version says, and what differs from the one before or another',
  scope: 'read',
  target: onBrand,
  input: {
    path: versionPath,
    query: z.object({
      against: z
        .union([VersionNumber, z.literal('0')])
        .optional()
        .describe('A version to compare with, 0 for nothing at all; left out: the one before'),
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
