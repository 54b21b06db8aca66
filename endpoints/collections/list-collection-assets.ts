import { z } from 'zod';
import { membersSeenBy } from '../../src/assets/collections/member-list.ts';
import { Asset, states } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { CursorParameter, Next } from '../../src/core/paging.ts';
import { collectionPath, onCollection } from './schemas.ts';

const State = z.enum(states);

export const listCollectionAssets = defineOperation({
  name: 'list_collection_assets',
  http: {
    route: 'GET /api/v1/collections/{id}/assets',
    tag: 'collections',
  },
  summary: 'List the assets of a collection in their order',
  description:
    'Only the current version of a stack is listed. To search in a collection, use GET /api/v1/assets.',
  access: {
    scope: 'read',
    target: onCollection,
  },
  input: {
    path: collectionPath,
    query: z.object({
      status: z
        .union([State, z.array(State).min(1)])
        .optional()
        .describe('State; repeat to match any of them. Default active'),
      limit: z.coerce.number().int().min(1).max(200).default(100),
      cursor: CursorParameter,
    }),
  },
  output: z.object({ data: z.array(Asset), total: z.int(), next: Next }),
  run: ({ db, caller, access }, { path, query: { status = 'active', limit, cursor } }) =>
    membersSeenBy(db, caller, access.workspaceId ?? '', path.id, {
      states: [...new Set([status].flat())].sort(),
      limit,
      cursor,
    }),
});
