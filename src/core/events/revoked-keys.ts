// Records revoked keys: one event per key, including those revoked with another.
import type { Caller } from '../access/caller.ts';
import type { RevokedKey } from '../access/keys/revoke-keys.ts';
import type { Db } from '../db/pool.ts';
import { recordOn } from './record.ts';

export async function recordRevokedKeys(
  db: Db,
  caller: Caller | 'system',
  keys: readonly RevokedKey[],
  why: string | ((key: RevokedKey) => string | undefined),
): Promise<void> {
  for (const key of keys) {
    const reason = typeof why === 'string' ? why : why(key);
    await recordOn(db, caller, {
      type: 'key.revoked',
      workspaceId: key.workspaceId,
      subject: { kind: 'key', id: key.id },
      detail: { name: key.name, scope: key.scope, ...(reason === undefined ? {} : { why: reason }) },
    });
  }
}
