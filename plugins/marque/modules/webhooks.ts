// Webhooks: events sent to addresses that admins choose.
import { webhookOperations } from '../../../endpoints/webhooks/index.ts';
import { defineModule } from '../../../src/core/module.ts';
import { sweepDeliveries } from '../../../src/webhooks/deliveries.ts';
import { sendWebhooks } from '../../../src/webhooks/send.ts';
import { webhookTargets } from '../../../src/webhooks/targets.ts';
import { startWebhooks, webhookJob } from '../../../src/webhooks/wake.ts';
import { label } from '../../../src/words/index.ts';

export const webhooks = defineModule({
  name: 'webhooks',
  targets: webhookTargets,
  operations: webhookOperations,
  tags: { webhooks: 'Events, sent to your own services' },
  streamed: { webhook: 'admin', job: 'admin' },
  jobs: [
    {
      name: webhookJob,
      cron: '* * * * *',
      atStart: true,
      expireInSeconds: 15 * 60,
      run: (service, _, signal) => sendWebhooks(service, signal),
    },
  ],
  sweep: async (service, signal) => ({ webhookDeliveries: await sweepDeliveries(service, signal) }),
  start: (service) => startWebhooks(service),
  panel: {
    commands: [{ label: label('menu:webhooks'), path: '/webhooks', scope: 'admin', isView: true }],
    views: {
      webhooks: { Component: 'marque/rsc#WebhooksPage', path: '/webhooks', exact: true },
    },
  },
});
