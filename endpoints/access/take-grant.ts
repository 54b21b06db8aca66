import { z } from 'zod';
import { takeGrant as take } from '../../src/core/access/grants/grants.ts';
import { findGrant, toGrant } from '../../src/core/access/queries.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { Deleted, deleted } from '../deleted.ts';

const missing = "No grant with this ID, or you can't remove it.";

export const takeGrant = defineOperation({
  name: 'take_grant',
  http: {
    route: 'DELETE /api/v1/grants/{grant}',
    tag: 'access',
  },
  summary: 'Remove a grant',
  access: {
    scope: 'admin',
    target: ({ path }) => ({ grant: path.grant ?? '' }),
    missing,
  },
  input: { path: z.object({ grant: z.uuid() }) },
  output: Deleted,
  errors: ['conflict'],
  run: async ({ req, db }, { path }) => {
    const grant = await findGrant(db, path.grant);
    if (!grant) throw new ApiError('not_found', missing);
    await take(req, db, grant);
    const { user, group, resource, resourceId, label, scope, limits } = toGrant(grant);
    await record(req, {
      type: 'grant.taken',
      organizationId: grant.organization_id,
      workspaceId: grant.workspace_id,
      ...(user ? { subject: { kind: 'person', id: user.id } } : {}),
      ...(group ? { subject: { kind: 'group', id: group.id } } : {}),
      detail: { grant: grant.id, resource, resourceId, label, before: { scope, limits }, after: null },
    });
    return deleted;
  },
});
