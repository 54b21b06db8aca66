// Shared by operations that create grants and invitations.
import type { Access } from '../../src/core/access/caller.ts';
import type { Resource } from '../../src/core/access/ladder.ts';
import { resourceNames } from '../../src/core/access/resources.ts';
import { isId } from '../../src/core/access/ids.ts';
import type { AccessRule, Target } from '../../src/core/operation.ts';

/** The resource in the body; null if there's none. */
function resourceIn(body: unknown): Target | null {
  if (typeof body !== 'object' || body === null) return null;
  const { resource, resourceId } = body as { resource?: unknown; resourceId?: unknown };
  const kind = resourceNames().find((one) => one === resource);
  return kind !== undefined && typeof resourceId === 'string' && isId(resourceId)
    ? { [kind]: resourceId }
    : null;
}

/**
 * Only admins of the resource's workspace, or of the organization for the organization itself, create grants on it. They have every scope
 * and ability, so no one can give more than they have.
 */
export const onResourceInBody: AccessRule = {
  scope: 'admin',
  targetInBody: resourceIn,
  scopeOn: 'workspace',
};

/** Where a grant on a resource belongs, for callers with `access` there. */
export function placeOfGrant(
  access: Access,
  resource: Resource,
): { organizationId: string; workspaceId: string | null } {
  return {
    organizationId: access.organizationId ?? '',
    workspaceId: resource === 'organization' ? null : access.workspaceId,
  };
}
