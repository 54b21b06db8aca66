import { z } from 'zod';
import { Included, includedOf, IncludeParameter } from '../../../src/assets/delivery/thumbnails.ts';
import { assetsSeenBy } from '../../../src/assets/queries.ts';
import { Id } from '../../../src/assets/schemas.ts';
import { withinCollection } from '../../../src/assets/search/search-query.ts';
import { contextQuery, toContext } from '../../../src/assets/search/search-sql.ts';
import { searchOf } from '../../../src/assets/search/search.ts';
import {
  comparePlaces,
  groupsSeenBy,
  likenessIn,
  type Group,
  type GroupPlace,
} from '../../../src/assets/similar/duplicates.ts';
import { Similar, similarSeenBy } from '../../../src/assets/similar/similar.ts';
import { invalid } from '../../../src/core/errors.ts';
import { defineOperation, type Context } from '../../../src/core/operation.ts';
import {
  CursorParameter,
  filtersOf,
  KeyId,
  Micros,
  Next,
  pageOf,
  positionOf,
} from '../../../src/core/paging.ts';
import { duplicateGroups } from './duplicate-groups.ts';

/** Assets listed of each group: some have thousands. */
const mostListed = 20;

const Query = z.object({
  asset: Id.optional().describe('Only the group of this one'),
  kept: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: the groups that are kept on purpose (keep_duplicates), instead of all others'),
  ...withinCollection,
  limit: z.coerce.number().int().min(1).max(50).default(20),
  cursor: CursorParameter,
  include: IncludeParameter,
});

const place: z.ZodType<GroupPlace> = z.tuple([Micros, KeyId]);

/** The group of one asset; none if nothing is like it. */
async function groupOf({ db, caller, accessTo }: Context, workspaceId: string, id: string): Promise<Group[]> {
  const access = await accessTo({ asset: id });
  if (access.scope === null || access.workspaceId !== workspaceId)
    throw invalid([{ path: 'asset', message: 'Asset not found in this workspace.' }]);
  const similar = await similarSeenBy(db, caller, workspaceId, { id, limit: 100 });
  if (similar.length === 0) return [];
  return [{ place: [0, id], assets: [{ id, bits: 0 }, ...similar] }];
}

export const listDuplicates = defineOperation({
  name: 'list_duplicates',
  http: {
    route: 'GET /api/v1/assets/duplicates',
    tag: 'assets',
  },
  summary: 'List groups of near-duplicate pictures, those with the newest first',
  description:
    "Of the active, draft and proposed assets that you can read, in the workspace or a collection. In each group, the largest picture comes first, and the distance of the others is to it. Groups that are kept on purpose aren't listed.",
  access: {
    scope: 'read',
    within: true,
  },
  query: contextQuery,
  queryValues: ({ query }, service) => [
    '',
    query.collection ?? null,
    searchOf(service).since,
    query.direct === 'true',
  ],
  input: { query: Query },
  output: z.object({
    data: z.array(
      z.object({
        assets: z.array(Similar).describe(`The first ${mostListed}`),
        count: z.int().describe('Number of assets in the group'),
      }),
    ),
    total: z.int().describe('How many groups there are'),
    pending: z.int().describe("Pictures that haven't been compared yet"),
    next: Next,
    included: Included,
  }),
  errors: ['invalid'],
  agent: {
    title: 'Find near-duplicates',
    description:
      'Groups near-duplicate pictures: the same in another size, format, crop or edit. Of one asset, a collection, or all. The largest comes first.',
    readOnly: true,
    without: ['include', 'direct', 'kept'],
    result: duplicateGroups,
  },
  run: async (context, { query: { asset, limit, cursor, include, ...filters } }) => {
    const { service, db, caller, row, request } = context;
    const { workspaceId, collectionIds } = toContext(row);
    if (asset !== undefined && collectionIds)
      throw invalid([{ path: 'collection', message: 'Send either asset or collection, not both.' }]);
    if (asset !== undefined && filters.kept !== undefined)
      throw invalid([{ path: 'kept', message: 'Send either asset or kept, not both.' }]);
    const asked = filtersOf('duplicates', workspaceId, asset ?? null, filters);
    const after = positionOf({ cursor }, asked, place);
    const { groups, pending } =
      asset === undefined
        ? await groupsSeenBy(db, caller, workspaceId, {
            collectionIds,
            kept: filters.kept === 'true',
            signal: request.signal,
          })
        : { groups: await groupOf(context, workspaceId, asset), pending: 0 };
    const behind = after ? groups.filter((group) => comparePlaces(group.place, after) > 0) : groups;
    const page = pageOf(behind.slice(0, limit + 1), limit, asked, (group) => group.place);
    const listed = page.rows.map((group) => ({
      assets: group.assets.slice(0, mostListed),
      count: group.assets.length,
    }));
    const likeness = await likenessIn(db, listed);
    const ids = listed.flatMap(({ assets }) => assets.map(({ id }) => id));
    const rows = await assetsSeenBy(db, caller, workspaceId, ids, include !== undefined);
    return {
      data: listed.map(({ assets, count }) => ({
        assets: assets.flatMap(({ id }) => {
          const [found, like] = [rows.get(id), likeness.get(id)];
          return found && like ? [{ asset: found.asset, ...like }] : [];
        }),
        count,
      })),
      total: groups.length,
      pending,
      next: page.next,
      ...(include === undefined ? {} : { included: includedOf(service.env.serverUrl, [...rows.values()]) }),
    };
  },
});
