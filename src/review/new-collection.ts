// A proposed collection: with its assets, in the workspace or in another collection. Accepting creates it.
import { z } from 'zod';
import { NewCollection } from '../assets/collections/collection-schemas.ts';
import { makeCollection } from '../assets/collections/make-collection.ts';
import { changeMembers } from '../assets/collections/membership.ts';
import { Id } from '../assets/schemas.ts';
import { readableAssets } from '../brands/assets-of.ts';
import { ApiError, type Issue } from '../core/errors.ts';
import { statement } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { defineProposalKind } from './module-kinds.ts';

/** Assets of a proposed collection: a person looks at them. */
const maxAssets = 200;

export const ProposedCollection = z.strictObject({
  name: NewCollection.shape.name,
  description: NewCollection.shape.description,
  assets: z.array(Id).max(maxAssets).optional().describe('In this order'),
});

// Of those that everyone in the workspace sees, so that a proposal doesn't tell of a private one.
const sameName = statement(
  'proposals:collections-of-name',
  `select count(*)::int as count from payload.collections k where lower(k.name) = lower($2) and k.effective_private is not true
     and case when k.parent_id is null then k.workspace_id else k.parent_id end = $1`,
);
const parentOf = statement(
  'proposals:collection-parent',
  'select workspace_id from payload.collections where id = $1',
);

/** The places of assets that the caller can't read, or that are deleted or in another workspace. */
async function outOfReach(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  workspaceId: string | null,
  assets: readonly string[],
): Promise<number[]> {
  const found = workspaceId === null ? new Set() : await readableAssets(db, caller, workspaceId, assets);
  return assets.flatMap((id, at) => (found.has(id.toLowerCase()) ? [] : [at]));
}

export const newCollection = defineProposalKind<z.output<typeof ProposedCollection>>({
  name: 'collection',
  on: ['workspace', 'collection'],
  label: 'New collection',
  counted: ['new collection', 'new collections'],
  described: '{name, description, assets}, and once accepted the {collection}',
  value: ProposedCollection,
  current: async (db, id, { name }) => {
    const [row] = await db.query<{ count: number }>(sameName, [id, name]);
    return { collectionsOfThisName: row?.count ?? 0 };
  },
  check: async ({ db, caller, access }, _, { assets = [] }) =>
    (await outOfReach({ db, caller }, access.workspaceId, assets)).map((at): Issue => ({
      path: `assets[${at}]`,
      message: 'Asset not found in this workspace.',
    })),
  accept: async ({ req, db, caller, accessTo, resource }, id, value) => {
    const { assets = [], ...about } = value;
    const parent = resource === 'collection' ? id : null;
    const [row] = parent === null ? [] : await db.query<{ workspace_id: string }>(parentOf, [parent]);
    const workspaceId = row?.workspace_id ?? id;
    const [missing] = await outOfReach({ db, caller }, workspaceId, assets);
    if (missing !== undefined)
      throw new ApiError(
        'conflict',
        `The asset ${assets[missing] ?? ''} is gone, or you can't read it. Accept it without this one, or reject the proposal.`,
      );
    const made = await makeCollection({ req, db, accessTo }, workspaceId, { ...about, parent });
    if (assets.length > 0)
      await changeMembers(req, db, caller, workspaceId, made, { add: assets, remove: [] });
    return { ...value, collection: made };
  },
});
