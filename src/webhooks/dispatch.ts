// Turns committed changes into deliveries, in the order of commits. One process does it at a time: it holds the position's row. A part of
// the changes and the position after it are written together, so that each change is dispatched once.
import { rankSql, reachesOrganizationSql } from '../core/access/grants-in-sql.ts';
import { keyRankSql } from '../core/access/keys/key-rank.ts';
import { nameChosen, patternsOf } from '../core/events/feed/event-types.ts';
import { givenUpType } from '../core/events/given-up.ts';
import { visibleEvents, type Viewer } from '../core/events/stream/visible-events.ts';
import { positionNow } from '../core/events/stream/new-events.ts';
import { visibleIn } from '../core/events/stream/position.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import type { Service } from '../core/service.ts';
import { disableWebhook } from './disable.ts';

/** Changes that are dispatched in one transaction. */
const atOnce = 500;

const lockPosition = statement(
  'webhooks:lock-position',
  'select known, up_to as "upTo", txid::text, id from marque.webhook_position for update',
);
const begin = statement(
  'webhooks:begin',
  'insert into marque.webhook_position (known) values ($1) on conflict do nothing',
);
const moveTo = statement(
  'webhooks:move-to',
  'update marque.webhook_position set known = $1, up_to = $2, txid = $3::text::xid8, id = $4',
);
const administers = (person: string): string =>
  `coalesce(${rankSql(person, 'w.workspace_id', 'w.organization_id')} = 4, false)`;
const enabledOnes = statement(
  'webhooks:enabled',
  `select w.id, w.organization_id as "organizationId", w.workspace_id as "workspaceId", w.types, w.owner_kind as "ownerKind",
     w.owner_id as "ownerId", w.since,
     ${reachesOrganizationSql('w.owner_id', 'w.organization_id')} as "isInOrganization",
     case w.owner_kind when 'person' then ${administers('w.owner_id')}
       else exists (select 1 from payload.keys k where k.id = w.owner_id and ${keyRankSql('k', 'w.organization_id')} = 4
         and (k.owner_id is null or ${administers('k.owner_id')})) end as "isAdmins"
   from marque.webhooks w where w.enabled order by w.created_at, w.id for key share of w`,
);
const workspacesOf = statement(
  'webhooks:workspaces',
  'select distinct on (organization_id) organization_id as "organizationId", id from payload.workspaces where organization_id = any($1::uuid[]) order by organization_id, id',
);
// After a restore into another cluster, transaction IDs begin lower: nothing would be after such a webhook.
const adoptRestored = statement(
  'webhooks:adopt-restored',
  'update marque.webhooks set since = $1::text where pg_snapshot_xmax(since::pg_snapshot) > pg_snapshot_xmax($1::text::pg_snapshot)',
);
// What spreads is about the grants of one person, who isn't an admin: owners are.
const changesSince = statement(
  'webhooks:changes',
  `with w as (select $2::text::pg_snapshot as up_to)
   select w.up_to::text as "upTo", pg_snapshot_xmax($1::text::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isForeign",
     coalesce((select json_agg(n) from (
       select e.id, e.txid::text, e.at, e.type, e.organization_id as "organizationId", e.workspace_id as "workspaceId",
         json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name) as actor, e.subject_kind as kind,
         e.subject_id as subject, (select d.detail->'changes' from marque.events d where d.id = e.id) as changes,
         case when e.type = '${givenUpType}' then (select d.detail from marque.events d where d.id = e.id) end as about
       from marque.changes e
       where e.txid >= greatest(pg_snapshot_xmin($1::text::pg_snapshot), $3::text::xid8) and e.txid < pg_snapshot_xmax(w.up_to)
         and not pg_visible_in_snapshot(e.txid, $1::text::pg_snapshot) and pg_visible_in_snapshot(e.txid, w.up_to)
         and (e.txid, e.id) > ($3::text::xid8, $4::bigint) and e.organization_id = any($5::uuid[]) and e.type like any($6::text[])
         and not e.spreads
       order by e.txid, e.id limit ${atOnce}) n), '[]') as changes
   from w`,
);
const insert = statement(
  'webhooks:dispatch',
  `insert into marque.webhook_deliveries (webhook_id, organization_id, workspace_id, type, subject_kind, subject_id, removed, actor, previous,
     about, occurred_at, next_at)
   select x."webhookId", x."organizationId", w.id, x.type, x.kind, x.subject, x.removed, x.actor, x.previous, x.about, x.at, now()
   from jsonb_to_recordset($1::jsonb) as x(place integer, "webhookId" uuid, "organizationId" uuid, "workspaceId" uuid, type text, kind text,
     subject uuid, removed boolean, actor jsonb, previous jsonb, about jsonb, at timestamptz)
   left join payload.workspaces w on w.id = x."workspaceId" order by x.place`,
);

interface At {
  known: string;
  upTo: string | null;
  txid: string;
  id: number;
}

interface Enabled {
  id: string;
  organizationId: string;
  workspaceId: string | null;
  types: string[];
  ownerKind: Viewer['kind'];
  ownerId: string;
  /** Whether its owner, a person, can still open anything of the organization. */
  isInOrganization: boolean;
  /** Whether its owner is an admin still. */
  isAdmins: boolean;
  /** What is visible in this snapshot isn't for it. */
  since: string;
}

interface Committed {
  id: number;
  txid: string;
  at: string;
  type: string;
  organizationId: string;
  workspaceId: string | null;
  actor: object;
  kind: string | null;
  subject: string | null;
  changes: Record<string, unknown> | null;
  about: object | null;
}

/** Those of a workspace get what is in it; those of an organization everything in it. */
const concerns = (webhook: Enabled, change: Committed): boolean =>
  webhook.organizationId === change.organizationId &&
  (webhook.workspaceId === null || webhook.workspaceId === change.workspaceId) &&
  !visibleIn(webhook.since)(change.txid) &&
  nameChosen(webhook.types, change.type) !== null;

/** What a change replaced; null if that isn't known. For admins: it has IDs of what others may be unable to read. */
function previousOf({ changes }: Committed): Record<string, unknown> | null {
  if (changes === null || typeof changes !== 'object') return null;
  const before = Object.entries(changes).flatMap(([key, change]) =>
    typeof change === 'object' && change !== null && 'before' in change
      ? [[key, change.before] as const]
      : [],
  );
  return before.length === 0 ? null : Object.fromEntries(before);
}

/** What any of them wants, as LIKE has it. */
const allPatterns = (webhooks: readonly Enabled[]): string[] => [
  ...new Set(webhooks.flatMap(({ types }) => patternsOf(types))),
];

interface OwnersView extends Viewer {
  key: string;
}

/** Who looks at a change: the owner, in its workspace. Those of the organization itself are looked at from any of its workspaces. */
function viewOf(webhook: Enabled, change: Committed, anyWorkspace: ReadonlyMap<string, string>): OwnersView {
  const workspaceId =
    change.workspaceId ?? webhook.workspaceId ?? anyWorkspace.get(webhook.organizationId) ?? '';
  const { ownerKind: kind, ownerId: id } = webhook;
  return { kind, id, sessionId: null, workspaceId, key: [kind, id, workspaceId].join(' ') };
}

interface Part {
  upTo: string;
  isForeign: boolean;
  changes: Committed[];
}

/** Writes the deliveries of a part of the changes. @returns the webhooks whose owners have no access any more */
async function dispatchPart(
  db: Db,
  webhooks: readonly Enabled[],
  changes: readonly Committed[],
): Promise<string[]> {
  const organizations = [...new Set(webhooks.map(({ organizationId }) => organizationId))];
  const places = await db.query<{ organizationId: string; id: string }>(workspacesOf, [organizations]);
  const anyWorkspace = new Map(places.map(({ organizationId, id }) => [organizationId, id]));
  const pairs = changes.flatMap((change) =>
    webhooks
      .filter((webhook) => concerns(webhook, change))
      .map((webhook) => ({ webhook, change, view: viewOf(webhook, change, anyWorkspace) })),
  );
  const views = [...new Map(pairs.map(({ view }) => [view.key, view])).values()];
  const seen = await visibleEvents(db, views, [...new Set(pairs.map(({ change }) => change.id))]);
  const byKey = new Map([...seen].map(([view, events]) => [view.key, events]));
  const rows = pairs.flatMap(({ webhook, change, view }) => {
    const kind = byKey.get(view.key)?.get(change.id);
    if (!kind) return [];
    const { organizationId, workspaceId, kind: subjectKind, subject, actor, about, at } = change;
    const type = nameChosen(webhook.types, change.type) ?? change.type;
    const previous = kind !== 'removed' && webhook.isAdmins ? previousOf(change) : null;
    const place = { webhookId: webhook.id, organizationId, workspaceId, type, kind: subjectKind, subject };
    return [{ ...place, removed: kind === 'removed', actor, previous, about, at }];
  });
  if (rows.length > 0)
    await db.query(insert, [JSON.stringify(rows.map((row, place) => ({ place, ...row })))]);
  // Owners of those of an organization may be unable to open one of its workspaces.
  return pairs.flatMap(({ webhook, view }) => {
    const hasAccess = webhook.workspaceId === null ? webhook.isInOrganization : byKey.has(view.key);
    return hasAccess ? [] : [webhook.id];
  });
}

interface Dispatched {
  isDone: boolean;
  ownerless: string[];
}

/** Dispatches a part of what was committed. Records no events: those of this transaction would count as dispatched. */
async function dispatchSome(service: Service): Promise<Dispatched> {
  return inSqlTransaction(service.db.pool, async (db) => {
    const [at] = await db.query<At>(lockPosition);
    // Before the webhooks are read, and nothing after it is dispatched now: what is committed after one is made finds it among them.
    const { snapshot: now } = await positionNow(db);
    if (!at) {
      await db.query(begin, [now]);
      return { isDone: true, ownerless: [] };
    }
    const webhooks = await db.query<Enabled>(enabledOnes);
    if (webhooks.length === 0) {
      await db.query(moveTo, [now, null, '0', 0]);
      return { isDone: true, ownerless: [] };
    }
    const [part] = await db.query<Part>(changesSince, [
      at.known,
      at.upTo ?? now,
      at.txid,
      at.id,
      [...new Set(webhooks.map(({ organizationId }) => organizationId))],
      allPatterns(webhooks),
    ]);
    if (!part) throw new Error('The database returned no snapshot.');
    if (part.isForeign) {
      await db.query(adoptRestored, [now]);
      await db.query(moveTo, [now, null, '0', 0]);
      return { isDone: true, ownerless: [] };
    }
    const ownerless = await dispatchPart(db, webhooks, part.changes);
    const last = part.changes.at(-1);
    const isDone = part.changes.length < atOnce || !last;
    await db.query(moveTo, isDone ? [part.upTo, null, '0', 0] : [at.known, part.upTo, last.txid, last.id]);
    return { isDone, ownerless };
  });
}

/** Dispatches everything that is committed. */
export async function dispatchChanges(service: Service, signal: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone && !signal.aborted;) {
    const dispatched = await dispatchSome(service);
    ({ isDone } = dispatched);
    for (const id of new Set(dispatched.ownerless)) await disableWebhook(service, id, 'no_access');
  }
}
