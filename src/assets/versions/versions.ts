// Version stacks: adding a version, and which one is current. The rule is currentAfter in rules.ts; this locks the stack and writes the
// result.
import type { CollectionAfterChangeHook, PayloadRequest } from 'payload';
import { copyGrants } from '../../core/access/grants/grants.ts';
import { demand } from '../../core/access/actor.ts';
import type { Access } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { beforeAndAfter } from '../../core/events/changes.ts';
import { record } from '../../core/events/record.ts';
import { mergeValues } from '../../fields/rules.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import type { Target } from '../../core/operation.ts';
import { ApiError } from '../../core/errors.ts';
import { currentAfter, isUsable, utcDay, type StackedVersion } from '../rules.ts';
import type { Metadata, NewAssetMeta, Rights, Status } from '../schemas.ts';

// A stack's ID is that of its first asset, so that an asset without a stack can be locked the same way.
const lock = statement(
  'stacks:lock',
  `select coalesce(a.stack_id, a.id::text) as stack, pg_advisory_xact_lock(hashtextextended('stack ' || coalesce(a.stack_id, a.id::text), 0))
   from payload.assets a where a.id = $1`,
);

/**
 * Locks a stack, or an asset that may become one, for a change. Taken before any of its rows, so that concurrent changes to different
 * versions can't deadlock.
 *
 * @returns the ID of the stack; null if there's no such asset
 */
export async function lockStack(db: Db, assetId: string): Promise<string | null> {
  const [row] = await db.query<{ stack: string }>(lock, [assetId]);
  return row?.stack ?? null;
}

const stackOf = statement(
  'stacks:versions',
  `select v.id, v.version, coalesce(v.current, true) as current, v.status::text as status, v.deleted_at is not null as deleted,
     v.rights->>'embargo' as embargo, v.rights->>'expires' as expires, v.workspace_id as "workspaceId", v.filename
   from payload.assets a join payload.assets v on v.stack_id = a.stack_id and v.workspace_id = a.workspace_id where a.id = $1 order by v.version desc`,
);

/** The number of the version that is current in the stack of asset `a`. */
export const currentVersionSql = (a: string): string =>
  `(select v.version from payload.assets v where v.stack_id = ${a}.stack_id and v.workspace_id = ${a}.workspace_id and v.current limit 1)`;

type Version = StackedVersion & { workspaceId: string; filename: string };

// The one that was current counts as used, whatever its status; one that still waits was never in use, so nothing replaces it.
const setCurrent = statement(
  'stacks:set-current',
  `with next as (select a.id, a.id = $2::uuid as current,
       case when a.id = $2::uuid then null when a.current or a.status in ('active', 'archived') then $2::text else a.superseded_by end as superseded_by
     from payload.assets a where a.id = any($1::uuid[]))
   update payload.assets a set current = next.current, superseded_by = next.superseded_by, updated_at = now() from next
   where a.id = next.id and (a.current is distinct from next.current or a.superseded_by is distinct from next.superseded_by)`,
);
const setReplaced = statement(
  'stacks:set-replaced',
  `update payload.assets set superseded_by = $2 where id = $1 and superseded_by is null`,
);
const standing = statement(
  'stacks:standing',
  `select current, superseded_by from payload.assets where id = $1`,
);

/** Updates the stack after an asset was created, deleted, restored or changed its status. */
export const followVersions: CollectionAfterChangeHook = async ({ req, ...written }) => {
  const { before, after } = beforeAndAfter<
    Record<string, unknown> & {
      id: string;
      stackId?: string | null;
      status: Status;
      deletedAt?: string | null;
    }
  >(written);
  if (!after.stackId) return after;
  const moved = !before || before.status !== after.status || !before.deletedAt !== !after.deletedAt;
  if (!moved) return after;
  const db = await transactionOf(req);
  await settleCurrent(req, db, after);
  const [row] = await db.query<{ current: boolean; superseded_by: string | null }>(standing, [after.id]);
  return { ...after, current: row?.current ?? true, supersededBy: row?.superseded_by ?? null };
};

/** Decides which version of a stack is current after one of them has changed. */
export async function settleCurrent(
  req: PayloadRequest,
  db: Db,
  { id, status }: { id: string; status: Status },
): Promise<void> {
  const stack = await db.query<Version>(stackOf, [id]);
  const next = currentAfter(stack, id, utcDay(new Date()));
  const present = stack.find(({ current }) => current)?.id ?? null;
  if (next !== null && next !== present) await writeCurrent(req, db, stack, next);
  else if (next !== null && next !== id && status === 'active') await db.query(setReplaced, [id, next]);
}

async function writeCurrent(
  req: PayloadRequest,
  db: Db,
  stack: readonly Version[],
  id: string,
): Promise<void> {
  const present = stack.find(({ current }) => current);
  const chosen = stack.find((version) => version.id === id);
  await db.query(setCurrent, [stack.map((version) => version.id), id]);
  if (present?.id === id) return;
  await record(req, {
    type: 'asset.made_current',
    workspaceId: chosen?.workspaceId ?? null,
    subject: { kind: 'asset', id },
    detail: {
      filename: chosen?.filename ?? null,
      version: chosen?.version ?? null,
      before: present ? { id: present.id, version: present.version } : null,
    },
  });
}

/**
 * The version of an asset with this number, which can be made the current one.
 *
 * @throws ApiError not_found (no such version for this caller), conflict unless it is approved and unexpired.
 */
export async function demandUsableVersion(
  db: Db,
  accessTo: (target: Target) => Promise<Access>,
  assetId: string,
  number: number,
): Promise<{ stack: readonly Version[]; chosen: Version; access: Access }> {
  const stack = await db.query<Version>(stackOf, [assetId]);
  const chosen = stack.find(({ version }) => version === number);
  const access = chosen && (await accessTo({ asset: chosen.id }));
  if (!chosen || !access?.scope) throw new ApiError('not_found', 'This asset has no such version.');
  if (!isUsable(chosen, utcDay(new Date()))) {
    const why = chosen.deleted ? 'deleted' : chosen.status === 'active' ? 'expired' : chosen.status;
    throw new ApiError(
      'conflict',
      `Version ${number} is ${why}. Only an approved, unexpired version can be current.`,
      { version: number, state: why },
    );
  }
  return { stack, chosen, access };
}

/**
 * Makes a version the current one of its stack; it replaces the others.
 *
 * @returns the ID of that version.
 * @throws ApiError not_found (no such version for this caller), forbidden, conflict unless it is approved and unexpired.
 */
export async function makeCurrent(
  req: PayloadRequest,
  db: Db,
  accessTo: (target: Target) => Promise<Access>,
  assetId: string,
  number: number,
): Promise<string> {
  await lockStack(db, assetId);
  const { stack, chosen, access } = await demandUsableVersion(db, accessTo, assetId, number);
  demand(access, 'write', 'approve', 'that version');
  await writeCurrent(req, db, stack, chosen.id);
  return chosen.id;
}

const predecessor = statement(
  'stacks:predecessor',
  `select a.id, a.tags, a.fields, a.metadata, a.rights, a.private, a.public, a.deleted_at is not null as deleted, coalesce(a.stack_id, a.id::text) as "stackId",
     (select coalesce(max(v.version), 1) + 1 from payload.assets v where v.stack_id = a.stack_id) as next,
     array(select m.collection_id::text from marque.collection_assets m where m.asset_id = a.id order by m.added_at, m.collection_id) as collections
   from payload.assets a where a.id = $1 for update of a`,
);
const becomeFirst = statement(
  'stacks:first',
  `update payload.assets set stack_id = id::text, version = 1, current = true where id = $1 and stack_id is null`,
);

/** The asset that a new one is a version of, and the place the new one gets. */
export interface Predecessor {
  id: string;
  tags: string[] | null;
  fields: FieldValues | null;
  metadata: Metadata | null;
  rights: Rights | null;
  private: boolean | null;
  public: boolean | null;
  stackId: string;
  /** Number of the new version. */
  next: number;
  collections: string[];
}

/**
 * Prepares the stack of an asset for a new version, and locks it until the transaction ends.
 *
 * @throws ApiError conflict when the asset is deleted, or has just joined another stack.
 */
export async function openStack(db: Db, assetId: string): Promise<Predecessor> {
  const locked = await lockStack(db, assetId);
  const [row] = await db.query<Predecessor & { deleted: boolean }>(predecessor, [assetId]);
  if (!row) throw new ApiError('not_found', 'Asset not found.');
  if (row.stackId !== locked)
    throw new ApiError('conflict', 'Someone else changed this at the same time. Reload and try again.');
  if (row.deleted) throw new ApiError('conflict', 'The asset in versionOf is deleted. Restore it first.');
  await db.query(becomeFirst, [assetId]);
  return row;
}

/**
 * The metadata of a new version: its own over the previous version's. Visibility and rights carry over too, so a new version never
 * exposes what was restricted.
 */
export function asVersion(
  before: Predecessor,
  meta: NewAssetMeta,
): NewAssetMeta & { public: boolean; fields: FieldValues } {
  return {
    ...meta,
    tags: [...(before.tags ?? []), ...(meta.tags ?? [])],
    fields: mergeValues(before.fields ?? {}, meta.fields ?? {}),
    rights: meta.rights === undefined ? before.rights : meta.rights,
    private: meta.private ?? before.private ?? false,
    public: before.public ?? false,
  };
}

/** The metadata of a new version's file, with what was written about the asset where the file says nothing. */
export function withKeptMetadata(before: Predecessor, ofFile: Metadata): Metadata {
  const { title, description, creator, copyright } = before.metadata ?? {};
  const kept = Object.entries({ title, description, creator, copyright }).filter(([, text]) => text);
  return { ...Object.fromEntries(kept), ...ofFile };
}

// In the same places: of two collections that set a field, the same one counts.
const copyMemberships = statement(
  'stacks:copy-memberships',
  `insert into marque.collection_assets (collection_id, asset_id, position, added_at)
   select m.collection_id, $2, m.position, m.added_at from marque.collection_assets m where m.asset_id = $1 on conflict do nothing`,
);
/** Adds a new version to the collections of the previous one, with the same grants. @returns how many grants it got */
export async function joinBeside(
  req: PayloadRequest,
  db: Db,
  before: Predecessor,
  id: string,
): Promise<number> {
  await db.query(copyMemberships, [before.id, id]);
  const given = await copyGrants(db, 'asset', { from: before.id, to: id });
  for (const grant of given) {
    await record(req, {
      type: 'grant.given',
      workspaceId: grant.workspace_id,
      subject:
        grant.user_id === null
          ? { kind: 'group', id: grant.group_id ?? '' }
          : { kind: 'person', id: grant.user_id },
      detail: {
        grant: grant.id,
        resource: 'asset',
        resourceId: id,
        label: grant.label,
        before: null,
        after: { scope: grant.scope, limits: grant.limits },
        reason: 'a new version',
      },
    });
  }
  return given.length;
}
