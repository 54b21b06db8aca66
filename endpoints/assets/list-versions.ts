import { z } from 'zod';
import { Included } from '../../src/assets/delivery/thumbnails.ts';
import { answerFor } from '../../src/assets/languages/read-language.ts';
import { versionsSeenBy } from '../../src/assets/queries.ts';
import { Asset } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, readsAsset, readQuery } from './schemas.ts';

export const listVersions = defineOperation({
  name: 'list_versions',
  http: {
    route: 'GET /api/v1/assets/{id}/versions',
    tag: 'assets',
  },
  summary: 'List the versions of an asset, newest first; an asset outside a stack is its only version',
  access: readsAsset,
  input: { path: assetPath, query: readQuery },
  output: z.object({ data: z.array(Asset), included: Included }),
  run: async ({ db, caller, access, service }, { path, query }) => {
    const workspaceId = access.workspaceId ?? '';
    const rows = await versionsSeenBy(db, caller, workspaceId, path.id, query.include !== undefined);
    return answerFor(service, db, workspaceId, rows, query);
  },
});
