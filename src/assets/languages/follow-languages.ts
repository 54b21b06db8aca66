// What a change of the setting `languages` does to texts: they stay with their language. The title, description and translated custom
// fields of an asset are those of its workspace's default language, so a new default swaps them; languages that are removed are kept aside.
import { statement, type Db } from '../../core/db/pool.ts';

/** Of a workspace, its default first. */
export type Languages = readonly [string, ...string[]];

/** Assets per statement, each of which has a time limit. */
const assetsAtOnce = 2000;

const hasKept = statement(
  'languages:kept',
  `select exists (select 1 from marque.asset_languages l join payload.assets a on a.id = l.asset_id
     where a.workspace_id = $1 and l.kept ? $2) as kept`,
);

// Locked in a statement of its own, so that the next one reads what was written until then.
const lockNext = statement(
  'languages:lock',
  `select a.id from payload.assets a where a.workspace_id = $1 and a.id > $2 order by a.id limit ${assetsAtOnce} for update`,
);

const allTexts = `coalesce(l.kept, '{}') || coalesce(l.texts, '{}')`;

/** The languages of `texts` that the workspace has, `$2`, or the others. */
const sorted = (texts: string, shown: boolean): string =>
  `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each(${texts}) e where ${shown ? '' : 'not '}e.key = any($2::text[])), '{}')`;

const sort = statement(
  'languages:sort',
  `update marque.asset_languages l set texts = ${sorted(allTexts, true)}, kept = ${sorted(allTexts, false)}
   where l.asset_id = any($1::uuid[]) and (l.texts <> ${sorted(allTexts, true)})`,
);

/** The keys of the translated custom fields in the workspace of asset `a`. */
const translatedKeys = `array(select f.key::text from payload.fields f where f.workspace_id = a.workspace_id and f.translated)`;

const swap = statement(
  'languages:swap',
  `with a as materialized (
     select a.id, coalesce(nullif(a.metadata, 'null'), '{}') as metadata, v.fields, k.keys, ${allTexts} as others,
       jsonb_strip_nulls(jsonb_build_object('title', a.metadata ->> 'title', 'description', a.metadata ->> 'description', 'alt', l.alt,
         'fields', (select jsonb_object_agg(e.key, e.value) from jsonb_each(v.fields) e where e.key = any(k.keys)))) as own
     from payload.assets a left join marque.asset_languages l on l.asset_id = a.id
       cross join lateral (select case when jsonb_typeof(a.fields) = 'object' then a.fields else '{}' end as fields) v
       cross join lateral (select ${translatedKeys} as keys) k
     where a.id = any($1::uuid[])),
   n as materialized (
     select a.id, coalesce(a.others -> $4::text, '{}') as own,
       (a.others - $4::text) || case when a.own = '{}' then '{}' else jsonb_build_object($3::text, a.own) end as others,
       a.metadata, (a.metadata - '{title,description}'::text[]) || (coalesce(a.others -> $4::text, '{}') - '{alt,fields}'::text[]) as texts,
       a.fields, (a.fields - a.keys) || coalesce(a.others -> $4::text -> 'fields', '{}') as values from a),
   renamed as (
     update payload.assets a set metadata = n.texts, fields = n.values from n
     where n.id = a.id and (n.texts <> n.metadata or n.values <> n.fields))
   insert into marque.asset_languages (asset_id, alt, texts, kept)
   select n.id, n.own ->> 'alt', ${sorted('n.others', true)}, ${sorted('n.others', false)} from n
   where n.others <> '{}' or exists (select 1 from marque.asset_languages l where l.asset_id = n.id)
   on conflict (asset_id) do update set alt = excluded.alt, texts = excluded.texts, kept = excluded.kept`,
);

async function eachAsset(
  db: Db,
  workspaceId: string,
  work: (ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = (await db.query<{ id: string }>(lockNext, [workspaceId, after])).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await work(ids);
    after = last;
  }
}

/** Makes the texts of a workspace fit its languages. */
export async function moveTexts(
  db: Db,
  workspaceId: string,
  before: Languages,
  after: Languages,
): Promise<void> {
  const [old, ...oldOthers] = before;
  const [next, ...others] = after;
  if (old === next) {
    // Their order says nothing of texts.
    if (oldOthers.toSorted().join() !== others.toSorted().join())
      await eachAsset(db, workspaceId, (ids) => db.query(sort, [ids, others]));
    return;
  }
  // With one language, nothing said which one it is: the texts that are there get another name, and stay.
  const [row] = await db.query<{ kept: boolean }>(hasKept, [workspaceId, next]);
  const isRenamed = oldOthers.length === 0 && row?.kept !== true;
  await eachAsset(db, workspaceId, (ids) =>
    isRenamed ? db.query(sort, [ids, others]) : db.query(swap, [ids, others, old, next]),
  );
}
