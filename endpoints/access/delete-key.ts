import { z } from 'zod';
import { personOf } from '../../src/access/caller.ts';
import { findKey } from '../../src/access/queries.ts';
import { statement } from '../../src/db/pool.ts';
import { record } from '../../src/events/record.ts';
import { defineOperation } from '../../src/operation.ts';
import { Refusal } from '../../src/refusal.ts';

const lockKey = statement('keys:lock', 'select id from keys where id = $1 for update');

export const deleteKey = defineOperation({
  name: 'delete_key',
  route: 'DELETE /api/v1/keys/{id}',
  tag: 'access',
  summary: 'Revoke a key: it works nowhere from the next request on',
  scope: 'any',
  input: { path: z.object({ id: z.uuid() }) },
  output: z.object({ data: z.object({ deleted: z.literal(true) }) }),
  run: async ({ req, db, caller, reach }, { path }) => {
    const key = await findKey(db, path.id);
    const access = key && (await reach({ workspace: key.workspace_id }));
    // Whoever may not see a key learns nothing of it, not even that it is there.
    if (!key || (access?.scope !== 'admin' && (key.owner_id === null || key.owner_id !== personOf(caller)))) {
      throw new Refusal('not_found', 'There is no such key, or it is not yours to revoke.');
    }
    // Of two who revoke it at once, one finds it gone: asked for under a lock, since Payload's own error would undo the transaction.
    if ((await db.query(lockKey, [key.id])).length === 0)
      throw new Refusal('not_found', 'This key has just been revoked.');
    await req.payload.delete({ collection: 'keys', id: key.id, req, depth: 0 });
    await record(req, {
      type: 'key.revoked',
      workspaceId: key.workspace_id,
      subject: { kind: 'key', id: key.id },
      detail: { name: key.name, scope: key.scope },
    });
    return { data: { deleted: true as const } };
  },
});
