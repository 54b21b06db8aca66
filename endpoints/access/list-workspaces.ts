import { z } from 'zod';
import { scopeOrNull, workspacesQuery } from '../../src/core/access/queries.ts';
import { WorkspaceEntry } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listWorkspaces = defineOperation({
  name: 'list_workspaces',
  http: {
    route: 'GET /api/v1/workspaces',
    tag: 'access',
    ignoresUnknown: true,
  },
  summary: 'List the workspaces of the organization that you can open, by name',
  access: {
    scope: 'any',
    inWorkspace: true,
  },
  query: workspacesQuery,
  output: z.object({ data: z.array(WorkspaceEntry) }),

  run: async ({ row }) => ({
    data: row.workspaces.map(({ id, slug, name, rank }) => ({
      id,
      slug,
      name,
      scope: scopeOrNull(rank),
    })),
  }),
});
