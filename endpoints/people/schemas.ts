// Shared by the operations on people of an organization.
import { z } from 'zod';
import { Id } from '../../src/core/access/schemas.ts';
import type { Db } from '../../src/core/db/pool.ts';
import type { Target } from '../../src/core/operation.ts';
import { findInvitation, type InvitationRow } from '../../src/identity/people/invitations.ts';
import { Group } from '../../src/identity/people/schemas.ts';
import { ApiError } from '../../src/core/errors.ts';

export const onePath = z.object({ id: Id });
export const OneGroup = z.object({ data: Group });

/** The group an operation acts on: requires a scope on its organization. */
export const onGroup = ({ path }: { path: Record<string, string> }): Target => ({ group: path.id ?? '' });

/** The token of an invitation link. */
export const tokenPath = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

export const onInvitation = ({ path }: { path: Record<string, string> }): Target => ({
  invitation: path.id ?? '',
});
export const noInvitation = "No invitation with this ID, or you can't change it.";

/** @throws not_found if it was just accepted or withdrawn. */
export async function openInvitation(db: Db, id: string): Promise<InvitationRow> {
  const invitation = await findInvitation(db, id);
  if (!invitation) throw new ApiError('not_found', noInvitation);
  return invitation;
}
