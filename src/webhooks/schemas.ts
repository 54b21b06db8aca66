// Shapes of webhooks and their deliveries, as the API has them.
import { z } from 'zod';
import { EventTypeName } from '../core/events/feed/event-types.ts';

export const formats = ['full', 'thin'] as const;
export const contexts = ['workspace', 'organization'] as const;
export type WebhookContext = (typeof contexts)[number];
export const states = ['pending', 'delivered', 'failed'] as const;

/** Only what can be called at all; where it leads is checked with every connection. */
function isCallable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

const Url = z
  .string()
  .max(2_000)
  .refine(isCallable, 'Must be an https:// or http:// URL without a user name and password.');

const Types = z
  .array(EventTypeName)
  .min(1)
  .max(100)
  .transform((types) => [...new Set(types)])
  .describe('Types of events: asset.approved, asset.*, or * for all. `list_event_types` lists them');

const properties = {
  url: Url.describe('Where events are sent to, with POST. Only public addresses can be reached'),
  types: Types,
  format: z
    .enum(formats)
    .describe('full: `data` is the resource as its operation returns it to the owner. thin: only its id'),
  ordered: z
    .boolean()
    .describe('Sends events one at a time, in commit order. An event that fails delays the ones after it'),
  description: z.string().trim().max(500),
  enabled: z
    .boolean()
    .describe('While false, nothing is sent. Setting it to true also sends the events that are waiting'),
};

export const NewWebhook = z.strictObject({
  url: properties.url,
  types: properties.types,
  format: properties.format.default('full'),
  ordered: properties.ordered.default(false),
  description: properties.description.default(''),
  enabled: properties.enabled.default(true),
});
export type NewWebhook = z.output<typeof NewWebhook>;

export const WebhookPatch = z.strictObject(properties).partial();
export type WebhookPatch = z.output<typeof WebhookPatch>;

export const Webhook = z
  .object({
    id: z.uuid(),
    context: z.enum(contexts),
    workspace: z.uuid().nullable().describe('null for the whole organization'),
    url: z.string(),
    types: z.array(z.string()),
    format: z.enum(formats),
    ordered: z.boolean(),
    description: z.string(),
    enabled: z.boolean(),
    disabledReason: z
      .enum(['failing', 'gone', 'no_access'])
      .nullable()
      .describe(
        'failing: every attempt to send an event failed, over three days. gone: the endpoint answered 410. no_access: the owner has no access any more',
      ),
    owner: z
      .object({ kind: z.enum(['person', 'key']), id: z.uuid(), name: z.string() })
      .describe('Events are what the owner can read'),
    previousSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then, the previous secret signs as well'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('Signs the events (Standard Webhooks). It can’t be shown again'),
});

export const Delivery = z
  .object({
    id: z.uuid().describe('The id of the event, and the header webhook-id'),
    type: z.string(),
    version: z.int(),
    resource: z.object({ type: z.string(), id: z.uuid() }).nullable(),
    state: z.enum(states),
    occurredAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
    body: z.string().nullable().describe('What is sent; null before the first attempt'),
    attempts: z.array(
      z.object({
        at: z.iso.datetime(),
        durationMs: z.int(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        status: z.int().nullable().describe('null if there was no response'),
        error: z.string().nullable().describe('Why there was none'),
        answer: z.string().nullable().describe('The first 4 KiB of the response'),
      }),
    ),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof Delivery>;
