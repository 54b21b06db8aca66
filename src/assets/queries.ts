// Reads assets: the record (interface 2.2), built by PostgreSQL as JSON, and from it the description (2.3).
import { accessEpochSql } from '../core/access/access-epoch.ts';
import { hasGrant, hasGrantThrough } from '../core/access/grants/grant-sql.ts';
import { personOf, type Caller } from '../core/access/caller.ts';
import { rankOf } from '../core/access/ladder.ts';
import { readable } from '../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db, type Statement } from '../core/db/pool.ts';
import type { Query } from '../core/operation.ts';
import { aiSources, madeByAi } from '../lib/made-by-ai.ts';
import type { Asset, Description } from './schemas.ts';
import { cropsVersionSql } from './crops/crops.ts';
import { rulesSql, type RulesRow } from './delivery/rendition-rules.ts';
import { alternativesFor, constraintsFor, noRules, type RenditionRules } from './delivery/transform.ts';
import { publicPath } from '../core/public-paths.ts';
import { assetKind } from './grantable.ts';
import { collectionContainers } from './collections/containers.ts';

/** The state, computed as `stateOf` in rules.ts does. */
export const stateSql = (a: string): string => `case when ${a}.deleted_at is not null then 'deleted'
    when ${a}.status = 'active' and (${a}.rights->>'expires') < to_char(now() at time zone 'utc', 'YYYY-MM-DD') then 'expired'
    else ${a}.status::text end`;

/** The columns that `hindrancesOf` and `servedTo` in rules.ts need. */
export const availabilitySql = (
  a: string,
): string => `${a}.status::text as status, ${a}.deleted_at is not null as deleted, coalesce(${a}.public, false) as public,
    coalesce(${a}.effective_private, false) as private, ${a}.rights->>'embargo' as embargo, ${a}.rights->>'expires' as expires`;

/** True of asset `a` if nothing hinders its use on a day: `hindrancesOf` as SQL. @param day SQL of a `YYYY-MM-DD` */
export const unhinderedSql = (
  a: string,
  day: string,
): string => `${a}.status::text = 'active' and ${a}.deleted_at is null
    and coalesce(${a}.rights->>'embargo' <= ${day}, true) and coalesce(${a}.rights->>'expires' >= ${day}, true)`;

/**
 * SQL of the version of an asset's content for the caller `c`: `{hash}-{epoch}`, 12 and 20 hex digits. The epoch changes with the asset's
 * state, its crops, what else decides who may read it, and the caller's grants. It's what `v` must be for a browser to keep the answer.
 *
 * @param epoch the access epoch, if the statement has it: `accessEpochSql` reads all grants of the caller.
 */
export const contentVersionSql = (
  a: string,
  epoch: string = accessEpochSql,
): string => `(left(${a}.sha256, 12) || '-' || left(md5(json_build_array(${stateSql(a)}, ${a}.private, ${a}.effective_private, ${a}.public,
      ${a}.rights->>'embargo', ${a}.rights->>'expires')::text || ${cropsVersionSql(a)}), 8) || ${epoch})`;

/** The order in which values of collections `k` on the paths `p` replace each other: the last one counts. */
export const fromFarthest = 'p.distance desc, k.created_at desc, k.id desc';

/** Inherited values, as marque.effective_fields has them: the nearest collection's, then the oldest one's. */
const inheritedSql = (
  a: string,
): string => `(select coalesce(jsonb_object_agg(e.key, e.value order by ${fromFarthest}), '{}')
    from marque.collection_assets m join marque.collection_paths p on p.collection_id = m.collection_id
      join payload.collections k on k.id = p.ancestor_id cross join jsonb_each(k.fields) e
    where m.asset_id = ${a}.id and jsonb_typeof(k.fields) = 'object')`;

/** Whether caller `c` can see collection `k`: even an ID would reveal that a private one exists. */
export const collectionSeen = `(not coalesce(k.effective_private, false) or (c.user_id is null and c.key_rank = 4)
    or ${hasGrantThrough(collectionContainers, 'c.user_id', 'k.id')}
    or ${hasGrant('c.user_id', ['k.workspace_id', '(select kw.organization_id from payload.workspaces kw where kw.id = k.workspace_id)'], 4)})`;

/** Its collections that the caller can see. */
const collectionsSql = (
  a: string,
): string => `(select coalesce(jsonb_agg(m.collection_id order by m.added_at, m.collection_id), '[]')
    from marque.collection_assets m join payload.collections k on k.id = m.collection_id
    where m.asset_id = ${a}.id and ${collectionSeen})`;

/** A json column. Payload stores null as JSON null, which reads as no value. */
const jsonOr = (none: string, column: string): string => `coalesce(nullif(${column}, 'null'), '${none}')`;

const momentSql = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What each property of the record is in SQL, in the order of interface 2.2. Uses `c` (the caller). */
const recordSql = (a: string) =>
  ({
    id: `${a}.id`,
    workspaceId: `${a}.workspace_id`,
    sha256: `${a}.sha256`,
    filename: `${a}.filename`,
    mime: `${a}.mime_type`,
    size: `${a}.filesize`,
    width: `${a}.width`,
    height: `${a}.height`,
    probe: jsonOr('{}', `${a}.probe`),
    metadata: jsonOr('{}', `${a}.metadata`),
    tags: jsonOr('[]', `${a}.tags`),
    fields: jsonOr('{}', `${a}.fields`),
    inherited: inheritedSql(a),
    status: `${a}.status`,
    state: stateSql(a),
    deletedAt: momentSql(`${a}.deleted_at`),
    stackId: `${a}.stack_id`,
    version: `${a}.version`,
    current: `coalesce(${a}.current, true)`,
    proposedBy: `${a}.proposed_by`,
    reviewNote: `${a}.review_note`,
    proposedTags: jsonOr('[]', `${a}.proposed_tags`),
    proposedFields: jsonOr('{}', `${a}.proposed_fields`),
    rights: `nullif(${a}.rights, 'null')`,
    origin: `${a}.origin`,
    parentAssetId: `${a}.parent_asset_id`,
    generator: `${a}.generator`,
    prompt: `${a}.prompt`,
    c2pa: `nullif(${a}.c2pa, 'null')`,
    supersededBy: `${a}.superseded_by`,
    private: `coalesce(${a}.private, false)`,
    public: `coalesce(${a}.public, false)`,
    collections: collectionsSql(a),
    createdAt: momentSql(`${a}.created_at`),
    updatedAt: momentSql(`${a}.updated_at`),
  }) satisfies Record<keyof Asset, string>;

/**
 * The record of an asset as JSON, an `Asset`, in a statement that has the caller `c`.
 *
 * @param instead SQL for properties that the statement already has, such as the collections of a whole page.
 */
export function assetJson(a: string, instead: Partial<Record<keyof Asset, string>> = {}): string {
  const properties = Object.entries({ ...recordSql(a), ...instead });
  return `json_build_object(${properties.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`;
}

/** What a query for one record, or several, returns. */
export interface AssetRow {
  asset: Asset;
}

/** The same with the version of the content for the caller, if it was asked for. */
export interface VersionedRow extends AssetRow {
  version: string | null;
}

/** Runs with the access check of an asset: the whole record. Own value: whether the version is wanted. */
export const versionedAssetQuery: Query<VersionedRow> = {
  name: 'asset-versioned',
  text: `select ${assetJson('a')} as asset, case when $own1::bool then ${contentVersionSql('a')} end as version from payload.assets a where a.id = t.id`,
};

/** What a description says beside the record: the rendition rules, and how many pages the file has, where it was drawn. */
const describedSql = `${rulesSql}, (select max(p.pages) from marque.previews p
  where p.sha256 = a.sha256 and p.mime_type = a.mime_type and p.state = 'ready') as pages`;

export interface DescribedRow extends AssetRow, RulesRow {
  pages: number | null;
}

/** Runs with the access check of an asset: the record for a description, with what that says beside it. */
export const descriptionQuery: Query<DescribedRow> = {
  name: 'description',
  text: `select ${assetJson('a')} as asset, ${describedSql} from payload.assets a where a.id = t.id`,
};

const assetOf = statement(
  'assets:one:caller',
  `with c as (select $2::uuid as user_id, $3::smallint as key_rank) select ${assetJson('a')} as asset from payload.assets a, c where a.id = $1`,
);

const describedAsset = statement(
  'assets:one:described',
  `with c as (select $2::uuid as user_id, $3::smallint as key_rank), t as (select w.id as workspace_id, w.organization_id
     from payload.assets a join payload.workspaces w on w.id = a.workspace_id where a.id = $1)
   select ${assetJson('a')} as asset, ${describedSql} from payload.assets a, c, t where a.id = $1`,
);

/** The record of an existing asset, as a caller sees it, and what else the statement asks for. Access must have been checked. */
async function rowSeenBy<Row extends AssetRow>(
  db: Db,
  caller: Caller,
  id: string,
  asked: Statement,
): Promise<Row> {
  const keyRank = caller.kind === 'key' ? rankOf(caller.scope) : null;
  const [row] = await db.query<Row>(asked, [id, personOf(caller), keyRank]);
  if (!row) throw new Error('The asset disappeared while it was being read.');
  return row;
}

/** A row for a description, with what that says beside the record. */
export const describedRowSeenBy = (db: Db, caller: Caller, id: string): Promise<DescribedRow> =>
  rowSeenBy(db, caller, id, describedAsset);

/** The asset as a caller sees it, read on the connection that just wrote it. */
export async function assetSeenBy(db: Db, caller: Caller, id: string): Promise<Asset> {
  return (await rowSeenBy(db, caller, id, assetOf)).asset;
}

const versions = statement(
  'assets:versions',
  `${seenBy}, e as materialized (select ${accessEpochSql} as epoch from c)
   select ${assetJson('a')} as asset, case when $5::bool then ${contentVersionSql('a', '(select epoch from e)')} end as version
   from ${asSeen} join payload.assets o on o.id = $4 and o.workspace_id = t.id
   join payload.assets a on a.workspace_id = t.id and (a.id = o.id or a.stack_id = o.stack_id)
   where ${readable(assetKind, 'a')} order by a.version desc nulls last`,
);

/**
 * The versions in an asset's stack that the caller can read, newest first; just the asset if it has no stack.
 * @param versioned whether the version of each one's content is wanted
 */
export async function versionsSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
  versioned: boolean,
): Promise<VersionedRow[]> {
  return db.query<VersionedRow>(versions, [...seenByValues(caller, workspaceId), id, versioned]);
}

const listed = statement(
  'assets:listed',
  `${seenBy}, e as materialized (select ${accessEpochSql} as epoch from c)
   select ${assetJson('a')} as asset, case when $5::bool then ${contentVersionSql('a', '(select epoch from e)')} end as version
   from ${asSeen} join payload.assets a on a.id = any($4::uuid[]) and a.workspace_id = t.id where ${readable(assetKind, 'a')}`,
);

/** Those of some assets of a workspace that the caller can read, by ID. @param versioned whether the version of each one's content is wanted */
export async function assetsSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  ids: readonly string[],
  versioned: boolean,
): Promise<Map<string, VersionedRow>> {
  const rows = await db.query<VersionedRow>(listed, [...seenByValues(caller, workspaceId), ids, versioned]);
  return new Map(rows.map((row) => [row.asset.id, row]));
}

const isAiSource = (a: string): string =>
  `coalesce(regexp_replace(${a}.c2pa ->> 'digitalSourceType', '.*/', ''), '') in (${aiSources.map((source) => `'${source}'`).join()})`;

/** `madeByAi` of asset `a`. */
export const aiSql = (a: string): string =>
  `case when ${a}.origin = 'generated' or ${isAiSource(a)} then 'yes' when ${a}.origin = 'shot' then 'no' else 'unknown' end`;

/**
 * @param serverUrl origin for the absolute URLs.
 * @param pages of its file
 */
export function toDescription(
  asset: Asset,
  serverUrl: string,
  rules: RenditionRules = noRules,
  pages: number | null = null,
): Description {
  const address = `${serverUrl}${publicPath('a')}/${asset.id}`;
  const { metadata } = asset;
  return {
    id: asset.id,
    filename: asset.filename,
    mime: asset.mime,
    sha256: asset.sha256,
    size: asset.size,
    width: asset.width,
    height: asset.height,
    status: asset.status,
    state: asset.state,
    version: asset.version,
    current: asset.current,
    proposedBy: asset.proposedBy,
    reviewNote: asset.reviewNote,
    title: metadata.title ?? null,
    description: metadata.description ?? null,
    creator: metadata.creator ?? null,
    copyright: metadata.copyright ?? null,
    metadata: { ai: madeByAi(asset) },
    tags: asset.tags,
    fields: { ...asset.inherited, ...asset.fields },
    collections: asset.collections,
    rights: asset.rights,
    provenance: {
      origin: asset.origin,
      parentAssetId: asset.parentAssetId,
      generator: asset.generator,
      prompt: asset.prompt,
      c2pa: asset.c2pa,
    },
    supersededBy: asset.supersededBy,
    urls: { original: address, download: `${address}?download`, rendition: `${address}/{transform}` },
    constraints: constraintsFor(asset.mime, asset.width, asset.height, rules),
    alternatives: alternativesFor(asset.mime, asset.width, asset.height, rules, pages).map(
      ({ name, transform }) => ({
        name,
        url: `${address}/${transform}`,
      }),
    ),
  };
}
