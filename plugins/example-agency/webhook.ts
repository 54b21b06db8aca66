// A listener: posts what happened to an address of the client's, signed by the Standard Webhooks scheme (standardwebhooks.com). It runs
// as a job after the change is committed; what it throws is tried again, for hours. `webhook-id` stays the same, so that whoever
// receives an event twice can tell.
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
    // Only public addresses are reached, and no redirect is followed: it would take a signed event elsewhere.
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
    // Taken is taken: what it says beside that is left unread.
    for await (const _ of answer.body) break;
  },
};
