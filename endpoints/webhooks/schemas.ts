// Shapes shared by the operations on webhooks.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import type { Access } from '../../src/core/access/caller.ts';
import {
  contexts,
  Delivery,
  Webhook,
  WebhookWithSecret,
  type WebhookContext,
} from '../../src/webhooks/schemas.ts';
import type { WebhookPlace } from '../../src/webhooks/webhooks.ts';

export const contextQuery = z.object({
  context: z
    .enum(contexts)
    .default('workspace')
    .describe('organization: for what happens anywhere in the organization'),
});

/** Requires admin on the organization or the workspace, depending on the context. */
export const inContext = {
  organizationWhen: ({ query }: { query: Record<string, string | undefined> }) =>
    query.context === 'organization',
  otherwise: 'Leave out context=organization for the webhooks of a workspace that you administer.',
};

export const placeOf = (access: Access, context: WebhookContext): WebhookPlace => ({
  organizationId: access.organizationId ?? '',
  workspaceId: context === 'organization' ? null : access.workspaceId,
});

export const webhookPath = z.object({ id: Id });
export const deliveryPath = webhookPath.extend({ delivery: Id });

type Raw = { path: Record<string, string> };
export const onWebhook = ({ path }: Raw) => ({ webhook: path.id ?? '' });

export const OneWebhook = z.object({ data: Webhook });
export const OneWebhookWithSecret = z.object({ data: WebhookWithSecret });
export const OneDelivery = z.object({ data: Delivery });
