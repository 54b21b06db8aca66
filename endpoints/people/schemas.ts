// Shared by the operations on the people of an organization.
import { z } from 'zod';
import { Id } from '../../src/core/access/schemas.ts';
import type { Context, Target } from '../../src/core/operation.ts';
import { findInvitation, type InvitationRow } from '../../src/identity/people/invitations.ts';
import { Group } from '../../src/identity/people/schemas.ts';
import { ApiError } from '../../src/core/errors.ts';

export const onePath = z.object({ id: Id });
export const Deleted = z.object({ data: z.object({ deleted: z.literal(true) }) });
export const OneGroup = z.object({ data: Group });

/** The group an operation acts on: a scope on its organization is asked for. */
export const onGroup = ({ path }: { path: Record<string, string> }): Target => ({ group: path.id ?? '' });

/** The token of an invitation's link. One that can't be is none. */
export const tokenPath = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/**
 * An open invitation, for whoever could give what it offers.
 * @throws Refusal not_found in the same words, whether it isn't there or isn't theirs.
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
    throw new ApiError('not_found', 'There is no such invitation, or it is not yours to change.');
  return invitation;
}
