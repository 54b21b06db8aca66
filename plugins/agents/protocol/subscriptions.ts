// What a client of MCP 2026-07-28 hears about resources while its `subscriptions/listen` is open: the caller's own stream of events, so
// that it hears only of what it can read, and nothing any more once its key is revoked.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { z } from 'zod';
import { askByName, jsonOf, type Agent } from '../call.ts';
import { RpcError, rpcCode } from '../rpc-error.ts';

const Listen = z.looseObject({
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()).default([]) }),
  }),
});

const Change = z.object({ resource: z.object({ type: z.string(), id: z.string() }).nullable() });

const brandsPrefix = 'marque://brands/';

/** What the addresses of a brand begin with; of any brand, if it can't be told now; null for one that is gone, or that can't be read any more. */
async function prefixOf(agent: Agent, brandId: string): Promise<string | null> {
  const answer = await askByName(agent, 'list_brands', {});
  if (answer.status >= 400) return brandsPrefix;
  const { data } = jsonOf(answer) as { data: { id: string; slug: string }[] };
  const brand = data.find(({ id }) => id === brandId);
  return brand ? `${brandsPrefix}${brand.slug}/` : null;
}

/** The events of MCP for one event of the stream. */
async function eventsFor(
  agent: Agent,
  uris: readonly string[],
  { event: name, data }: EventSourceMessage,
): Promise<ServerEvent[]> {
  const updated = (prefix: string): ServerEvent[] =>
    uris.filter((uri) => uri.startsWith(prefix)).map((uri) => ({ kind: 'resource_updated', uri }));
  const listChanged: ServerEvent = { kind: 'resources_list_changed' };
  // Too much was missed to tell what changed.
  if (name === 'reset') return [listChanged, ...updated('')];
  // Another notice, not a change.
  if (name !== undefined) return [];
  const { resource } = Change.parse(JSON.parse(data));
  if (resource?.type === 'asset') return updated(`marque://assets/${resource.id}`);
  if (resource?.type !== 'brand') return [];
  if (updated(brandsPrefix).length === 0) return [listChanged];
  const prefix = await prefixOf(agent, resource.id);
  return [listChanged, ...(prefix === null ? [] : updated(prefix))];
}

export interface Feed {
  bus: ServerEventBus;
  /** Passes events on until the caller's access ends or `stop` is called. */
  run: () => Promise<void>;
  stop: () => void;
}

/**
 * Opens the feed of a subscription.
 * @param message of `subscriptions/listen`
 * @throws RpcError if the caller has too many streams open, or none are available now
 */
export async function openFeed(agent: Agent, message: unknown): Promise<Feed> {
  const parsed = Listen.safeParse(message);
  const uris = parsed.success ? parsed.data.params.notifications.resourceSubscriptions : [];
  const leaving = new AbortController();
  const signal = AbortSignal.any([agent.request.signal, leaving.signal]);
  // Not spread: the facts of a request are read when they're needed.
  const request = Object.create(agent.request, { signal: { value: signal } }) as Agent['request'];
  const answer = await askByName({ ...agent, request }, 'stream_events', {});
  if (answer.body.kind !== 'stream') {
    const { error } = jsonOf(answer) as { error: { code: string; message: string } };
    throw new RpcError(rpcCode.internalError, error.message, { code: error.code });
  }
  const stream = answer.body.open()[Symbol.asyncIterator]();
  const listeners = new Set<(event: ServerEvent) => void>();
  const publish = (event: ServerEvent): void => listeners.forEach((listener) => listener(event));
  return {
    bus: {
      publish,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    run: async () => {
      const decoder = new TextDecoder();
      const arrived: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (event) => arrived.push(event) });
      for await (const chunk of { [Symbol.asyncIterator]: () => stream }) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        for (const event of arrived.splice(0)) (await eventsFor(agent, uris, event)).forEach(publish);
      }
    },
    // Not `stream.return()`: it would wait for the next event.
    stop: () => leaving.abort(),
  };
}
