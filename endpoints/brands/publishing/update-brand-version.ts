import { nameVersion } from '../../../src/brands/publishing/history.ts';
import { VersionPatch } from '../../../src/brands/publishing/schemas.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { numberOf, lockBrandState, onBrand, OneVersion, versionPath } from '../schemas.ts';

export const updateBrandVersion = defineOperation({
  name: 'update_brand_version',
  http: {
    route: 'PATCH /api/v1/brands/{slug}/versions/{n}',
    tag: 'brands',
  },
  summary: 'Name a version, so that later edits start a new one',
  access: {
    scope: 'write',
    target: onBrand,
  },
  lock: lockBrandState,
  input: { path: versionPath, body: VersionPatch },
  output: OneVersion,
  run: async (context, { path, body }) => ({
    data: await nameVersion(context, context.access.id ?? '', numberOf(path.n), body.name),
  }),
});
