import type { AnyOperation } from '../../src/core/operation.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { listEventTypes } from './list-event-types.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { resetWebhookSecret } from './reset-webhook-secret.ts';
import { sendTestEvent } from './send-test-event.ts';
import { sendWebhookDeliveries } from './send-webhook-deliveries.ts';
import { sendWebhookDelivery } from './send-webhook-delivery.ts';
import { updateWebhook } from './update-webhook.ts';

export const webhookOperations: readonly AnyOperation[] = [
  listEventTypes,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  resetWebhookSecret,
  sendTestEvent,
  listWebhookDeliveries,
  sendWebhookDelivery,
  sendWebhookDeliveries,
];
