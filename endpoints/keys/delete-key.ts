import { z } from 'zod';
import { personOf, type Caller } from '../../src/core/access/caller.ts';
import { findKey } from '../../src/core/access/queries.ts';
import { revokeKeys } from '../../src/core/access/keys/revoke-keys.ts';
import { recordRevokedKeys } from '../../src/core/events/revoked-keys.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import { Deleted, deleted } from '../deleted.ts';

/** The owner, signed in. A personal key may revoke itself, but not its owner's other keys. */
function isOwner(caller: Caller, key: { id: string; owner_id: string | null }): boolean {
  if (key.owner_id === null || key.owner_id !== personOf(caller)) return false;
  return caller.kind === 'person' || (caller.kind === 'key' && caller.id === key.id);
}

export const deleteKey = defineOperation({
  name: 'delete_key',
  http: {
    route: 'DELETE /api/v1/keys/{id}',
    tag: 'access',
  },
  summary: 'Revoke an API key',
  description: 'Takes effect immediately. Keys it created are revoked too.',
  access: {
    scope: 'any',
  },
  input: { path: z.object({ id: z.uuid() }) },
  output: Deleted,
  run: async ({ db, caller, accessTo }, { path }) => {
    const key = await findKey(db, path.id);
    const access = key && (await accessTo({ workspace: key.workspace_id }));
    // Callers who can't see a key can't tell whether it exists.
    if (!key || (access?.scope !== 'admin' && !isOwner(caller, key)))
      throw new ApiError('not_found', "No key with this ID, or you can't revoke it.");
    const revoked = await revokeKeys(db, [key.id]);
    // Two concurrent revocations: one of them finds it gone.
    if (revoked.length === 0) throw new ApiError('not_found', 'This key was just revoked.');
    await recordRevokedKeys(db, caller, revoked, ({ id }) =>
      id === key.id ? undefined : 'The key that created it was revoked.',
    );
    return deleted;
  },
});
