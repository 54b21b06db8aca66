// Changes a collection: name, description, icon, cover, parent, field values, privacy.
import type { z } from 'zod';
import { collectionSlug } from '../../core/collection-names.ts';
import type { Context } from '../../core/operation.ts';
import { mergeValues } from '../../fields/rules.ts';
import { lockCollection } from './collection-queries.ts';
import type { CollectionPatch } from './collection-schemas.ts';
import { demandMember } from './membership.ts';
import { demandPlace } from './nesting.ts';

/**
 * Changes a collection, for a caller with write on it. `fields` are merged into its values; null clears one.
 *
 * @throws ApiError not_found; forbidden without write on the new parent, or to show it to more people; invalid.
 */
export async function updateCollection(
  { req, db, caller, accessTo }: Pick<Context, 'req' | 'db' | 'caller' | 'accessTo'>,
  workspaceId: string,
  id: string,
  patch: z.output<typeof CollectionPatch>,
): Promise<void> {
  const { fields, ...rest } = patch;
  const { parent, cover } = rest;
  if (parent)
    await demandPlace(db, { workspaceId, id, parent, access: await accessTo({ collection: parent }) });
  const row = await lockCollection(db, workspaceId, id);
  if (cover) await demandMember(db, caller, workspaceId, id, cover);
  await req.payload.update({
    collection: collectionSlug('collections'),
    id,
    req,
    depth: 0,
    data: { ...rest, ...(fields ? { fields: mergeValues(row.fields ?? {}, fields) } : {}) },
  });
}
