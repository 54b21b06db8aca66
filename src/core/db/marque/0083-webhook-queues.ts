// What is due of a webhook, and its deliveries in one state, are found without reading all that wait for a failing endpoint.
export const name = '0083-webhook-queues';

export const sql = /* sql */ `
create index on marque.webhook_deliveries (webhook_id, next_at, number) where state = 'pending';
create index on marque.webhook_deliveries (webhook_id, state, number desc);
`;
