// Shared by operations that create grants and invitations.
import { demand } from '../../src/core/access/actor.ts';
import type { Resource } from '../../src/core/access/ladder.ts';
import type { Context } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

/**
 * The place of a grant on a resource, if the caller may create one there: an admin of the resource's workspace, or of the organization for
 * the organization itself. Admins have every scope and ability, so no one can give more than they have.
 *
 * @throws not_found (not accessible to this caller), forbidden.
 */
export async function placeToGiveOn(
  accessTo: Context['accessTo'],
  { resource, resourceId }: { resource: Resource; resourceId: string },
): Promise<{ resourceId: string; place: { organizationId: string; workspaceId: string | null } }> {
  const target = await accessTo({ [resource]: resourceId });
  const isOrganization = resource === 'organization';
  const on = isOrganization ? target : await accessTo({ workspace: target.workspaceId ?? '' });
  if (target.scope === null || on.organizationId === null)
    throw new ApiError('not_found', `No ${resource} with this ID, or you don't have access.`);
  demand(on, 'admin', undefined, isOrganization ? 'the organization' : 'its workspace');
  return {
    // In the stored spelling.
    resourceId: target.id ?? '',
    place: { organizationId: on.organizationId, workspaceId: isOrganization ? null : on.workspaceId },
  };
}
