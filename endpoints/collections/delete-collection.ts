import { z } from 'zod';
import { statement } from '../../src/db/pool.ts';
import { defineOperation } from '../../src/operation.ts';
import { Refusal } from '../../src/refusal.ts';
import { collectionPath, onCollection } from './schemas.ts';

const present = statement('collections:for-delete', 'select id from collections where id = $1 for update');

export const deleteCollection = defineOperation({
  name: 'delete_collection',
  route: 'DELETE /api/v1/collections/{id}',
  tag: 'collections',
  summary: 'Delete a collection; its assets stay',
  description:
    'Its members lose the values they inherited from it. One that was private because all its collections were is private no longer, unless it says so itself.',
  scope: 'write',
  ability: 'delete',
  on: onCollection,
  input: { path: collectionPath },
  output: z.object({ data: z.object({ deleted: z.literal(true) }) }),
  run: async ({ req, db }, { path }) => {
    // Asked in SQL first: a Payload call that finds nothing takes the transaction with it.
    if ((await db.query(present, [path.id])).length === 0)
      throw new Refusal('not_found', 'There is no such collection.');
    await req.payload.delete({ collection: 'collections', id: path.id, req, depth: 0 });
    return { data: { deleted: true as const } };
  },
});
