// Applies a patch from the API to an asset. The collection's hooks check transitions and values.
import type { PayloadRequest } from 'payload';
import type { Access } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { fieldsOf, lockFieldsSql } from '../fields/queries.ts';
import { checkPatch, mergeValues } from '../fields/rules.ts';
import type { FieldValues } from '../fields/schemas.ts';
import type { Target } from '../core/operation.ts';
import { invalid, ApiError, type Issue } from '../core/errors.ts';
import { demandOffered, keepFields, keepTags } from './rules.ts';
import type { AssetPatch, Metadata, Rights, Status } from './schemas.ts';
import { lockStack } from './versions/versions.ts';
import { writeAsset } from './write-asset.ts';

const present = statement(
  'assets:for-change',
  `select a.metadata, a.rights, a.filename, a.status::text as status, a.tags, a.fields, a.proposed_tags, a.proposed_fields, a.workspace_id, a.deleted_at
   from payload.assets a where a.id = $1 for update of a`,
);

export interface Present {
  metadata: Metadata | null;
  rights: Rights | null;
  filename: string | null;
  status: Status;
  tags: string[] | null;
  fields: FieldValues | null;
  proposed_tags: string[] | null;
  proposed_fields: FieldValues | null;
  workspace_id: string;
  deleted_at: Date | null;
}

const lockFields = statement(
  'assets:hold-fields',
  `select ${lockFieldsSql('a.workspace_id')} from payload.assets a where a.id = $1`,
);

/** Keeps the field definitions of an asset's workspace as they are. Locked before rows, like a change of a field does, to avoid deadlocks. */
export async function lockFieldsOf(db: Db, id: string): Promise<void> {
  await db.query(lockFields, [id]);
}

/** Locks an asset until the transaction ends. */
export async function lockAssetRow(db: Db, id: string): Promise<Present | null> {
  await lockFieldsOf(db, id);
  await lockStack(db, id);
  const [row] = await db.query<Present>(present, [id]);
  return row ?? null;
}

/**
 * Locks an asset for a change, so the second of two concurrent reviewers sees what the first did.
 *
 * @param evenDeleted whether it may be in the trash.
 * @throws ApiError not_found, conflict (deleted).
 */
export async function demandAsset(db: Db, id: string, evenDeleted = false): Promise<Present> {
  const row = await lockAssetRow(db, id);
  if (!row) throw new ApiError('not_found', 'Asset not found.');
  if (row.deleted_at && !evenDeleted)
    throw new ApiError('conflict', 'This asset is deleted. Restore it first.');
  return row;
}

/** References to assets that aren't in the asset's workspace, or to itself. */
export async function linkIssues(
  accessTo: (resource: Target) => Promise<Access>,
  asset: { id: string; workspaceId: string },
  links: Pick<AssetPatch, 'parentAssetId' | 'supersededBy'>,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const link of ['parentAssetId', 'supersededBy'] as const) {
    const target = links[link];
    if (!target) continue;
    const access = await accessTo({ asset: target });
    if (access.scope === null || access.workspaceId !== asset.workspaceId)
      issues.push({ path: link, message: 'Asset not found in this workspace.' });
    else if (target.toLowerCase() === asset.id)
      issues.push({ path: link, message: "An asset can't reference itself." });
  }
  return issues;
}

/**
 * Applies a patch.
 *
 * @returns the status it has now: approving one that waits may only move it to its next stage.
 * @throws ApiError conflict (an impossible transition), forbidden (a missing ability), invalid listing every problem.
 */
export async function patchAsset(
  req: PayloadRequest,
  db: Db,
  accessTo: (resource: Target) => Promise<Access>,
  id: string,
  patch: AssetPatch,
): Promise<Status> {
  const row = await demandAsset(db, id);
  const { title, description, creator, copyright, fields, proposedTags, proposedFields, ...rest } = patch;
  const issues = await linkIssues(accessTo, { id, workspaceId: row.workspace_id }, rest);
  if (fields)
    issues.push(...checkPatch(await fieldsOf(db, row.workspace_id), fields, row.fields ?? {}, 'fields'));
  const keptTags = proposedTags && keepTags(row.proposed_tags ?? [], proposedTags);
  const keptFields = proposedFields && keepFields(row.proposed_fields ?? {}, proposedFields);
  issues.push(...(keptTags?.issues ?? []), ...(keptFields?.issues ?? []));
  if (issues.length > 0) throw invalid(issues);
  demandOffered(row.status, rest.status);

  const { status } = await writeAsset(req, id, {
    ...rest,
    ...(fields ? { fields: mergeValues(row.fields ?? {}, fields) } : {}),
    metadata: patchMetadata(row.metadata ?? {}, { title, description, creator, copyright }),
    ...(keptTags ? { proposedTags: keptTags.tags } : {}),
    ...(keptFields ? { proposedFields: keptFields.fields } : {}),
  });
  return status;
}

type Said = Pick<Metadata, 'title' | 'description' | 'creator' | 'copyright'>;

/** `metadata` only has known values: null and empty strings clear a key. */
export function patchMetadata(
  metadata: Metadata,
  said: { [key in keyof Said]?: string | null | undefined },
): Metadata {
  const next: Record<string, unknown> = { ...metadata };
  for (const [key, value] of Object.entries(said)) {
    if (value === undefined) continue;
    if (value === null || value === '') delete next[key];
    else next[key] = value;
  }
  return next;
}
