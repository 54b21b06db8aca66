// Creates an asset from staged bytes. The slow part (probing the file, storing its bytes) comes first, without a transaction; the record,
// its memberships and its event are written in one.
import type { PayloadRequest } from 'payload';
import { nameOf, personOf, type Access, type Caller } from '../../core/access/caller.ts';
import { hasGrantThrough } from '../../core/access/grants/grant-sql.ts';
import { rankOf } from '../../core/access/ladder.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { heldFieldsOf } from '../../fields/queries.ts';
import { checkValues, missingRequired } from '../../fields/rules.ts';
import type { Field, FieldValues } from '../../fields/schemas.ts';
import type { Target } from '../../core/operation.ts';
import { planStagesAgain, setProposalNote } from '../../proposals/queue.ts';
import { invalid, ApiError, type Issue } from '../../core/errors.ts';
import { reportFailure } from '../../core/failures.ts';
import type { Service } from '../../core/service.ts';
import type { Asset as StoredAsset } from '../../generated/payload-types.ts';
import { trustListIn } from '../provenance.ts';
import { delivery } from '../settings.ts';
import { fromFarthest } from '../queries.ts';
import { settingIn } from '../../core/settings/read.ts';
import { blobKey, type Staged, type Storage } from '../../core/storage/contract.ts';
import type { TrustList } from '../metadata/content-credentials.ts';
import { probeFile, type Probed } from '../metadata/probe.ts';
import { cleanTags } from '../rules.ts';
import { changedRights, textNames, type NewAssetMeta, type Status } from '../schemas.ts';
import { decodeFailures } from '../delivery/svg.ts';
import { setFingerprint } from '../similar/hashes.ts';
import { asVersion, joinBeside, openStack, withKeptMetadata } from '../versions/versions.ts';
import { collectionSlug } from '../../core/collection-names.ts';
import { collectionContainers } from '../collections/containers.ts';

/** A probed and stored blob that waits for its record. */
export interface Arrival {
  sha256: string;
  size: number;
  filename: string;
  probed: Probed;
}

/** A file name without folders, control characters and other invalid characters; never empty, at most 255 characters. */
export function cleanFilename(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  return (clean === '' || clean === '.' || clean === '..' ? 'file' : clean).slice(-255);
}

/** The workspace's trust list for Content Credentials (setting `provenance`). */
export function trustListOf(service: Service, workspaceId: string | null): TrustList {
  return () => trustListIn(service, workspaceId);
}

/** Refuses a file for what its bytes turn out to be, before it is stored. */
export type Check = (mime: string, filename: string) => void;

/**
 * Probes staged bytes and stores them as a blob; on a retry, the bytes may already be stored and are probed there.
 *
 * @param trustList of the workspace, for Content Credentials (`trustListOf`).
 * @throws ApiError unsupported, invalid (a damaged file, too many pixels), unavailable. The staged bytes are then kept.
 */
export async function takeIn(
  storage: Storage,
  staged: Staged,
  claimed: { filename: string; mime: string },
  trustList?: TrustList,
  check?: Check,
): Promise<Arrival> {
  const filename = cleanFilename(claimed.filename);
  const probed = await storage.withFile(staged.key, (path) =>
    probeFile(
      path,
      { filename, mime: claimed.mime, size: staged.size },
      { failures: decodeFailures(storage, staged.sha256), ...(trustList ? { trustList } : {}) },
    ),
  );
  check?.(probed.mime, filename);
  if (staged.key !== blobKey(staged.sha256)) await storage.keep(staged);
  return { sha256: staged.sha256, size: staged.size, filename, probed };
}

/** Metadata of a new asset without a column: collections, the proposal and the version stack keep it, and `metadata` the texts. */
type KeptElsewhere = 'collections' | 'note' | 'versionOf' | TextName;
type TextName = (typeof textNames)[number];

/** The texts that were sent, which count more than the file's own. */
const textsIn = (meta: NewAssetMeta): Partial<Record<TextName, string>> =>
  Object.fromEntries(textNames.flatMap((name) => (meta[name] ? [[name, meta[name]]] : [])));

/** The record of a new asset: the file's own metadata, overridden by the metadata sent with it. */
export function recordOf(
  { sha256, size, filename, probed }: Arrival,
  { workspaceId, status, caller }: { workspaceId: string; status: Status; caller: Caller },
  meta: NewAssetMeta & { public: boolean },
) {
  const waits = status === 'proposed';
  return {
    workspace: workspaceId,
    sha256,
    filename,
    mimeType: probed.mime,
    filesize: size,
    width: probed.width,
    height: probed.height,
    probe: probed.probe,
    metadata: { ...probed.metadata, ...textsIn(meta) },
    tags: cleanTags([...(meta.tags ?? []), ...(probed.metadata.keywords ?? [])]),
    fields: meta.fields ?? {},
    status,
    current: true,
    proposedBy: waits ? nameOf(caller) : null,
    proposedById: waits && caller.kind !== 'nobody' ? caller.id : null,
    proposedTags: [],
    proposedFields: {},
    rights: meta.rights ? changedRights(null, meta.rights) : null,
    origin: meta.origin ?? probed.origin,
    parentAssetId: meta.parentAssetId ?? null,
    generator: meta.generator ?? probed.generator,
    prompt: meta.prompt ?? null,
    c2pa: probed.c2pa ? { ...probed.c2pa } : null,
    private: meta.private ?? false,
    public: meta.public,
  } satisfies Record<Exclude<keyof NewAssetMeta, KeptElsewhere>, unknown> &
    Partial<Record<keyof StoredAsset, unknown>>;
}

const lockBytes = statement(
  'assets:lock-bytes',
  `select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))`,
);

// The same access conditions as for any asset, for one found by its bytes.
const twin = statement(
  'assets:twin',
  `select a.id, a.effective_private as private,
     ${hasGrantThrough(collectionContainers, '$3::uuid', 'a.id')} as granted
   from payload.assets a where a.workspace_id = $1 and a.sha256 = $2 and a.deleted_at is null order by a.created_at, a.id`,
);

/** The asset with these bytes that the caller can read, if any. Locks the hash, so that no duplicate is created concurrently. */
export async function findTwin(
  db: Db,
  caller: Caller,
  access: Access,
  workspaceId: string,
  sha256: string,
): Promise<string | null> {
  await db.query(lockBytes, [workspaceId, sha256]);
  const rows = await db.query<{ id: string; private: boolean | null; granted: boolean }>(twin, [
    workspaceId,
    sha256,
    personOf(caller),
  ]);
  const role = rankOf(access.scope);
  return rows.find((row) => row.granted || (role >= 1 && (!row.private || role === 4)))?.id ?? null;
}

const collectionsThere = statement(
  'assets:collections-there',
  'select id from payload.collections where workspace_id = $1 and id = any($2::uuid[])',
);
const inheritedOf = statement(
  'assets:inherited-of',
  `select k.fields from marque.collection_paths p join payload.collections k on k.id = p.ancestor_id
   where p.collection_id = any($1::uuid[]) order by ${fromFarthest}`,
);
const join = statement(
  'assets:join',
  // Joined in the order they were named.
  `insert into marque.collection_assets (collection_id, asset_id, added_at)
   select want.id, $2, now() + want.place * interval '1 microsecond' from unnest($1::uuid[]) with ordinality as want(id, place)
   on conflict do nothing`,
);

/** The values that collections give their members. */
export async function inheritedValues(db: Db, collections: readonly string[]): Promise<FieldValues> {
  if (collections.length === 0) return {};
  const rows = await db.query<{ fields: FieldValues | null }>(inheritedOf, [collections]);
  return Object.assign({}, ...rows.map(({ fields }) => fields ?? {})) as FieldValues;
}

/** Whether new assets are public, according to the workspace's settings. */
export async function isPublicAtFirst(
  service: Service,
  db: Db,
  workspaceId: string | null,
): Promise<boolean> {
  return (await settingIn(service, db, delivery, { organizationId: null, workspaceId })).public;
}

interface Filing {
  service: Service;
  db: Db;
  req: PayloadRequest;
  caller: Caller;
  /** On the workspace. */
  access: Access;
  accessTo(resource: Target): Promise<Access>;
}

/** What is wrong with the values that an asset would get; required fields only matter once it's active. */
async function valueIssues(
  db: Db,
  fields: readonly Field[],
  sent: FieldValues | undefined,
  asset: { status: Status; values: FieldValues | undefined; collections: readonly string[] },
): Promise<Issue[]> {
  const issues = checkValues(fields, sent ?? {}, 'fields');
  if (asset.status !== 'active') return issues;
  const effective = { ...(await inheritedValues(db, asset.collections)), ...asset.values };
  return [
    ...issues,
    ...missingRequired(fields, effective).map(({ key, label }) => ({
      path: `fields.${key}`,
      message: `${label} is required before an asset can be active. Set it, or send status: draft.`,
    })),
  ];
}

/**
 * Creates an asset from an arrival, or returns the existing asset with the same bytes if the caller can read it.
 * Without write on the workspace, or on every collection it is added to, the asset is `proposed`.
 *
 * @throws ApiError forbidden (below propose), invalid listing every problem.
 */
export async function fileAsset(
  filing: Filing,
  arrival: Arrival,
  meta: NewAssetMeta,
): Promise<{ id: string; deduped: boolean }> {
  const { service, db, req, caller, access } = filing;
  for (const { what, error } of arrival.probed.misses) reportFailure(service, what, error);
  const workspaceId = access.workspaceId;
  if (!workspaceId) throw new ApiError('not_found', 'You have no workspace to add this to.');
  const collections = [...new Set(meta.collections ?? [])];
  const rank = await rankForFiling(filing, workspaceId, collections, meta.versionOf);
  if (rank < 2) {
    throw new ApiError(
      'forbidden',
      `You need the propose scope on this workspace; you have ${access.scope ?? 'no access'}.`,
      { needs: 'propose', has: access.scope },
    );
  }

  const existing = await findTwin(db, caller, access, workspaceId, arrival.sha256);
  if (existing) return { id: existing, deduped: true };

  const fields = await heldFieldsOf(db, workspaceId);
  const status: Status = rank < 3 ? 'proposed' : (meta.status ?? 'active');
  const before = meta.versionOf === undefined ? null : await openStack(db, meta.versionOf);
  const values = before
    ? asVersion(before, meta)
    : { ...meta, public: await isPublicAtFirst(service, db, workspaceId) };
  const joined = [...(before?.collections ?? []), ...collections];
  const issues = await valueIssues(db, fields, meta.fields, {
    status,
    values: values.fields,
    collections: joined,
  });
  if (meta.parentAssetId) {
    const parent = await filing.accessTo({ asset: meta.parentAssetId });
    if (parent.scope === null || parent.workspaceId !== workspaceId)
      issues.push({ path: 'parentAssetId', message: 'Asset not found in this workspace.' });
  }
  if (issues.length > 0) throw invalid(issues);

  setProposalNote(req, meta.note);
  setFingerprint(req, arrival.sha256, arrival.probed.fingerprint);
  const { id } = await service.payload.create({
    collection: collectionSlug('assets'),
    req,
    depth: 0,
    data: {
      ...recordOf(arrival, { workspaceId, status, caller }, values),
      ...(before && {
        stackId: before.stackId,
        version: before.next,
        current: false,
        metadata: { ...withKeptMetadata(before, arrival.probed.metadata), ...textsIn(meta) },
      }),
    },
  });
  if (before) await joinBeside(req, db, before, id);
  if (collections.length > 0) await db.query(join, [collections, id]);
  // Its collections may decide on the stages of its proposal.
  await planStagesAgain(service, db, id, joined);
  return { id, deduped: false };
}

/** The rank that applies: the lowest on the asset it is a version of and the collections it is added to, else on the workspace. */
async function rankForFiling(
  filing: Filing,
  workspaceId: string,
  collections: string[],
  versionOf: string | undefined,
): Promise<number> {
  const before = versionOf === undefined ? filing.access : await filing.accessTo({ asset: versionOf });
  if (versionOf !== undefined && (before.scope === null || before.workspaceId !== workspaceId))
    throw invalid([{ path: 'versionOf', message: 'Asset not found in this workspace.' }]);
  const role = rankOf(before.scope);
  if (collections.length === 0) return role;
  const there = new Set(
    (await filing.db.query<{ id: string }>(collectionsThere, [workspaceId, collections])).map(({ id }) => id),
  );
  const issues: Issue[] = [];
  let lowest = 4;
  for (const [index, collection] of collections.entries()) {
    const access = there.has(collection) ? await filing.accessTo({ collection }) : null;
    if (!access?.scope)
      issues.push({
        path: `collections[${index}]`,
        message: 'Collection not found in this workspace.',
      });
    lowest = Math.min(lowest, rankOf(access?.scope ?? null));
  }
  if (issues.length > 0) throw invalid(issues);
  return Math.max(role >= 2 ? Math.min(role, lowest) : 0, lowest);
}
