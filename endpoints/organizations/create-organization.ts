import { z } from 'zod';
import { isAdminOfAny, makeOrganization, organizationById } from '../../src/identity/organizations.ts';
import { signedIn } from '../../src/core/access/caller.ts';
import { Organization } from '../../src/core/access/schemas.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { placeBody } from './schemas.ts';

export const createOrganization = defineOperation({
  name: 'create_organization',
  http: {
    route: 'POST /api/v1/organizations',
    tag: 'organizations',
    status: 201,
  },
  summary: 'Create an organization with a first workspace, Library, and you as its admin',
  description:
    "The slug is made from the name and doesn't change when it's renamed. Requires admin on another organization, unless the server runs with ORGANIZATIONS=everyone. Not available to API keys.",
  access: {
    scope: 'any',
    // Keys work in one workspace.
    peopleOnly: "API keys can't create organizations. Sign in instead.",
  },
  input: { body: placeBody },
  output: z.object({ data: Organization }),
  errors: ['forbidden'],
  run: async ({ service, req, db, caller }, { body }) => {
    const person = signedIn(caller);
    if (service.env.organizations === 'admins' && !(await isAdminOfAny(db, person.id)))
      throw new ApiError(
        'forbidden',
        'Creating an organization needs admin on another organization of this server. Ask an admin to create it and invite you.',
        { needs: 'admin' },
      );
    const { id, workspaceId, grantId } = await makeOrganization(req, db, {
      name: body.name,
      adminId: person.id,
    });
    await record(req, {
      type: 'organization.created',
      organizationId: id,
      subject: { kind: 'organization', id },
      detail: { name: body.name, workspace: workspaceId },
    });
    await record(req, {
      type: 'grant.given',
      organizationId: id,
      subject: { kind: 'person', id: person.id },
      detail: {
        grant: grantId,
        resource: 'organization',
        resourceId: id,
        label: body.name,
        before: null,
        after: { scope: 'admin', limits: [] },
        reason: 'made it',
      },
    });
    const organization = await organizationById(db, id, 'admin');
    if (!organization) throw new Error('The new organization was not found.');
    return { data: organization };
  },
});
