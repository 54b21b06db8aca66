// Suggestions: values and tags that wait on an asset until someone with write takes them or lets them go.
import type { PayloadRequest } from 'payload';
import type { Db } from '../db/pool.ts';
import { fieldsOf } from '../fields/queries.ts';
import { checkValues, hasValue } from '../fields/rules.ts';
import type { FieldValues } from '../fields/schemas.ts';
import { invalid } from '../refusal.ts';
import { lockAsset } from './patch-asset.ts';

/**
 * Adds suggested values. A value for a field that the asset has a value of its own for is dropped; suggesting again replaces.
 *
 * @throws Refusal invalid naming every key that isn't there, or whose value doesn't fit.
 */
export async function suggestFields(
  req: PayloadRequest,
  db: Db,
  id: string,
  values: FieldValues,
): Promise<void> {
  const asset = await lockAsset(db, id);
  const issues = checkValues(await fieldsOf(db, asset.workspace_id), values, 'fields');
  if (issues.length > 0) throw invalid(issues);
  const own = asset.fields ?? {};
  const fresh = Object.fromEntries(Object.entries(values).filter(([key]) => !hasValue(own, key)));
  await req.payload.update({
    collection: 'assets',
    id,
    req,
    depth: 0,
    data: { proposedFields: { ...asset.proposed_fields, ...fresh } },
  });
}

/** Adds suggested tags; those it has, or that were suggested before, count once. */
export async function suggestTags(
  req: PayloadRequest,
  db: Db,
  id: string,
  tags: readonly string[],
): Promise<void> {
  const asset = await lockAsset(db, id);
  await req.payload.update({
    collection: 'assets',
    id,
    req,
    depth: 0,
    data: { proposedTags: [...(asset.proposed_tags ?? []), ...tags] },
  });
}
