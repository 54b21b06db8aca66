// What a client of MCP 2026-07-28 hears about resources while its `subscriptions/listen` is open: the caller's own stream of events, so
// that it hears only of what it can read, and nothing any more once its key is revoked.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { jsonOf, ask, type Agent } from '../call.ts';
import { RpcError, rpcCode } from './rpc-error.ts';

const Listen = z.looseObject({
  method: z.literal('subscriptions/listen'),
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()).default([]) }),
  }),
});

/** Whether a message opens a subscription. */
export const isListen = (message: unknown): boolean =>
  z.looseObject({ method: Listen.shape.method }).safeParse(message).success;

/** A block of the event stream: a change, or a notice with a name. */
interface Block {
  name: string;
  data: string;
}

const field = (block: string, name: string): string =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

async function* blocksOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Block> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield { name: field(block, 'event'), data: field(block, 'data') };
  }
}

const Change = z.object({ resource: z.object({ type: z.string(), id: z.string() }).nullable() });

async function brandSlug(agent: Agent, id: string): Promise<string | null> {
  const operation = agent.service.operations.find(({ name }) => name === 'list_brands');
  if (!operation) return null;
  const { data } = jsonOf(await ask(agent, operation, {})) as { data?: { id: string; slug: string }[] };
  return data?.find((brand) => brand.id === id)?.slug ?? null;
}

/** The events of MCP for one block. */
async function eventsFor(
  agent: Agent,
  uris: readonly string[],
  { name, data }: Block,
): Promise<ServerEvent[]> {
  const updated = (prefix: string): ServerEvent[] =>
    uris.filter((uri) => uri.startsWith(prefix)).map((uri) => ({ kind: 'resource_updated', uri }));
  // Too much was missed to tell what changed.
  if (name === 'reset') return [{ kind: 'resources_list_changed' }, ...updated('')];
  if (name !== '') return [];
  const { resource } = Change.parse(JSON.parse(data));
  if (resource?.type === 'asset') return updated(`marque://assets/${resource.id}`);
  if (resource?.type !== 'brand') return [];
  const slug = await brandSlug(agent, resource.id);
  // A brand that is gone, or that this caller can't read any more.
  if (slug === null) return [{ kind: 'resources_list_changed' }];
  return [{ kind: 'resources_list_changed' }, ...updated(`marque://brands/${slug}/`)];
}

export interface Feed {
  bus: ServerEventBus;
  /** Passes events on until the caller's access ends or `stop` is called. */
  run: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Opens the feed of a subscription.
 * @param message of `subscriptions/listen`
 * @throws RpcError if the caller has too many streams open, or none are available now
 */
export async function openFeed(agent: Agent, message: unknown): Promise<Feed> {
  const parsed = Listen.safeParse(message);
  const uris = parsed.success ? parsed.data.params.notifications.resourceSubscriptions : [];
  const operation = agent.service.operations.find(({ name }) => name === 'stream_events');
  if (!operation) throw new Error('There is no operation stream_events.');
  const answer = await ask(agent, operation, {});
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
      for await (const block of blocksOf({ [Symbol.asyncIterator]: () => stream }))
        (await eventsFor(agent, uris, block)).forEach(publish);
    },
    stop: async () => {
      await stream.return?.();
    },
  };
}
