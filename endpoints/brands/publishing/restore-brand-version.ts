import { restoreVersion } from '../../../src/brands/publishing/history.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import { numberOf, onBrand, OneVersion, versionPath } from '../schemas.ts';

export const restoreBrandVersion = defineOperation({
  name: 'restore_brand_version',
  route: 'POST /api/v1/brands/{slug}/versions/{n}/restore',
  tag: 'brands',
  summary: 'Go back to what a version says, in a new version',
  description:
    'Rules, pages, theme and name are then as they were. Readers see it with the next publish. Answers the new version; the last one where it says the same already.',
  scope: 'write',
  target: onBrand,
  input: { path: versionPath },
  output: OneVersion,
  run: async (context, { path }) => ({
    data: await restoreVersion(context, context.access.id ?? '', numberOf(path.n)),
  }),
});
