import { AuditPage, auditOf, AuditQuery } from '../../src/core/events/audit.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listAudit = defineOperation({
  name: 'list_audit',
  route: 'GET /api/v1/audit',
  tag: 'activity',
  summary: 'Who changed who may do what, newest first, with before and after',
  description:
    'Sign-ins, grants, groups, invitations, keys, what was shared or made private, settings, deletions. For an admin of the organization everything in it, for an admin of the workspace alone what was done there. Kept as long as the retention setting says.',
  scope: 'admin',
  input: { query: AuditQuery },
  output: AuditPage,
  run: async ({ db, access, accessTo }, { query }) => {
    const organization = await accessTo({ organization: access.organizationId ?? '' });
    return auditOf(
      db,
      organization.scope === 'admin'
        ? { organization: organization.id ?? '' }
        : { workspace: access.id ?? '' },
      query,
    );
  },
});
