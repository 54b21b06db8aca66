// The endpoints: created, changed, rotated, deleted. Their URLs can hold secrets of the receiver, so events name the host alone.
import { nameOf, type Caller } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { recordOn } from '../core/events/record.ts';
import type { Service } from '../core/service.ts';
import type { NewWebhook, Webhook, WebhookPatch } from './schemas.ts';
import { newSecret, overlapHours } from './secrets.ts';
import { wakeWebhooks } from './wake.ts';

/** Of one workspace, or of an organization as a whole. */
export const maxWebhooks = 50;

/** Where a webhook is: null is the whole organization. */
export interface WebhookPlace {
  organizationId: string;
  workspaceId: string | null;
}

export interface WebhookRow {
  id: string;
  organization_id: string;
  workspace_id: string | null;
  url: string;
  description: string;
  types: string[];
  format: Webhook['format'];
  ordered: boolean;
  enabled: boolean;
  disabled_reason: Webhook['disabledReason'];
  owner_kind: Webhook['owner']['kind'];
  owner_id: string;
  owner_name: string;
  previous_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `id, organization_id, workspace_id, url, description, types, format, ordered, enabled, disabled_reason, owner_kind, owner_id,
  owner_name, case when previous_until > now() then previous_until end as previous_until, created_at, updated_at`;

const listed = statement(
  'webhooks:list',
  `select ${columns} from marque.webhooks
   where organization_id = $1 and workspace_id is not distinct from $2::uuid order by created_at, id`,
);
const one = statement('webhooks:one', `select ${columns} from marque.webhooks where id = $1`);
const count = statement(
  'webhooks:count',
  `select count(*) as webhooks from marque.webhooks where organization_id = $1 and workspace_id is not distinct from $2::uuid`,
);
// One after the other, so that two don't both find room.
const lockPlace = statement(
  'webhooks:lock-place',
  `select pg_advisory_xact_lock(hashtextextended('webhooks ' || coalesce($2::uuid, $1::uuid)::text, 0))`,
);
const insert = statement(
  'webhooks:insert',
  `insert into marque.webhooks (organization_id, workspace_id, url, description, types, format, ordered, enabled, owner_kind, owner_id,
     owner_name, secret)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
);
const change = statement(
  'webhooks:change',
  `update marque.webhooks set url = coalesce($2::text, url), description = coalesce($3::text, description), types = coalesce($4::text[], types),
     format = coalesce($5::text, format), ordered = coalesce($6::boolean, ordered), enabled = coalesce($7::boolean, enabled),
     disabled_reason = case when $7::boolean then null else disabled_reason end,
     since = case when $7::boolean and not enabled then pg_current_snapshot()::text else since end,
     updated_at = case when (url, description, types, format, ordered, enabled) is distinct from
       (coalesce($2::text, url), coalesce($3::text, description), coalesce($4::text[], types), coalesce($5::text, format),
         coalesce($6::boolean, ordered), coalesce($7::boolean, enabled)) then now() else updated_at end
   where id = $1`,
);
// With every attempt again: one more that fails says nothing about three days.
const sendWaiting = statement(
  'webhooks:send-waiting',
  `update marque.webhook_deliveries set next_at = now(), attempts = 0 where webhook_id = $1 and state = 'pending'`,
);
const replaceSecret = statement(
  'webhooks:rotate',
  `update marque.webhooks set previous_secret = secret, previous_until = now() + make_interval(hours => ${overlapHours}), secret = $2,
     updated_at = now() where id = $1`,
);
const drop = statement('webhooks:drop', 'delete from marque.webhooks where id = $1');
const lockRow = statement('webhooks:lock', 'select id from marque.webhooks where id = $1 for update');

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    context: row.workspace_id === null ? 'organization' : 'workspace',
    workspace: row.workspace_id,
    url: row.url,
    types: row.types,
    format: row.format,
    ordered: row.ordered,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    owner: { kind: row.owner_kind, id: row.owner_id, name: row.owner_name },
    previousSecretUntil: row.previous_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Those of an organization tell of all its workspaces, and a key belongs to one. @throws forbidden */
function demandNoKey(caller: Caller, { workspaceId }: WebhookPlace): void {
  if (workspaceId !== null || caller.kind !== 'key') return;
  throw new ApiError(
    'forbidden',
    "Sign in to manage the organization's webhooks. A key belongs to one workspace: leave out context=organization.",
  );
}

/** @throws forbidden */
export async function webhooksIn(db: Db, caller: Caller, place: WebhookPlace): Promise<Webhook[]> {
  demandNoKey(caller, place);
  const { organizationId, workspaceId } = place;
  return (await db.query<WebhookRow>(listed, [organizationId, workspaceId])).map(toWebhook);
}

async function rowNow(db: Db, id: string): Promise<WebhookRow> {
  const [row] = await db.query<WebhookRow>(one, [id]);
  if (!row) throw new ApiError('not_found', 'This webhook was just deleted.');
  return row;
}

/** @throws not_found */
export const webhookNow = async (db: Db, id: string): Promise<Webhook> => toWebhook(await rowNow(db, id));

export async function lockWebhook(db: Db, id: string): Promise<void> {
  await db.query(lockRow, [id]);
}

/** The host of a URL: what events, mails and the log say of an endpoint. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Records what was done to a webhook. */
export async function recordWebhook(
  db: Db,
  caller: Caller | 'system',
  row: Pick<WebhookRow, 'id' | 'organization_id' | 'workspace_id' | 'url'>,
  type: `webhook.${string}`,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await recordOn(db, caller, {
    type,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    subject: { kind: 'webhook', id: row.id },
    detail: { name: hostOf(row.url), ...detail },
  });
}

/** Creates a webhook, owned by the caller. @throws forbidden, limit_reached */
export async function createWebhook(
  service: Service,
  db: Db,
  caller: Caller,
  place: WebhookPlace,
  given: NewWebhook,
): Promise<Webhook & { secret: string }> {
  if (caller.kind === 'nobody') throw new Error('Nobody owns no webhook.');
  demandNoKey(caller, place);
  await db.query(lockPlace, [place.organizationId, place.workspaceId]);
  const [found] = await db.query<{ webhooks: number }>(count, [place.organizationId, place.workspaceId]);
  if ((found?.webhooks ?? 0) >= maxWebhooks)
    throw new ApiError(
      'limit_reached',
      `There can be ${maxWebhooks} webhooks here. Delete one that isn’t needed.`,
    );
  const { secret, sealed } = newSecret(service);
  const [made] = await db.query<{ id: string }>(insert, [
    place.organizationId,
    place.workspaceId,
    given.url,
    given.description,
    given.types,
    given.format,
    given.ordered,
    given.enabled,
    caller.kind,
    caller.id,
    nameOf(caller),
    sealed,
  ]);
  const row = await rowNow(db, made?.id ?? '');
  await recordWebhook(db, caller, row, 'webhook.created', { types: row.types });
  if (row.enabled) wakeWebhooks(service, db);
  return { ...toWebhook(row), secret };
}

/** @throws not_found */
export async function changeWebhook(
  service: Service,
  db: Db,
  caller: Caller,
  id: string,
  patch: WebhookPatch,
): Promise<Webhook> {
  await lockWebhook(db, id);
  const before = await rowNow(db, id);
  await db.query(change, [
    id,
    patch.url ?? null,
    patch.description ?? null,
    patch.types ?? null,
    patch.format ?? null,
    patch.ordered ?? null,
    patch.enabled ?? null,
  ]);
  const row = await rowNow(db, id);
  const after = toWebhook(row);
  const old = toWebhook(before);
  const watched = ['url', 'types', 'format', 'ordered', 'description', 'enabled'] as const;
  const changed = watched.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(after[key]));
  if (changed.length > 0) await recordWebhook(db, caller, row, 'webhook.changed', { changed });
  if (!before.enabled && row.enabled) {
    await db.query(sendWaiting, [id]);
    wakeWebhooks(service, db);
  }
  return after;
}

/** @throws not_found */
export async function rotateSecret(
  service: Service,
  db: Db,
  caller: Caller,
  id: string,
): Promise<Webhook & { secret: string }> {
  await lockWebhook(db, id);
  const { secret, sealed } = newSecret(service);
  await db.query(replaceSecret, [id, sealed]);
  const row = await rowNow(db, id);
  await recordWebhook(db, caller, row, 'webhook.secret_rotated');
  return { ...toWebhook(row), secret };
}

/** Deletes a webhook, with everything that was or still is to be sent. @throws not_found */
export async function deleteWebhook(db: Db, caller: Caller, id: string): Promise<void> {
  await lockWebhook(db, id);
  const row = await rowNow(db, id);
  await recordWebhook(db, caller, row, 'webhook.deleted');
  await db.query(drop, [id]);
}
