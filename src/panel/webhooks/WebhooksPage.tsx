// The webhooks, under "Settings".
import { pageOf } from '../shell/page.tsx';
import { Webhooks } from '../views.ts';

export const WebhooksPage = pageOf(Webhooks, '/webhooks');
