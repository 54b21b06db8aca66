// Shared by the operations that give something on a thing: grants and invitations.
import { demand } from '../../src/core/access/actor.ts';
import type { Resource } from '../../src/core/access/ladder.ts';
import type { Context } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

/**
 * Where a grant on a thing lies, for whoever may give one there: an admin of the thing's workspace, or of the organization where it is
 * the organization itself. They have every scope and ability on it, so nobody gives more than they have.
 *
 * @throws Refusal not_found (not there for this caller), forbidden.
 */
export async function placeToGiveOn(
  accessTo: Context['accessTo'],
  { resource, resourceId }: { resource: Resource; resourceId: string },
): Promise<{ resourceId: string; place: { organizationId: string; workspaceId: string | null } }> {
  const target = await accessTo({ [resource]: resourceId });
  const isOrganization = resource === 'organization';
  const on = isOrganization ? target : await accessTo({ workspace: target.workspaceId ?? '' });
  if (target.scope === null || on.organizationId === null)
    throw new ApiError('not_found', `There is no such ${resource}, or none for you.`);
  demand(on, 'admin', undefined, isOrganization ? 'the organization' : 'its workspace');
  return {
    // As it is stored, however it was written.
    resourceId: target.id ?? '',
    place: { organizationId: on.organizationId, workspaceId: isOrganization ? null : on.workspaceId },
  };
}
