// Creates keys, for the operation and the command line. Plain SQL, so that the command needn't start Payload; keys have no hooks or
// panel forms.
import { statement, type Db } from '../../db/pool.ts';
import { hashSecret, makeKeySecret, prefixOf } from './keys.ts';
import type { Scope } from '../ladder.ts';

export interface NewKey {
  name: string;
  scope: Scope;
  workspaceId: string;
  ownerId: string | null;
  madeById: string | null;
  /** The key that creates it and is revoked with it; omitted for a person or the command line. */
  makerKeyId?: string | null;
  /** ISO 8601; null for a key that doesn't expire. */
  expiresAt: string | null;
}

const insertKey = statement(
  'keys:insert',
  `insert into payload.keys (id, name, prefix, hash, scope, workspace_id, owner_id, made_by_id, expires_at, calls)
   values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, 0) returning id`,
);

const insertMaker = statement(
  'keys:insert-maker',
  'insert into marque.made_keys (key_id, maker_id) values ($1, $2)',
);

/** Stores a new key's hash and returns the secret, only this once. */
export async function makeKey(db: Db, key: NewKey): Promise<{ id: string; secret: string }> {
  const secret = makeKeySecret();
  const [row] = await db.query<{ id: string }>(insertKey, [
    key.name,
    prefixOf(secret),
    hashSecret(secret),
    key.scope,
    key.workspaceId,
    key.ownerId,
    key.madeById,
    key.expiresAt,
  ]);
  if (!row) throw new Error('The key was not stored.');
  if (key.makerKeyId) await db.query(insertMaker, [row.id, key.makerKeyId]);
  return { id: row.id, secret };
}
