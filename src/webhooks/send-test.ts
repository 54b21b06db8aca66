// A test event: sent while the caller waits, once, whether or not the webhook is enabled.
import { randomUUID } from 'node:crypto';
import { nameOf, type Caller } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { keepAttempt, outcomeOf, type Attempt } from './due.ts';
import { post } from './post.ts';

export const testType = 'webhook.test';

const endpoint = statement(
  'webhooks:endpoint',
  `select url, organization_id as "organizationId", workspace_id as "workspaceId", nextval('marque.webhook_deliveries_number_seq') as number,
     array_remove(array[secret, case when previous_until > now() then previous_secret end], null) as secrets
   from marque.webhooks where id = $1`,
);
const insert = statement(
  'webhooks:test',
  `insert into marque.webhook_deliveries (id, number, webhook_id, organization_id, workspace_id, type, subject_kind, subject_id, removed, actor,
     occurred_at, body, state, attempts)
   select $2::uuid, $3::bigint, w.id, w.organization_id, w.workspace_id, '${testType}', 'webhook', w.id, false, $4::jsonb, $5::timestamptz, $6::text, $7::text, 1
   from marque.webhooks w where w.id = $1 returning id`,
);

interface Endpoint {
  url: string;
  organizationId: string;
  workspaceId: string | null;
  number: number;
  secrets: string[];
}

export interface Tested {
  id: string;
  number: number;
  actor: object;
  body: string;
  attempt: Attempt;
}

/** Sends it. @throws not_found if the webhook was just deleted */
export async function tryWebhook(
  service: Service,
  caller: Caller,
  webhookId: string,
  signal: AbortSignal,
): Promise<Tested> {
  const [found] = await service.db.query<Endpoint>(endpoint, [webhookId]);
  if (!found) throw new ApiError('not_found', 'This webhook was just deleted.');
  const { url, organizationId, workspaceId, number, secrets } = found;
  const id = randomUUID();
  const actor = { kind: caller.kind, id: caller.kind === 'nobody' ? null : caller.id, name: nameOf(caller) };
  const body = JSON.stringify({
    id,
    type: testType,
    version: number,
    occurredAt: new Date().toISOString(),
    organization: organizationId,
    workspace: workspaceId,
    actor,
    resource: { type: 'webhook', id: webhookId },
    data: { id: webhookId },
  });
  const attempt = await post(service, { id, url, secrets }, body, signal);
  return { id, number, actor, body, attempt };
}

/** Keeps what came of it, in a transaction. @throws not_found if the webhook was just deleted */
export async function keepTest(db: Db, webhookId: string, tested: Tested): Promise<void> {
  const { id, number, actor, body, attempt } = tested;
  const state = outcomeOf(attempt, 0) === 'delivered' ? 'delivered' : 'failed';
  const values = [webhookId, id, number, JSON.stringify(actor), attempt.at, body, state];
  if ((await db.query(insert, values)).length === 0)
    throw new ApiError('not_found', 'This webhook was just deleted.');
  await keepAttempt(db, id, attempt);
}
