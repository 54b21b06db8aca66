// A proposed change of a collection's own record: what is said of it, its picture, the values that its assets inherit, who sees it. Not
// its place in other collections: those may be hidden from the proposer.
import type { z } from 'zod';
import { lockCollectionsOf } from '../assets/collections/collection-queries.ts';
import { CollectionPatch } from '../assets/collections/collection-schemas.ts';
import { demandMember } from '../assets/collections/membership.ts';
import { updateCollection } from '../assets/collections/update-collection.ts';
import { demand } from '../core/access/actor.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { heldFieldsOf } from '../fields/queries.ts';
import { checkValues, withoutNulls } from '../fields/rules.ts';
import type { FieldValues } from '../fields/schemas.ts';
import { defineProposalKind } from './module-kinds.ts';

const ProposedDetails = CollectionPatch.omit({ parent: true }).refine(
  ({ fields, ...rest }) => Object.keys({ ...rest, ...fields }).length > 0,
  'Send at least one property.',
);
type ProposedDetails = z.output<typeof ProposedDetails>;

const stored = statement(
  'review:collection-details',
  `select name, icon, description, coalesce(private, false) as private, cover_id as cover, coalesce(fields, '{}') as fields
   from payload.collections where id = $1`,
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

export const collectionDetails = defineProposalKind<ProposedDetails>({
  name: 'collection_details',
  on: 'collection',
  label: 'Details of a collection',
  counted: ['change of a collection', 'changes of collections'],
  described:
    '{name, description, icon, cover, private, fields}: what to change of the record of a collection; fields by key, null clears one',
  value: ProposedDetails,
  isPatch: true,
  merges: ['fields'],
  current: async (db, id, patch) => {
    const { fields, ...rest } = await detailsOf(db, id);
    const own = Object.entries(rest).filter(([property]) => Object.hasOwn(patch, property));
    const keys = Object.keys(patch.fields ?? {});
    return { ...Object.fromEntries(own), ...(keys.length > 0 ? { fields: valuesOf(fields, keys) } : {}) };
  },
  check: async ({ db, caller, access }, id, { cover, fields }) => {
    const workspaceId = access.workspaceId ?? '';
    if (cover) await demandMember(db, caller, workspaceId, id, cover);
    return fields ? checkValues(await heldFieldsOf(db, workspaceId), withoutNulls(fields), 'fields') : [];
  },
  lockFirst: lockCollectionsOf,
  accept: async ({ req, db, caller, accessTo }, id, patch) => {
    const access = await accessTo({ collection: id });
    demand(access, 'write', undefined, 'this collection');
    await updateCollection({ req, db, caller, accessTo }, access.workspaceId ?? '', id, patch);
  },
});
