// Makes an existing asset the newest version of another one, as a file that is uploaded as its version.
import type { PayloadRequest } from 'payload';
import { demand } from '../../core/access/actor.ts';
import type { Access } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { record } from '../../core/events/record.ts';
import { mergeValues } from '../../fields/rules.ts';
import { demandAsset, type Present } from '../patch-asset.ts';
import { cleanTags } from '../rules.ts';
import { writeAsset } from '../write-asset.ts';
import { joinBeside, openStack, settleCurrent, type Predecessor } from './versions.ts';

const places = statement(
  'stacks:places',
  `select id, coalesce(stack_id, id::text) as stack, stack_id is null as alone, coalesce(private, false) as private,
     coalesce(effective_private, false) as hidden
   from payload.assets where id = any($1::uuid[])`,
);
const join = statement(
  'stacks:join',
  `update payload.assets set stack_id = $2, version = $3, current = false, updated_at = now() where id = $1`,
);

interface Place {
  id: string;
  stack: string;
  alone: boolean;
  private: boolean;
  /** Private itself, or by its collections. */
  hidden: boolean;
}

/** @throws ApiError conflict */
function demandJoinable(asset: Present, own: Place, into: Place): void {
  if (own.stack === into.stack)
    throw new ApiError('conflict', 'This asset is a version of the other one already.');
  if (!own.alone)
    throw new ApiError('conflict', 'This asset has versions of its own. Only one without can be added.');
  if (asset.status === 'proposed' || asset.status === 'rejected')
    throw new ApiError('conflict', `This asset is ${asset.status}. Approve it first, or move it to draft.`);
}

/** Its own values count, and never show what was restricted. */
function inherited(before: Predecessor, asset: Present, isPrivate: boolean) {
  return {
    tags: cleanTags([...(before.tags ?? []), ...(asset.tags ?? [])]),
    fields: mergeValues(before.fields ?? {}, asset.fields ?? {}),
    ...(asset.rights === null && before.rights !== null && { rights: before.rights }),
    ...(before.private && !isPrivate && { private: true }),
  };
}

/**
 * It joins the collections of the other one, and gets its grants, tags and field values. If it can be used, it becomes the current version.
 *
 * @param joining.access the caller's, to the asset `id`
 * @throws ApiError conflict if one of them is deleted, if it has versions of its own, or waits for review; invalid for the same asset twice;
 *   forbidden for a caller who may not share it, if others can read it then.
 */
export async function joinVersions(
  req: PayloadRequest,
  db: Db,
  { into, id, access }: { into: string; id: string; access: Access },
): Promise<void> {
  if (into === id) throw invalid([{ path: 'asset', message: "An asset can't be a version of itself." }]);
  const rows = new Map<string, Present>();
  // Always in the same order, so that two who do this the other way round don't wait for each other.
  for (const one of [into, id].sort()) rows.set(one, await demandAsset(db, one));
  const found = new Map((await db.query<Place>(places, [[into, id]])).map((row) => [row.id, row]));
  const [asset, own, other] = [rows.get(id), found.get(id), found.get(into)];
  if (!asset || !own || !other) throw new ApiError('not_found', 'Asset not found.');
  demandJoinable(asset, own, other);
  const before = await openStack(db, into);
  await db.query(join, [id, before.stackId, before.next]);
  await writeAsset(req, id, inherited(before, asset, own.private));
  const given = await joinBeside(req, db, before, id);
  const [now] = await db.query<Place>(places, [[id]]);
  if (given > 0 || (own.hidden && !now?.hidden)) demand(access, 'write', 'share', 'the asset to add');
  await record(req, {
    type: 'asset.changed',
    workspaceId: asset.workspace_id,
    subject: { kind: 'asset', id },
    detail: { filename: asset.filename, changes: { version: { before: null, after: before.next } } },
  });
  await settleCurrent(req, db, { id, status: asset.status });
}
