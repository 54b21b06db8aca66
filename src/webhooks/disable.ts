// Disables an endpoint that can't be sent to any more, and tells its owner by mail.
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { sendMail } from '../core/mail/send.ts';
import { panelUrl } from '../core/panel-address.ts';
import type { Service } from '../core/service.ts';
import { disabledMail } from './mails.ts';
import type { Webhook } from './schemas.ts';
import { hostOf, recordWebhook, type WebhookRow } from './webhooks.ts';

const disable = statement(
  'webhooks:disable',
  `update marque.webhooks set enabled = false, disabled_reason = $2, updated_at = now() where id = $1 and enabled
   returning id, organization_id, workspace_id, url, owner_kind, owner_id`,
);
const addressOf = statement(
  'webhooks:address-of-owner',
  `select u.email from payload.users u where u.id = case $1::text when 'person' then $2::uuid
     else (select k.owner_id from payload.keys k where k.id = $2::uuid) end and u.email is not null`,
);

type Disabled = Pick<
  WebhookRow,
  'id' | 'organization_id' | 'workspace_id' | 'url' | 'owner_kind' | 'owner_id'
>;

/** In a transaction. Does nothing if it's disabled already. */
export async function disableOn(
  service: Service,
  db: Db,
  id: string,
  reason: NonNullable<Webhook['disabledReason']>,
): Promise<void> {
  const [row] = await db.query<Disabled>(disable, [id, reason]);
  if (!row) return;
  await recordWebhook(db, 'system', row, 'webhook.disabled', { reason });
  const [owner] = await db.query<{ email: string }>(addressOf, [row.owner_kind, row.owner_id]);
  if (!owner) return;
  const text = disabledMail(hostOf(row.url), reason, panelUrl(service, '/webhooks'));
  await sendMail(service, db, { ...text, organizationId: row.organization_id, to: owner.email });
}

export const disableWebhook = (
  service: Service,
  id: string,
  reason: NonNullable<Webhook['disabledReason']>,
): Promise<void> => inSqlTransaction(service.db.pool, (db) => disableOn(service, db, id, reason));
