// Shapes shared by the operations on collections.
import { z } from 'zod';
import { Collection } from '../../src/assets/collections/collection-schemas.ts';
import { Id } from '../../src/assets/schemas.ts';

export const collectionPath = z.object({ id: Id });
export const OneCollection = z.object({ data: Collection });

/** What to answer beside the properties of a collection. */
export const IncludePreviews = z
  .enum(['thumbnail'])
  .optional()
  .describe('thumbnail: each of `previews` also has the address of its `thumbnail`');

/** The target of a collection operation. */
export const onCollection = ({ path }: { path: Record<string, string> }) => ({ collection: path.id ?? '' });
