import { z } from 'zod';
import { lockWorkspaceRow } from '../../src/identity/organizations.ts';
import { WorkspaceEntry } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { onWorkspace, placeBody, placePath } from './schemas.ts';
import { collectionSlug } from '../../src/core/collection-names.ts';

export const updateWorkspace = defineOperation({
  name: 'update_workspace',
  http: {
    route: 'PATCH /api/v1/workspaces/{id}',
    tag: 'organizations',
  },
  summary: 'Rename a workspace; its slug and URLs stay the same',
  access: {
    scope: 'admin',
    target: onWorkspace,
  },
  input: { path: placePath, body: placeBody },
  output: z.object({ data: WorkspaceEntry }),
  run: async ({ req, db, access }, { path, body }) => {
    const before = await lockWorkspaceRow(db, path.id);
    if (!before) throw new ApiError('not_found', 'This workspace was just deleted.');
    if (before.name !== body.name) {
      await req.payload.update({
        collection: collectionSlug('workspaces'),
        id: path.id,
        data: body,
        req,
        depth: 0,
      });
    }
    return { data: { id: path.id, slug: before.slug, name: body.name, scope: access.scope } };
  },
});
