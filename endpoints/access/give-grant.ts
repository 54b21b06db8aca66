import { z } from 'zod';
import { giveGrant as give, type Holder } from '../../src/core/access/grants/grants.ts';
import { scopes } from '../../src/core/access/ladder.ts';
import { ResourceName } from '../../src/core/access/resources.ts';
import { findGrant, toGrant } from '../../src/core/access/queries.ts';
import { GivenLimits, Grant, Id } from '../../src/core/access/schemas.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { onResourceInBody, placeOfGrant } from './schemas.ts';

export const giveGrant = defineOperation({
  name: 'give_grant',
  http: {
    route: 'POST /api/v1/grants',
    tag: 'access',
  },
  summary: 'Grant a person or group a scope on a resource, or change their scope',
  description:
    "The person must be in the organization; invite others instead. A group's grant applies to all its members. Requires admin on the workspace the resource is in, or on the organization for the organization itself.",
  access: onResourceInBody,
  input: {
    body: z
      .strictObject({
        user: Id.optional().describe('ID of a person in the organization. Send either user or group'),
        group: Id.optional().describe('ID of a group in the organization. Send either user or group'),
        resource: ResourceName,
        resourceId: z.uuid(),
        scope: z.enum(scopes),
        limits: GivenLimits,
      })
      .refine(({ user, group }) => (user === undefined) !== (group === undefined), {
        path: ['user'],
        message: 'Send either user or group.',
        // Reported together with all other problems.
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
  },
  output: z.object({ data: Grant }),
  errors: ['forbidden', 'not_found', 'invalid', 'conflict'],
  run: async ({ req, db, access }, { body }) => {
    const { resource, scope, limits } = body;
    const place = placeOfGrant(access, resource);
    // In the stored spelling.
    const resourceId = body.resourceId.toLowerCase();
    const holder: Holder = body.user === undefined ? { group: body.group ?? '' } : { user: body.user };
    const given = await give(req, db, { holder, resource, resourceId, scope, limits, ...place });
    const grant = await findGrant(db, given.id);
    if (!grant) throw new Error('The new grant was not found.');
    await record(req, {
      type: given.before ? 'grant.changed' : 'grant.given',
      ...place,
      subject: 'user' in holder ? { kind: 'person', id: holder.user } : { kind: 'group', id: holder.group },
      detail: {
        grant: given.id,
        resource,
        resourceId,
        label: grant.label,
        before: given.before,
        after: given.after,
      },
    });
    return { data: toGrant(grant) };
  },
});
