// A proposed change of a collection's own record: its name and description, its picture, its place, the values that its assets inherit,
// and who sees it.
import type { z } from 'zod';
import { lockCollectionsOf } from '../assets/collections/collection-queries.ts';
import { CollectionPatch } from '../assets/collections/collection-schemas.ts';
import { demandMember } from '../assets/collections/membership.ts';
import { noSuchParent, placeProblem } from '../assets/collections/nesting.ts';
import { updateCollection } from '../assets/collections/update-collection.ts';
import { demand } from '../core/access/actor.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError, type Issue } from '../core/errors.ts';
import { heldFieldsOf } from '../fields/queries.ts';
import { checkValues, withoutNulls } from '../fields/rules.ts';
import type { FieldValues } from '../fields/schemas.ts';
import { defineProposalKind, type Checking } from './module-kinds.ts';
import { namedIn } from './patch-parts.ts';

const ProposedDetails = CollectionPatch.refine(
  ({ fields, ...rest }) => Object.keys({ ...rest, ...fields }).length > 0,
  'Send at least one property.',
);
type ProposedDetails = z.output<typeof ProposedDetails>;

// An asset that left the collection is no longer its cover.
const stored = statement(
  'review:collection-details',
  `select k.name, k.icon, k.description, coalesce(k.private, false) as private, k.parent_id as parent, coalesce(k.fields, '{}') as fields,
     (select m.asset_id from marque.collection_assets m where m.collection_id = k.id and m.asset_id = k.cover_id) as cover
   from payload.collections k where k.id = $1`,
);

type Details = Required<Omit<ProposedDetails, 'fields'>> & { fields: FieldValues };

async function detailsOf(db: Db, id: string): Promise<Details> {
  const [row] = await db.query<Details & Record<string, unknown>>(stored, [id]);
  if (!row) throw new ApiError('not_found', 'Collection not found.');
  return row;
}

/** The current values of these fields; null: none. */
const valuesOf = (values: FieldValues, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, Object.hasOwn(values, key) ? values[key] : null]));

/** Both places must be ones that the proposer sees: the proposal names them. */
async function parentIssues(
  { db, access, accessTo }: Checking,
  id: string,
  parent: string | null,
): Promise<Issue[]> {
  const refused = (message: string): Issue[] => [{ path: 'parent', message }];
  const isSeen = async (collection: string): Promise<boolean> => {
    const { scope, workspaceId } = await accessTo({ collection });
    return scope !== null && workspaceId === access.workspaceId;
  };
  const { parent: now } = await detailsOf(db, id);
  if (now !== null && !(await isSeen(now)))
    return refused("You can't see the collection that this one is in, so you can't propose to move it.");
  if (parent === null) return [];
  if (!(await isSeen(parent))) return refused(noSuchParent);
  const problem = await placeProblem(db, id, parent);
  return problem === null ? [] : refused(problem);
}

/** Both covers must be ones that the proposer sees, for the same reason. */
async function coverIssues(
  { db, caller, access, accessTo }: Checking,
  id: string,
  cover: string | null,
): Promise<Issue[]> {
  const { cover: now } = await detailsOf(db, id);
  if (now !== null && (await accessTo({ asset: now })).scope === null)
    return [{ path: 'cover', message: "You can't see the current cover, so you can't propose another one." }];
  if (cover !== null) await demandMember(db, caller, access.workspaceId ?? '', id, cover);
  return [];
}

export const collectionDetails = defineProposalKind<ProposedDetails>({
  name: 'collection_details',
  on: 'collection',
  label: 'Details of a collection',
  counted: ['collection change', 'collection changes'],
  described:
    '{name, description, icon, cover, parent, private, fields}: the properties of a collection to change; fields by key, null clears one',
  value: ProposedDetails,
  isPatch: true,
  merges: ['fields'],
  refersTo: { cover: 'asset', parent: 'collection' },
  current: async (db, id, patch) => {
    const { fields, ...rest } = await detailsOf(db, id);
    const keys = Object.keys(patch.fields ?? {});
    return { ...namedIn(rest, patch), ...(keys.length > 0 ? { fields: valuesOf(fields, keys) } : {}) };
  },
  check: async (checking, id, { cover, parent, fields }) => {
    const { db, access } = checking;
    const workspaceId = access.workspaceId ?? '';
    return [
      ...(cover === undefined ? [] : await coverIssues(checking, id, cover)),
      ...(parent === undefined ? [] : await parentIssues(checking, id, parent)),
      ...(fields ? checkValues(await heldFieldsOf(db, workspaceId), withoutNulls(fields), 'fields') : []),
    ];
  },
  lockFirst: lockCollectionsOf,
  accept: async ({ req, db, caller, accessTo }, id, patch) => {
    const access = await accessTo({ collection: id });
    demand(access, 'write', undefined, 'this collection');
    await updateCollection({ req, db, caller, accessTo }, access.workspaceId ?? '', id, patch);
  },
});
