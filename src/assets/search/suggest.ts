// Suggestions: values and tags that wait on an asset until someone with write takes them or lets them go.
import type { PayloadRequest } from 'payload';
import type { Db } from '../../core/db/pool.ts';
import { fieldsOf } from '../../fields/queries.ts';
import { checkValues, hasValue } from '../../fields/rules.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import { invalid } from '../../core/errors.ts';
import { demandAsset } from '../patch-asset.ts';
import { cleanTags, openTags } from '../rules.ts';

/**
 * Adds suggested values. A value for a field that the asset has a value of its own for is dropped; suggesting again replaces.
 *
 * @returns the keys whose values were dropped.
 * @throws Refusal invalid naming every key that isn't there, or whose value doesn't fit.
 */
export async function suggestFields(
  req: PayloadRequest,
  db: Db,
  id: string,
  values: FieldValues,
): Promise<string[]> {
  const asset = await demandAsset(db, id);
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
  return Object.keys(values).filter((key) => hasValue(own, key));
}

/** Adds suggested tags; those suggested before count once. @returns those that the asset has, which are dropped. */
export async function suggestTags(
  req: PayloadRequest,
  db: Db,
  id: string,
  tags: readonly string[],
): Promise<string[]> {
  const asset = await demandAsset(db, id);
  await req.payload.update({
    collection: 'assets',
    id,
    req,
    depth: 0,
    data: { proposedTags: [...(asset.proposed_tags ?? []), ...tags] },
  });
  const open = new Set(openTags(tags, asset.tags ?? []));
  return cleanTags(tags).filter((tag) => !open.has(tag));
}
