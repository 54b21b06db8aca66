import { z } from 'zod';
import { scopeOrNull, workspacesRide, type WorkspaceItem } from '../../src/core/access/queries.ts';
import { WorkspaceEntry } from '../../src/core/access/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listWorkspaces = defineOperation({
  name: 'list_workspaces',
  route: 'GET /api/v1/workspaces',
  tag: 'access',
  summary: 'The workspaces of the organization that you can open, by name',
  scope: 'any',
  ignoresUnknown: true,
  inWorkspace: true,
  ride: workspacesRide,
  output: z.object({ data: z.array(WorkspaceEntry) }),

  run: async ({ ride }) => ({
    data: ((ride?.workspaces ?? []) as WorkspaceItem[]).map(({ id, slug, name, rank }) => ({
      id,
      slug,
      name,
      scope: scopeOrNull(rank),
    })),
  }),
});
