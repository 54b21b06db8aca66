import { restoreVersion } from '../../../src/brands/publishing/history.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { numberOf, onBrand, OneVersion, versionPath } from '../schemas.ts';

export const restoreBrandVersion = defineOperation({
  name: 'restore_brand_version',
  http: {
    route: 'POST /api/v1/brands/{slug}/versions/{n}/restore',
    tag: 'brands',
  },
  summary: 'Restore a brand to an earlier version, as a new version',
  description:
    'Rules, pages, theme and name are restored. Readers see them after the next publish. Returns the new version, or the latest one if nothing differs.',
  access: {
    scope: 'write',
    target: onBrand,
  },
  input: { path: versionPath },
  output: OneVersion,
  run: async (context, { path }) => ({
    data: await restoreVersion(context, context.access.id ?? '', numberOf(path.n)),
  }),
});
