import { z } from 'zod';
import { membersSeenBy } from '../../src/assets/collections/member-list.ts';
import { Included, IncludeParameter } from '../../src/assets/delivery/thumbnails.ts';
import { answerFor, LangParameter } from '../../src/assets/languages/read-language.ts';
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
      include: IncludeParameter,
      lang: LangParameter,
    }),
  },
  output: z.object({ data: z.array(Asset), total: z.int(), next: Next, included: Included }),
  run: async ({ db, caller, access, service }, { path, query }) => {
    const { status = 'active', limit, cursor, include } = query;
    const workspaceId = access.workspaceId ?? '';
    const { rows, total, next } = await membersSeenBy(db, caller, workspaceId, path.id, {
      states: [...new Set([status].flat())].sort(),
      limit,
      cursor,
      versioned: include !== undefined,
    });
    return { ...(await answerFor(service, db, workspaceId, rows, query)), total, next };
  },
});
