// Reads assets: the columns, and from a row the record (interface 2.2) and the description (2.3).
import { hasGrant } from '../core/access/grant-sql.ts';
import { personOf, type Caller } from '../core/access/caller.ts';
import { rankOf } from '../core/access/ladder.ts';
import { readable } from '../core/access/authorize.ts';
import { asSeen, seenBy, seenByValues } from '../core/access/caller-values.ts';
import { statement, type Db, type Statement } from '../core/db/pool.ts';
import type { FieldValues } from '../fields/schemas.ts';
import type { Query } from '../core/operation.ts';
import type { Asset, C2pa, Description, Metadata, Rights, State, Status } from './schemas.ts';
import { rulesSql, type RulesRow } from './delivery/rendition-rules.ts';
import { alternativesFor, constraintsFor, noRules, type RenditionRules } from './delivery/transform.ts';

/** The state, computed as `stateOf` in rules.ts does. */
export const stateSql = (a: string): string => `case when ${a}.deleted_at is not null then 'deleted'
    when ${a}.status = 'active' and (${a}.rights->>'expires') < to_char(now() at time zone 'utc', 'YYYY-MM-DD') then 'expired'
    else ${a}.status::text end`;

/** The columns that `hindrancesOf` and `servedTo` in rules.ts need. */
export const availabilitySql = (
  a: string,
): string => `${a}.status::text as status, ${a}.deleted_at is not null as deleted, coalesce(${a}.public, false) as public,
    coalesce(${a}.effective_private, false) as private, ${a}.rights->>'embargo' as embargo, ${a}.rights->>'expires' as expires`;

/** Values inherited from its collections; the one it joined first wins. */
const inheritedSql = (
  a: string,
): string => `(select coalesce(jsonb_object_agg(e.key, e.value order by m.added_at desc, m.collection_id desc), '{}')
    from marque.collection_assets m join collections k on k.id = m.collection_id cross join jsonb_each(k.fields) e
    where m.asset_id = ${a}.id and jsonb_typeof(k.fields) = 'object')`;

/** Whether caller `c` can see collection `k`: even an ID would reveal that a private one exists. */
export const collectionSeen = `(not coalesce(k.private, false) or (c.user_id is null and c.key_rank = 4)
    or ${hasGrant('c.user_id', ['k.id'])}
    or ${hasGrant('c.user_id', ['k.workspace_id', '(select kw.organization_id from workspaces kw where kw.id = k.workspace_id)'], 4)})`;

/** Its collections that the caller can see. */
const collectionsSql = (
  a: string,
): string => `(select coalesce(jsonb_agg(m.collection_id order by m.added_at, m.collection_id), '[]')
    from marque.collection_assets m join collections k on k.id = m.collection_id
    where m.asset_id = ${a}.id and ${collectionSeen})`;

const columns = (
  a: string,
): string => `${a}.id, ${a}.workspace_id, ${a}.sha256, ${a}.filename, ${a}.mime_type, ${a}.filesize,
    ${a}.width, ${a}.height, ${a}.probe, ${a}.metadata, ${a}.tags, ${a}.fields, ${inheritedSql(a)} as inherited, ${a}.status::text as status,
    ${stateSql(a)} as state, ${a}.deleted_at, ${a}.stack_id, ${a}.version, ${a}.current, ${a}.proposed_by, ${a}.review_note, ${a}.proposed_tags,
    ${a}.proposed_fields, ${a}.rights, ${a}.origin::text as origin, ${a}.parent_asset_id, ${a}.generator, ${a}.prompt, ${a}.c2pa, ${a}.superseded_by,
    ${a}.private, ${a}.public, ${collectionsSql(a)} as collections, ${a}.created_at, ${a}.updated_at`;

/** A row of the columns above. */
export interface AssetRow {
  id: string;
  workspace_id: string;
  sha256: string;
  filename: string;
  mime_type: string;
  filesize: number;
  width: number | null;
  height: number | null;
  probe: Record<string, unknown> | null;
  metadata: Metadata | null;
  tags: string[] | null;
  fields: FieldValues | null;
  inherited: FieldValues;
  status: Status;
  state: State;
  deleted_at: Date | null;
  stack_id: string | null;
  version: number | null;
  current: boolean | null;
  proposed_by: string | null;
  review_note: string | null;
  proposed_tags: string[] | null;
  proposed_fields: FieldValues | null;
  rights: Rights | null;
  origin: Asset['origin'];
  parent_asset_id: string | null;
  generator: string | null;
  prompt: string | null;
  c2pa: C2pa | null;
  superseded_by: string | null;
  private: boolean | null;
  public: boolean | null;
  collections: string[];
  created_at: Date;
  updated_at: Date;
}

/** Runs with the access check of an asset: the whole record. */
export const assetQuery: Query<AssetRow> = {
  name: 'asset',
  text: `select ${columns('a')} from assets a where a.id = t.id`,
};

/** The same for a description, with the rendition rules. */
export const descriptionQuery: Query<AssetRow & RulesRow> = {
  name: 'description',
  text: `select ${columns('a')}, ${rulesSql} from assets a where a.id = t.id`,
};

const assetOf = statement(
  'assets:one:caller',
  `with c as (select $2::uuid as user_id, $3::smallint as key_rank) select ${columns('a')} from assets a, c where a.id = $1`,
);

const describedAsset = statement(
  'assets:one:described',
  `with c as (select $2::uuid as user_id, $3::smallint as key_rank), t as (select w.id as workspace_id, w.organization_id
     from assets a join workspaces w on w.id = a.workspace_id where a.id = $1)
   select ${columns('a')}, ${rulesSql} from assets a, c, t where a.id = $1`,
);

/** The row of an existing asset, as a caller sees it. Access must have been checked. */
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

/** A row for a description, with the rendition rules. */
export const describedRowSeenBy = (db: Db, caller: Caller, id: string): Promise<AssetRow & RulesRow> =>
  rowSeenBy(db, caller, id, describedAsset);

/** The asset as a caller sees it, read on the connection that just wrote it. */
export async function assetSeenBy(db: Db, caller: Caller, id: string): Promise<Asset> {
  return toAsset(await rowSeenBy(db, caller, id, assetOf));
}

const versions = statement(
  'assets:versions',
  `${seenBy} select ${columns('a')} from ${asSeen} join assets o on o.id = $4 and o.workspace_id = t.id
   join assets a on a.workspace_id = t.id and (a.id = o.id or a.stack_id = o.stack_id)
   where ${readable('asset', 'a')} order by a.version desc nulls last`,
);

/** The versions in an asset's stack that the caller can read, newest first; just the asset if it has no stack. */
export async function versionsSeenBy(
  db: Db,
  caller: Caller,
  workspaceId: string,
  id: string,
): Promise<Asset[]> {
  return (await db.query<AssetRow>(versions, [...seenByValues(caller, workspaceId), id])).map(toAsset);
}

/** Column order and names of the record, as interface 2.2 lists them. */
export function toAsset(row: AssetRow): Asset {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    sha256: row.sha256,
    filename: row.filename,
    mime: row.mime_type,
    size: row.filesize,
    width: row.width,
    height: row.height,
    probe: row.probe ?? {},
    metadata: row.metadata ?? {},
    tags: row.tags ?? [],
    fields: row.fields ?? {},
    inherited: row.inherited,
    status: row.status,
    state: row.state,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    stackId: row.stack_id,
    version: row.version,
    current: row.current ?? true,
    proposedBy: row.proposed_by,
    reviewNote: row.review_note,
    proposedTags: row.proposed_tags ?? [],
    proposedFields: row.proposed_fields ?? {},
    rights: row.rights,
    origin: row.origin,
    parentAssetId: row.parent_asset_id,
    generator: row.generator,
    prompt: row.prompt,
    c2pa: row.c2pa,
    supersededBy: row.superseded_by,
    private: row.private ?? false,
    public: row.public ?? false,
    collections: row.collections,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @param serverUrl origin for the absolute URLs. */
export function toDescription(
  row: AssetRow,
  serverUrl: string,
  rules: RenditionRules = noRules,
): Description {
  const address = `${serverUrl}/a/${row.id}`;
  const metadata = row.metadata ?? {};
  return {
    id: row.id,
    filename: row.filename,
    mime: row.mime_type,
    sha256: row.sha256,
    size: row.filesize,
    width: row.width,
    height: row.height,
    status: row.status,
    state: row.state,
    version: row.version,
    current: row.current ?? true,
    proposedBy: row.proposed_by,
    reviewNote: row.review_note,
    title: metadata.title ?? null,
    description: metadata.description ?? null,
    creator: metadata.creator ?? null,
    copyright: metadata.copyright ?? null,
    tags: row.tags ?? [],
    fields: { ...row.inherited, ...row.fields },
    collections: row.collections,
    rights: row.rights,
    provenance: {
      origin: row.origin,
      parentAssetId: row.parent_asset_id,
      generator: row.generator,
      prompt: row.prompt,
      c2pa: row.c2pa,
    },
    supersededBy: row.superseded_by,
    urls: { original: address, download: `${address}?download`, rendition: `${address}/{transform}` },
    constraints: constraintsFor(row.mime_type, row.width, row.height, rules),
    alternatives: alternativesFor(row.mime_type, row.width, row.height, rules).map(({ name, transform }) => ({
      name,
      url: `${address}/${transform}`,
    })),
  };
}
