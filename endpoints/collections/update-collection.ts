import { collectionSeenBy } from '../../src/assets/collection-queries.ts';
import { CollectionPatch } from '../../src/assets/collection-schemas.ts';
import { statement } from '../../src/db/pool.ts';
import { heldFieldsOf } from '../../src/fields/queries.ts';
import { mergeValues } from '../../src/fields/rules.ts';
import type { FieldValues } from '../../src/fields/schemas.ts';
import { defineOperation } from '../../src/operation.ts';
import { Refusal } from '../../src/refusal.ts';
import { collectionPath, onCollection, OneCollection } from './schemas.ts';

// Held while it is changed: of two who merge values at once, the second sees what the first did.
const present = statement(
  'collections:for-change',
  'select fields from collections where id = $1 for update',
);

export const updateCollection = defineOperation({
  name: 'update_collection',
  route: 'PATCH /api/v1/collections/{id}',
  tag: 'collections',
  summary: 'Rename a collection, change the values its members inherit, make it private or not',
  description: 'fields are merged into the values there are; null clears one.',
  scope: 'write',
  on: onCollection,
  input: { path: collectionPath, body: CollectionPatch },
  output: OneCollection,
  refuses: ['invalid'],
  run: async ({ req, db, caller, access }, { path, body }) => {
    const workspaceId = access.workspaceId ?? '';
    const { fields, ...rest } = body;
    // Definitions before rows, as everywhere: a field being changed holds them in that order.
    if (fields) await heldFieldsOf(db, workspaceId);
    const [row] = await db.query<{ fields: FieldValues | null }>(present, [path.id]);
    if (!row) throw new Refusal('not_found', 'There is no such collection.');
    await req.payload.update({
      collection: 'collections',
      id: path.id,
      req,
      depth: 0,
      data: { ...rest, ...(fields ? { fields: mergeValues(row.fields ?? {}, fields) } : {}) },
    });
    return { data: await collectionSeenBy(db, caller, workspaceId, path.id) };
  },
});
