import { z } from 'zod';
import { giveGrant as give, type Holder } from '../../src/core/access/grants.ts';
import { resources, scopes } from '../../src/core/access/ladder.ts';
import { findGrant, toGrant } from '../../src/core/access/queries.ts';
import { GivenLimits, Grant, Id } from '../../src/core/access/schemas.ts';
import { record } from '../../src/core/events/record.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { placeToGiveOn } from './schemas.ts';

export const giveGrant = defineOperation({
  name: 'give_grant',
  route: 'POST /api/v1/grants',
  tag: 'access',
  summary: 'Give a person or a group a scope on a thing, or change the one they have there',
  description:
    'To a person of the organization (others are invited) or to one of its groups, whose members then all have it. Asked of an admin of the workspace that the thing is in; on the organization itself, of its admins.',
  scope: 'any',
  input: {
    body: z
      .strictObject({
        user: Id.optional().describe('A person of the organization: this or group'),
        group: Id.optional().describe('A group of the organization: this or user'),
        resource: z.enum(resources),
        resourceId: z.uuid(),
        scope: z.enum(scopes),
        limits: GivenLimits,
      })
      .refine(({ user, group }) => (user === undefined) !== (group === undefined), {
        path: ['user'],
        message: 'Name a user or a group, one of the two.',
        // Told together with everything else that is wrong.
        when: ({ value }) => typeof value === 'object' && value !== null,
      }),
  },
  output: z.object({ data: Grant }),
  errors: ['forbidden', 'not_found', 'invalid', 'conflict'],
  run: async ({ req, db, accessTo }, { body }) => {
    const { resource, scope, limits } = body;
    const { place, resourceId } = await placeToGiveOn(accessTo, body);
    const holder: Holder = body.user === undefined ? { group: body.group ?? '' } : { user: body.user };
    const given = await give(req, db, { holder, resource, resourceId, scope, limits, ...place });
    const grant = await findGrant(db, given.id);
    if (!grant) throw new Error('The grant that was just given is not there.');
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
