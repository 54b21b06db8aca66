import { AuditPage, auditOf } from '../../src/core/events/audit.ts';
import { EventsQuery } from '../../src/core/events/activity.ts';
import { defineOperation } from '../../src/core/operation.ts';

export const listAudit = defineOperation({
  name: 'list_audit',
  http: {
    route: 'GET /api/v1/audit',
    tag: 'activity',
  },
  summary: 'List the audit log, newest first',
  description:
    'Sign-ins, changes to grants, groups, invitations, keys, sharing and settings, and deletions, with values before and after. Organization admins see everything in the organization, workspace admins only their workspace. Kept as long as the retention setting says.',
  access: {
    scope: 'admin',
  },
  input: { query: EventsQuery },
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
