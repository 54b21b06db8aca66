// Suggestions: values and tags that wait on an asset until someone with write accepts or dismisses them.
import type { PayloadRequest } from 'payload';
import type { Db } from '../../core/db/pool.ts';
import { fieldsOf } from '../../fields/queries.ts';
import { checkValues, hasValue } from '../../fields/rules.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import { invalid } from '../../core/errors.ts';
import { demandAsset } from '../patch-asset.ts';
import { cleanTags, openTags } from '../rules.ts';
import { writeAsset } from '../write-asset.ts';

/**
 * Adds suggested values. Values for fields that the asset already has are dropped; suggesting again replaces.
 *
 * @returns the keys whose values were dropped.
 * @throws ApiError invalid listing every unknown key and every value that doesn't fit.
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
  await writeAsset(req, id, { proposedFields: { ...asset.proposed_fields, ...fresh } });
  return Object.keys(values).filter((key) => hasValue(own, key));
}

/** Adds suggested tags, without duplicates. @returns the dropped ones, which the asset already has. */
export async function suggestTags(
  req: PayloadRequest,
  db: Db,
  id: string,
  tags: readonly string[],
): Promise<string[]> {
  const asset = await demandAsset(db, id);
  await writeAsset(req, id, { proposedTags: [...(asset.proposed_tags ?? []), ...tags] });
  const open = new Set(openTags(tags, asset.tags ?? []));
  return cleanTags(tags).filter((tag) => !open.has(tag));
}
