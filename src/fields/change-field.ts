// Changes a field's type or options, or removes it. Its values are in every asset and collection of the workspace, so this is SQL, in
// the transaction that changes the definition.
import { statement, type Db } from '../core/db/pool.ts';
import { invalid } from '../core/errors.ts';
import { convertValue } from './rules.ts';
import type { Field, FieldValue } from './schemas.ts';

/** Where values are stored: own, suggested and inherited ones. Deleted assets count, because they can be restored. */
const places = [
  { table: 'assets', column: 'fields' },
  { table: 'assets', column: 'proposed_fields' },
  { table: 'collections', column: 'fields' },
] as const;

const held = (column: string): string => `jsonb_typeof(x.${column}) = 'object' and x.${column} ? $2`;

const distinctValues = statement(
  'fields:values',
  `select v.value, sum(v.count) as count from (${places
    .map(
      ({ table, column }) =>
        `select x.${column} -> $2 as value, count(*) as count from payload.${table} x where x.workspace_id = $1 and ${held(column)} group by 1`,
    )
    .join(' union all ')}) v where jsonb_typeof(v.value) in ('string', 'number', 'boolean') group by 1`,
);

const conversions = places.map(({ table, column }) =>
  statement(
    `fields:convert:${table}:${column}`,
    `update payload.${table} x set ${column} = jsonb_set(x.${column}, array[$2], m.after::jsonb), updated_at = now()
     from unnest($3::text[], $4::text[]) m(before, after)
     where x.workspace_id = $1 and ${held(column)} and x.${column} -> $2 = m.before::jsonb`,
  ),
);

// Each row is written once, so it counts as one change.
const removals = [
  statement(
    'fields:remove:assets',
    `update payload.assets x set fields = case when jsonb_typeof(x.fields) = 'object' then x.fields - $2 else x.fields end,
       proposed_fields = case when jsonb_typeof(x.proposed_fields) = 'object' then x.proposed_fields - $2 else x.proposed_fields end, updated_at = now()
     where x.workspace_id = $1 and ((${held('fields')}) or (${held('proposed_fields')})) returning 1 as one`,
  ),
  statement(
    'fields:remove:collections',
    `update payload.collections x set fields = x.fields - $2, updated_at = now() where x.workspace_id = $1 and ${held('fields')} returning 1 as one`,
  ),
];

// Suggested values are also in the queue of proposals.
const waits = `q.workspace_id = $1 and q.kind = 'fields' and q.status = 'waiting' and q.after -> 'fields' ? $2`;
const convertProposals = statement(
  'fields:convert:proposals',
  `update marque.proposals q set after = jsonb_set(q.after, array['fields', $2], m.after::jsonb)
   from unnest($3::text[], $4::text[]) m(before, after) where ${waits} and q.after -> 'fields' -> $2 = m.before::jsonb`,
);
const lastOne = `(q.after -> 'fields') - $2 = '{}'`;
const removeFromProposals = statement(
  'fields:remove:proposals',
  `update marque.proposals q set after = case when ${lastOne} then q.after else q.after #- array['fields', $2] end,
     status = case when ${lastOne} then 'withdrawn' else q.status end,
     review_note = case when ${lastOne} then 'The field was deleted.' end, decided_by = case when ${lastOne} then 'Marque' end,
     decided_at = case when ${lastOne} then date_trunc('milliseconds', now()) end
   where ${waits}`,
);

// Values in other languages than the default are texts of the assets.
const translatedAssets = statement(
  'fields:translated-assets',
  `select count(*)::int as count from marque.asset_languages l join payload.assets a on a.id = l.asset_id
   where a.workspace_id = $1 and exists (select 1 from jsonb_each(l.kept || l.texts) e where e.value -> 'fields' ? $2)`,
);
const withoutKey = (texts: string): string =>
  `coalesce((select jsonb_object_agg(e.key, e.value #- array['fields', $2]) from jsonb_each(${texts}) e), '{}')`;
const removeTranslations = statement(
  'fields:remove:translations',
  `update marque.asset_languages l set texts = ${withoutKey('l.texts')}, kept = ${withoutKey('l.kept')}
   from payload.assets a where a.id = l.asset_id and a.workspace_id = $1
     and exists (select 1 from jsonb_each(l.kept || l.texts) e where e.value -> 'fields' ? $2)`,
);

const removeDefinition = statement(
  'fields:remove',
  'delete from payload.fields where workspace_id = $1 and key = $2',
);

/** Whether the new definition may reject values that the old one accepted. */
function narrows(before: Field, after: Field): boolean {
  if (before.type !== after.type) return true;
  return after.type === 'select' && before.options.some((option) => !after.options.includes(option));
}

/**
 * Converts the values of a field to its new definition. The definitions must be locked.
 *
 * @returns the number of values converted.
 * @throws ApiError invalid if values or translations would be lost: their number in `detail.count`, up to five of the values in
 *   `detail.examples`.
 */
export async function convertValues(
  db: Db,
  workspaceId: string,
  before: Field,
  after: Field,
): Promise<number> {
  if (before.translated && !after.translated) await demandNoTranslations(db, workspaceId, before.key);
  if (!narrows(before, after)) return 0;
  const rows = await db.query<{ value: FieldValue; count: number }>(distinctValues, [
    workspaceId,
    before.key,
  ]);
  const lost = rows.filter(({ value }) => convertValue(value, after) === undefined);
  if (lost.length > 0) throw apiErrorOf(before, after, lost);
  const changed = rows.filter(({ value }) => convertValue(value, after) !== value);
  if (changed.length === 0) return 0;
  const from = changed.map(({ value }) => JSON.stringify(value));
  const to = changed.map(({ value }) => JSON.stringify(convertValue(value, after)));
  for (const conversion of [...conversions, convertProposals])
    await db.query(conversion, [workspaceId, before.key, from, to]);
  return changed.reduce((sum, { count }) => sum + count, 0);
}

/** @throws ApiError invalid with the number of assets in `detail.count` */
async function demandNoTranslations(db: Db, workspaceId: string, key: string): Promise<void> {
  const [row] = await db.query<{ count: number }>(translatedAssets, [workspaceId, key]);
  const count = row?.count ?? 0;
  if (count === 0) return;
  const whose = count === 1 ? 'The translations of 1 asset' : `The translations of ${count} assets`;
  const apiError = invalid([
    { path: 'translated', message: `${whose} would be lost. Clear them first (PUT …/texts).` },
  ]);
  Object.assign(apiError.detail as object, { count });
  throw apiError;
}

function apiErrorOf(before: Field, after: Field, lost: { value: FieldValue; count: number }[]) {
  const count = lost.reduce((sum, row) => sum + row.count, 0);
  const examples = lost.slice(0, 5).map(({ value }) => value);
  const path =
    before.type === after.type || (after.type === 'select' && before.type === 'text') ? 'options' : 'type';
  const shown = examples.map((value) => `"${value}"`).join(', ');
  const apiError = invalid([
    {
      path,
      message: `${count} ${count === 1 ? 'value' : 'values'} would be lost as ${after.type}, such as ${shown}. Change or clear them first.`,
    },
  ]);
  Object.assign(apiError.detail as object, { count, examples });
  return apiError;
}

/** Deletes a field and all its values. The definitions must be locked. @returns how many assets and collections had a value. */
export async function removeField(
  db: Db,
  workspaceId: string,
  key: string,
): Promise<{ assets: number; collections: number }> {
  const [assets, collections] = [
    await db.query(removals[0] as (typeof removals)[0], [workspaceId, key]),
    await db.query(removals[1] as (typeof removals)[0], [workspaceId, key]),
  ];
  await db.query(removeTranslations, [workspaceId, key]);
  await db.query(removeFromProposals, [workspaceId, key]);
  await db.query(removeDefinition, [workspaceId, key]);
  return { assets: assets.length, collections: collections.length };
}
