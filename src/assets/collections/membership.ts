// Adds assets to a collection, orders and removes them: many at once, in the given order.
import type { PayloadRequest } from 'payload';
import type { Caller } from '../../core/access/caller.ts';
import { ableTo, accessibleAt, readable } from '../../core/access/readable.ts';
import { asSeen, seenBy, seenByValues } from '../../core/access/caller-values.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { record } from '../../core/events/record.ts';
import { invalid, ApiError, type Issue } from '../../core/errors.ts';
import { assetKind } from '../grantable.ts';
import { collectionContainers } from './containers.ts';

const collectionOf = statement(
  'members:collection',
  'select name, coalesce(effective_private, false) as private from payload.collections where id = $1 for share',
);
// Two people who order at once: the second one starts from what the first one left.
const orderedCollection = statement(
  'members:collection-to-order',
  'select name, coalesce(effective_private, false) as private from payload.collections where id = $1 for no key update',
);

const candidates = statement(
  'members:candidates',
  `${seenBy} select a.id, a.effective_private is true as private, ${accessibleAt(assetKind, 'a', 3)} as writable,
     exists (select 1 from marque.collection_assets m join payload.collections k on k.id = m.collection_id
       where m.asset_id = a.id and k.effective_private is not true) as shown
   from ${asSeen} join payload.assets a on a.workspace_id = t.id
   where a.id = any($4::uuid[]) and a.deleted_at is null and ${readable(assetKind, 'a')}`,
);

// A microsecond apart, after existing members, to keep the order of the request.
const add = statement(
  'members:add',
  `insert into marque.collection_assets (collection_id, asset_id, position)
   select $1, w.id, b.last + w.position * 1e-6
   from unnest($2::uuid[]) with ordinality w(id, position)
   cross join (select greatest(extract(epoch from clock_timestamp())::float8, max(m.position)) as last
     from marque.collection_assets m where m.collection_id = $1) b
   order by w.position on conflict do nothing returning asset_id`,
);

const anchor = statement(
  'members:anchor',
  `${seenBy} select 1 from ${asSeen} join payload.assets a on a.workspace_id = t.id join marque.collection_assets m on m.asset_id = a.id
   where m.collection_id = $4 and a.id = $5 and ${readable(assetKind, 'a')}`,
);

// Numbers all members, because halving the gap between two positions ends where floating point does. Only those that move are written.
const order = statement(
  'members:order',
  `with moved as (select w.id, w.place from unnest($2::uuid[]) with ordinality w(id, place)),
     rest as (select m.asset_id, m.position from marque.collection_assets m
       where m.collection_id = $1 and m.asset_id not in (select id from moved)),
     ordered as (select o.asset_id, row_number() over (order by o.part, o.position, o.asset_id) as place from (
       select r.asset_id, r.position, case when $3::uuid is null or (r.position, r.asset_id) < (select b.position, b.asset_id from rest b where b.asset_id = $3)
         then 0 else 2 end as part from rest r
       union all select id, place, 1 from moved) o)
   update marque.collection_assets m set position = o.place from ordered o
   where m.collection_id = $1 and m.asset_id = o.asset_id and m.position <> o.place
   returning m.asset_id`,
);

const remove = statement(
  'members:remove',
  `${seenBy} delete from marque.collection_assets m using ${asSeen}, payload.assets a
   where m.collection_id = $4 and m.asset_id = any($5::uuid[]) and a.id = m.asset_id and ${readable(assetKind, 'a')} returning m.asset_id`,
);

// Whether the caller may share the assets that their collections hide. Read before anything changes, because a grant through a
// collection no longer applies once the asset is removed from it.
const hiddenOnes = statement(
  'members:hidden',
  `${seenBy} select a.id, ${ableTo('share', { id: 'a.id', isPrivate: 'a.effective_private', containers: collectionContainers })} as shareable
   from ${asSeen} join payload.assets a on a.workspace_id = t.id where a.id = any($4::uuid[]) and a.effective_private`,
);
const shownNow = statement(
  'members:shown',
  'select id from payload.assets where id = any($1::uuid[]) and effective_private is not true',
);

export interface Members {
  add: readonly string[];
  remove: readonly string[];
  /** The asset before which the added ones come; null: at the end. Undefined: only new ones are placed, at the end. */
  before?: string | null | undefined;
}

/**
 * Adds, orders and removes members. Idempotent: assets that are already in, or already out, are skipped.
 *
 * @param workspaceId of the collection.
 * @throws ApiError invalid listing every asset that the caller can't access, or may not hide from others; or for a `before` that isn't in it.
 */
export async function changeMembers(
  req: PayloadRequest,
  db: Db,
  caller: Caller,
  workspaceId: string,
  collectionId: string,
  members: Members,
): Promise<void> {
  const ordering = members.before !== undefined;
  const [collection] = await db.query<{ name: string; private: boolean }>(
    ordering ? orderedCollection : collectionOf,
    [collectionId],
  );
  if (!collection) throw new ApiError('not_found', 'Collection not found.');
  const seen = seenByValues(caller, workspaceId);
  const issues = await problemsOf(db, seen, collection.private, members.add);
  if (issues.length > 0) throw invalid(issues);
  if (members.before) await demandMember(db, caller, workspaceId, collectionId, members.before, 'before');
  const ids = [...members.add, ...members.remove];
  const hidden = await db.query<Hidden>(hiddenOnes, [...seen, ids]);
  const added = members.add.length > 0 ? await db.query(add, [collectionId, members.add]) : [];
  const removed =
    members.remove.length > 0 ? await db.query(remove, [...seen, collectionId, members.remove]) : [];
  const moved = ordering ? await db.query(order, [collectionId, members.add, members.before]) : [];
  if (added.length === 0 && removed.length === 0 && moved.length === 0) return;
  await demandShareOfShown(db, hidden);
  // Counts, not IDs: readers of the collection may not be able to read each asset.
  await record(req, {
    type: 'collection.assets_changed',
    workspaceId,
    subject: { kind: 'collection', id: collectionId },
    detail: {
      name: collection.name,
      added: added.length,
      removed: removed.length,
      ...(ordering && added.length === 0 ? { moved: members.add.length } : {}),
    },
  });
}

/** @throws ApiError invalid if an asset isn't in the collection, or the caller can't see it. */
export async function demandMember(
  db: Db,
  caller: Caller,
  workspaceId: string,
  collectionId: string,
  assetId: string,
  path: 'before' | 'cover' = 'cover',
): Promise<void> {
  const [found] = await db.query(anchor, [...seenByValues(caller, workspaceId), collectionId, assetId]);
  if (!found) throw invalid([{ path, message: "This asset isn't in the collection." }]);
}

interface Hidden {
  id: string;
  shareable: boolean;
}

/**
 * An asset that was private only because of its collections, and is now in another one or in none, becomes visible to the workspace.
 * @throws ApiError forbidden if the caller may not share it.
 */
async function demandShareOfShown(db: Db, hidden: readonly Hidden[]): Promise<void> {
  const unshareable = hidden.filter(({ shareable }) => !shareable).map(({ id }) => id);
  if (unshareable.length === 0) return;
  const shown = await db.query<{ id: string }>(shownNow, [unshareable]);
  if (shown.length > 0)
    throw new ApiError(
      'forbidden',
      `This would show private assets to everyone in the workspace, and you need the share ability on them: ${shown
        .slice(0, 10)
        .map(({ id }) => id)
        .join(', ')}.`,
      { needs: 'share' },
    );
}

async function problemsOf(
  db: Db,
  seen: unknown[],
  intoPrivate: boolean,
  ids: readonly string[],
): Promise<Issue[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: string; private: boolean; writable: boolean; shown: boolean }>(
    candidates,
    [...seen, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id, index): Issue[] => {
    const asset = byId.get(id.toLowerCase());
    const path = `add[${index}]`;
    if (!asset) return [{ path, message: 'Asset not found in this workspace.' }];
    // An asset whose collections are all private is private, so readers must not be able to hide it from others.
    if (intoPrivate && !asset.private && !asset.shown && !asset.writable)
      return [
        {
          path,
          message: 'Adding it only to this private collection would hide it, which needs write on the asset.',
        },
      ];
    return [];
  });
}
