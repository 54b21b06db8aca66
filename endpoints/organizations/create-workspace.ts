import { z } from 'zod';
import { makeWorkspace } from '../../src/identity/organizations.ts';
import { WorkspaceEntry } from '../../src/core/access/schemas.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { placeBody } from './schemas.ts';

export const createWorkspace = defineOperation({
  name: 'create_workspace',
  http: {
    route: 'POST /api/v1/workspaces',
    tag: 'organizations',
    status: 201,
  },
  summary: 'Create a workspace in your organization, with a default brand',
  description:
    "Created in the organization of the current workspace; use X-Workspace to choose another. The slug is made from the name and doesn't change when it's renamed.",
  access: {
    scope: 'admin',
    scopeOn: 'organization',
  },
  input: { body: placeBody },
  output: z.object({ data: WorkspaceEntry }),
  run: async ({ req, db, caller, access }, { body }) => {
    const organizationId = access.id ?? '';
    const { id, slug } = await makeWorkspace(req, db, { organizationId, name: body.name });
    await record(req, {
      type: 'workspace.created',
      organizationId,
      workspaceId: id,
      subject: { kind: 'workspace', id },
      detail: { name: body.name, slug },
    });
    // A key has no access to other workspaces than its own.
    return { data: { id, slug, name: body.name, scope: caller.kind === 'person' ? access.scope : null } };
  },
});
