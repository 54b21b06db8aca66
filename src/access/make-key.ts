// Making a key: for the operation and for the command line.
import type { PayloadRequest } from 'payload';
import { hashSecret, makeKeySecret, prefixOf } from './keys.ts';
import type { Scope } from './ladder.ts';

export interface NewKey {
  name: string;
  scope: Scope;
  workspaceId: string;
  ownerId: string | null;
  madeById: string | null;
  /** ISO 8601; null for a key that lives until it is revoked. */
  expiresAt: string | null;
}

/** Stores a new key's hash. The secret comes back this once. */
export async function makeKey(req: PayloadRequest, key: NewKey): Promise<{ id: string; secret: string }> {
  const secret = makeKeySecret();
  const { id } = await req.payload.create({
    collection: 'keys',
    req,
    depth: 0,
    data: {
      name: key.name,
      prefix: prefixOf(secret),
      hash: hashSecret(secret),
      scope: key.scope,
      workspace: key.workspaceId,
      owner: key.ownerId,
      madeBy: key.madeById,
      expiresAt: key.expiresAt,
      calls: 0,
    },
  });
  return { id, secret };
}
