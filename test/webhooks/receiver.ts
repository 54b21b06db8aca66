// Somebody's own service, which receives webhooks: keeps what arrives, and answers as it's told.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';
import { webhookJob } from '../../src/webhooks/wake.ts';
import { until } from '../setup/children.ts';
import type { TestService } from '../setup/service.ts';

export interface Event {
  id: string;
  type: string;
  version: number;
  occurredAt: string;
  organization: string;
  workspace: string | null;
  actor: { kind: string; id: string | null; name: string };
  resource: { type: string; id: string } | null;
  data: Record<string, unknown> | null;
  previous?: Record<string, unknown>;
}

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: Event;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answer: (request: Received) => { status: number; body?: string; headers?: Record<string, string> };
  /** Waits until an event about a resource has arrived. */
  untilReceived: (resourceId: string, type?: string) => Promise<Received>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const one: Received = { path: request.url ?? '', headers, body, event: JSON.parse(body) as Event };
      received.push(one);
      const { status, body: answer = 'thanks', headers: more = {} } = receiver.answer(one);
      response.writeHead(status, more).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const find = (id: string, type?: string): Received | undefined =>
    received.find(({ event }) => event.resource?.id === id && (type === undefined || event.type === type));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: () => ({ status: 200 }),
    untilReceived: async (id, type) => {
      await until(() => Promise.resolve(find(id, type) !== undefined));
      return find(id, type) as Received;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

/** @throws unless it's signed with the secret, now */
export function verified(secret: string, { body, headers }: Received): unknown {
  return new Verifier(secret).verify(body, headers);
}

/** Lets the time until the next attempts pass. */
export async function hurry({ service }: TestService): Promise<void> {
  await service.db.query(`update marque.webhook_deliveries set next_at = now() where state = 'pending'`);
  await service.jobs.send(webhookJob);
}
