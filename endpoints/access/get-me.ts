import { z } from 'zod';
import { meRide, scopeOrNull, type WorkspaceItem } from '../../src/access/queries.ts';
import { Me } from '../../src/access/schemas.ts';
import { defineOperation } from '../../src/operation.ts';
import { Refusal } from '../../src/refusal.ts';

export const getMe = defineOperation({
  name: 'get_me',
  route: 'GET /api/v1/me',
  tag: 'access',
  summary: 'Who calls, and what they can open',
  scope: 'any',
  inWorkspace: true,
  ride: meRide,
  output: z.object({ data: Me }),
  tool: {
    title: 'Who am I',
    description:
      'Tells who you act as, in which workspace, and with which scope. Use it first when unsure what you may do.',
    readOnly: true,
  },
  run: async ({ caller, access, ride, reach }) => {
    if (caller.kind === 'nobody' || !ride) throw new Refusal('unauthorized', 'Sign in, or send a key.');
    const text = (column: string): string => {
      const value = ride[column];
      return typeof value === 'string' ? value : '';
    };
    return {
      data: {
        kind: caller.kind,
        id: caller.id,
        name: caller.name,
        email: caller.kind === 'person' ? caller.email : (caller.owner?.email ?? null),
        scope: access.scope,
        // For a key this is a question of its own: it counts as an organization's admin only while the person behind it is one.
        organizationScope:
          caller.kind === 'person'
            ? scopeOrNull(ride.organization_rank)
            : (await reach({ organization: caller.organizationId })).scope,
        organization: access.organizationId
          ? { id: access.organizationId, slug: text('organization_slug'), name: text('organization_name') }
          : null,
        workspace: access.workspaceId
          ? { id: access.workspaceId, slug: text('workspace_slug'), name: text('workspace_name') }
          : null,
        workspaces: (ride.workspaces as WorkspaceItem[]).map(({ rank, ...workspace }) => ({
          ...workspace,
          scope: scopeOrNull(rank),
        })),
      },
    };
  },
});
