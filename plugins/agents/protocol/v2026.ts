// MCP 2026-07-28: every request stands on its own and says its version, so there is nothing to open or to close.
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  type McpHttpHandler,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { RpcError } from '../rpc-error.ts';
import { asksFor, methodIn, type Reply, type Speaker, type Spoken } from './speaker.ts';
import { openFeed, type Feed } from './subscriptions.ts';

/** The versions of this generation. */
export const versions: readonly string[] = ['2026-07-28'];

/** Whether a request is one of the older protocol: it doesn't say in each message which version it speaks. */
export const isOlder = (request: Request, body: unknown): Promise<boolean> => isLegacyRequest(request, body);

function handlerFor(
  { info, instructions, answer, knows }: Spoken,
  message: unknown,
  bus?: ServerEventBus,
): McpHttpHandler {
  const resources = { subscribe: true, listChanged: true };
  return createMcpHandler(
    () => {
      const server = new Server(info, {
        capabilities: { tools: {}, resources, prompts: {}, completions: {} },
        instructions,
      });
      // Without a handler the SDK refuses a method with the status of the protocol, 404; what a handler refuses gets a 200.
      if (knows(methodIn(message) ?? '')) server.fallbackRequestHandler = answer;
      return server;
    },
    { legacy: 'reject', ...(bus && { bus }) },
  );
}

/** The stream of a subscription, for as long as somebody reads it and the caller has access. A client that wants more subscribes again. */
async function* listened(
  { agent: { service } }: Spoken,
  response: Response,
  handler: McpHttpHandler,
  feed: Feed,
): AsyncGenerator<Uint8Array> {
  const ended = feed
    .run()
    .catch((error: unknown) => service.log.warn({ err: error }, 'A subscription of an agent ended.'))
    .finally(() => handler.close());
  try {
    if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>;
  } finally {
    await feed.stop();
    await ended;
  }
}

const idOf = (message: unknown): unknown => (message as { id?: unknown }).id ?? null;

async function listen(spoken: Spoken, request: Request, body: unknown): Promise<Reply> {
  let feed: Feed;
  try {
    feed = await openFeed(spoken.agent, body);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return {
      status: 200,
      body: JSON.stringify({ jsonrpc: '2.0', id: idOf(body), error: { code, message, data } }),
    };
  }
  const handler = handlerFor(spoken, body, feed.bus);
  const response = await handler.fetch(request, { parsedBody: body });
  if (response.headers.get('content-type') === 'text/event-stream')
    return { status: response.status, body: listened(spoken, response, handler, feed) };
  await feed.stop();
  return { status: response.status, body: await response.text() };
}

export const speak2026: Speaker = async (spoken, request, body) => {
  if (asksFor(body, 'subscriptions/listen')) return listen(spoken, request, body);
  const handler = handlerFor(spoken, body);
  try {
    const response = await handler.fetch(request, { parsedBody: body });
    return { status: response.status, body: await response.text() };
  } finally {
    await handler.close();
  }
};
