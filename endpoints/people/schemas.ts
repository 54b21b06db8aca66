// Shared by the operations on people of an organization.
import { z } from 'zod';
import { Id } from '../../src/core/access/schemas.ts';
import type { Context, Target } from '../../src/core/operation.ts';
import { findInvitation, type InvitationRow } from '../../src/identity/people/invitations.ts';
import { Group } from '../../src/identity/people/schemas.ts';
import { ApiError } from '../../src/core/errors.ts';

export const onePath = z.object({ id: Id });
export const Deleted = z.object({ data: z.object({ deleted: z.literal(true) }) });
export const OneGroup = z.object({ data: Group });

/** The group an operation acts on: requires a scope on its organization. */
export const onGroup = ({ path }: { path: Record<string, string> }): Target => ({ group: path.id ?? '' });

/** The token of an invitation link. */
export const tokenPath = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/**
 * An open invitation, for callers who could create it.
 * @throws not_found with the same message whether it doesn't exist or isn't accessible.
 */
export async function invitationToChange(
  db: Context['db'],
  accessTo: Context['accessTo'],
  id: string,
): Promise<InvitationRow> {
  const invitation = await findInvitation(db, id);
  const access =
    invitation &&
    (await accessTo(
      invitation.workspace_id
        ? { workspace: invitation.workspace_id }
        : { organization: invitation.organization_id },
    ));
  if (!invitation || access?.scope !== 'admin')
    throw new ApiError('not_found', "No invitation with this ID, or you can't change it.");
  return invitation;
}
