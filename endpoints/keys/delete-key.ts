import { z } from 'zod';
import { personOf, type Caller } from '../../src/core/access/caller.ts';
import { findKey } from '../../src/core/access/queries.ts';
import { revokeKeys } from '../../src/core/access/revoke-keys.ts';
import { recordRevokedKeys } from '../../src/core/events/revoked-keys.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';

/** The owner, signed in. One of their keys may end itself, and none of the others: it would do more than it was given. */
function isOwner(caller: Caller, key: { id: string; owner_id: string | null }): boolean {
  if (key.owner_id === null || key.owner_id !== personOf(caller)) return false;
  return caller.kind === 'person' || (caller.kind === 'key' && caller.id === key.id);
}

export const deleteKey = defineOperation({
  name: 'delete_key',
  route: 'DELETE /api/v1/keys/{id}',
  tag: 'access',
  summary: 'Revoke a key: it works nowhere from the next request on',
  description: 'The keys that it made are revoked with it.',
  scope: 'any',
  input: { path: z.object({ id: z.uuid() }) },
  output: z.object({ data: z.object({ deleted: z.literal(true) }) }),
  run: async ({ db, caller, accessTo }, { path }) => {
    const key = await findKey(db, path.id);
    const access = key && (await accessTo({ workspace: key.workspace_id }));
    // Whoever may not see a key learns nothing of it, not even that it is there.
    if (!key || (access?.scope !== 'admin' && !isOwner(caller, key)))
      throw new ApiError('not_found', 'There is no such key, or it is not yours to revoke.');
    const revoked = await revokeKeys(db, [key.id]);
    // Of two who revoke it at once, one finds it gone.
    if (revoked.length === 0) throw new ApiError('not_found', 'This key has just been revoked.');
    await recordRevokedKeys(db, caller, revoked, ({ id }) =>
      id === key.id ? undefined : 'The key that made it was revoked.',
    );
    return { data: { deleted: true as const } };
  },
});
