import { z } from 'zod';
import { demand } from '../../src/access/actor.ts';
import { giveGrant as give } from '../../src/access/grants.ts';
import { abilities, resources, scopes } from '../../src/access/ladder.ts';
import { findGrant, toGrant } from '../../src/access/queries.ts';
import { Grant } from '../../src/access/schemas.ts';
import { record } from '../../src/events/record.ts';
import { defineOperation } from '../../src/operation.ts';
import { Refusal } from '../../src/refusal.ts';

export const giveGrant = defineOperation({
  name: 'give_grant',
  route: 'POST /api/v1/grants',
  tag: 'access',
  summary: 'Give a person a scope on a thing, or change the one they have there',
  scope: 'any',
  input: {
    body: z.strictObject({
      user: z.uuid(),
      resource: z.enum(resources),
      resourceId: z.uuid(),
      scope: z.enum(scopes),
      limits: z
        .array(z.enum(abilities))
        .max(abilities.length)
        .default([])
        .describe('Abilities that write would bring, switched off'),
    }),
  },
  output: z.object({ data: Grant }),
  refuses: ['forbidden', 'not_found', 'invalid', 'conflict'],
  run: async ({ req, db, reach }, { body }) => {
    const thing = await reach({ [body.resource]: body.resourceId });
    const on = body.resource === 'organization' ? thing : await reach({ workspace: thing.workspaceId ?? '' });
    if (thing.scope === null)
      throw new Refusal('not_found', `There is no such ${body.resource}, or none for you.`);
    demand(on, 'admin', undefined, body.resource === 'organization' ? 'the organization' : 'its workspace');
    const { id, before } = await give(req, db, {
      userId: body.user,
      resource: body.resource,
      resourceId: body.resourceId,
      scope: body.scope,
      limits: [...new Set(body.limits)],
      organizationId: on.organizationId ?? '',
      workspaceId: body.resource === 'organization' ? null : on.workspaceId,
    });
    const grant = await findGrant(db, id);
    if (!grant) throw new Error('The grant that was just given is not there.');
    await record(req, {
      type: before ? 'grant.changed' : 'grant.given',
      organizationId: on.organizationId,
      workspaceId: on.workspaceId,
      subject: { kind: 'person', id: body.user },
      detail: {
        grant: id,
        resource: body.resource,
        resourceId: body.resourceId,
        label: grant.label,
        before,
        after: { scope: body.scope, limits: body.limits },
      },
    });
    return { data: toGrant(grant) };
  },
});
