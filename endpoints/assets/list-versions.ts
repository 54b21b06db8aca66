import { z } from 'zod';
import { versionsSeenBy } from '../../src/assets/queries.ts';
import { Asset } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, onAsset } from './schemas.ts';

export const listVersions = defineOperation({
  name: 'list_versions',
  http: {
    route: 'GET /api/v1/assets/{id}/versions',
    tag: 'assets',
  },
  summary: 'List the versions of an asset, newest first; an asset outside a stack is its only version',
  access: {
    scope: 'read',
    target: onAsset,
  },
  input: { path: assetPath },
  output: z.object({ data: z.array(Asset) }),
  run: async ({ db, caller, access }, { path }) => ({
    data: await versionsSeenBy(db, caller, access.workspaceId ?? '', path.id),
  }),
});
