// Creates a collection, at the top of a workspace or in another collection.
import type { z } from 'zod';
import { collectionSlug } from '../../core/collection-names.ts';
import type { Context } from '../../core/operation.ts';
import type { NewCollection } from './collection-schemas.ts';
import { demandPlace } from './nesting.ts';

/**
 * @returns its ID.
 * @throws ApiError invalid (`parent`, `fields`), or forbidden without write on the parent.
 */
export async function makeCollection(
  { req, db, accessTo }: Pick<Context, 'req' | 'db' | 'accessTo'>,
  workspaceId: string,
  data: z.output<typeof NewCollection>,
): Promise<string> {
  const { parent } = data;
  if (parent)
    await demandPlace(db, { workspaceId, id: null, parent, access: await accessTo({ collection: parent }) });
  const { id } = await req.payload.create({
    collection: collectionSlug('collections'),
    req,
    depth: 0,
    data: { ...data, fields: data.fields ?? {}, private: data.private ?? false, workspace: workspaceId },
  });
  return id;
}
