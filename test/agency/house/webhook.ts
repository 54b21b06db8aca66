// A listener: posts events to a webhook, signed according to Standard Webhooks (standardwebhooks.com). It runs as a job after the change
// is committed, and is retried for hours if it throws. `webhook-id` stays the same, so that receivers can detect duplicates.
import { Webhook } from 'standardwebhooks';
import { fetchOutside, settingIn, type Listener } from 'marque/extend';
import { agencySetting } from './setting.ts';

export const webhook: Listener = {
  name: 'agency-webhook',
  events: ['asset.*', 'brand.published', 'site.live'],
  deliver: async (event, service) => {
    const { webhookUrl, webhookSecret } = await settingIn(service, agencySetting, event);
    if (webhookUrl === null || webhookSecret === null) return;
    const id = `evt_${event.id}`;
    const sentAt = new Date();
    const body = JSON.stringify({ type: event.type, timestamp: event.at, data: event });
    // Only public addresses, and no redirects: they would send a signed event elsewhere.
    const answer = await fetchOutside(service, webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': new Webhook(webhookSecret).sign(id, sentAt, body),
      },
      body,
      maxRedirects: 0,
      timeoutMs: 20_000,
      maxBytes: 1024 * 1024,
    });
    // The response body is ignored.
    for await (const _ of answer.body) break;
  },
};
