// MCP 2026-07-28: every request stands on its own and says its version, so there is nothing to open or to close.
import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  Server,
  type McpHttpHandler,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { RpcError, rpcCode } from '../rpc-error.ts';
import type { Client } from './session.ts';
import {
  asksFor,
  eventsOf,
  isEventStream,
  methodIn,
  type Reply,
  type Speaker,
  type Spoken,
} from './speaker.ts';
import { openFeed, type Feed } from './subscriptions.ts';
import { missingTasks, tasksExtension } from './task-methods.ts';

/** The versions of this generation. */
export const versions: readonly string[] = ['2026-07-28'];

/** Whether a request is one of the older protocol: it doesn't say in each message which version it speaks. */
export const isOlder = (request: Request, body: unknown): Promise<boolean> => isLegacyRequest(request, body);

const Declaring = z.looseObject({
  params: z.looseObject({
    _meta: z.looseObject({
      [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
        extensions: z.looseObject({ [tasksExtension]: z.looseObject({}) }),
      }),
    }),
  }),
});

/** Whether a message says that its client knows tasks. Each says so for itself. */
const declaresTasks = (message: unknown): boolean => Declaring.safeParse(message).success;

/** Methods of the extension that the older protocol has in its core: the SDK takes them only with a handler of their own. */
const reusedMethods: readonly string[] = ['tasks/get', 'tasks/cancel'];

function handlerFor(
  { info, instructions, answer, knows }: Spoken,
  message: unknown,
  bus?: ServerEventBus,
): McpHttpHandler {
  const resources = { subscribe: true, listChanged: true };
  const extensions = { [tasksExtension]: {} };
  const takesTasks = declaresTasks(message);
  const method = methodIn(message) ?? '';
  const client = (notify: Client['notify']): Client => ({ older: false, takesTasks, notify });
  return createMcpHandler(
    () => {
      const server = new Server(info, {
        capabilities: { tools: {}, resources, prompts: {}, completions: {}, extensions },
        instructions,
      });
      if (reusedMethods.includes(method)) {
        const schemas = { params: z.looseObject({}) };
        server.setRequestHandler(method, schemas, (params, { mcpReq }) =>
          answer({ method, params }, client(mcpReq.notify)),
        );
      } else if (knows(method)) {
        // Without a handler the SDK refuses a method with the status of the protocol, 404; what a handler refuses gets a 200.
        server.fallbackRequestHandler = (asked, { mcpReq }) => answer(asked, client(mcpReq.notify));
      }
      return server;
    },
    { legacy: 'reject', ...(bus && { bus }) },
  );
}

const AskingForTasks = z.looseObject({
  params: z.looseObject({ notifications: z.looseObject({ taskIds: z.array(z.string()) }) }),
});

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
  yield* eventsOf(response, async () => {
    await feed.stop();
    await ended;
  });
}

const idOf = (message: unknown): unknown => (message as { id?: unknown }).id ?? null;

async function listen(spoken: Spoken, request: Request, body: unknown): Promise<Reply> {
  let feed: Feed;
  try {
    if (AskingForTasks.safeParse(body).success && !declaresTasks(body)) throw missingTasks();
    feed = await openFeed(spoken.agent, body);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return {
      status: code === rpcCode.missingCapability ? 400 : 200,
      body: JSON.stringify({ jsonrpc: '2.0', id: idOf(body), error: { code, message, data } }),
    };
  }
  const handler = handlerFor(spoken, body, feed.bus);
  const response = await handler.fetch(request, { parsedBody: body });
  if (isEventStream(response))
    return { status: response.status, body: listened(spoken, response, handler, feed) };
  await feed.stop();
  return { status: response.status, body: await response.text() };
}

export const speak2026: Speaker = async (spoken, request, body) => {
  if (asksFor(body, 'subscriptions/listen')) return listen(spoken, request, body);
  const handler = handlerFor(spoken, body);
  const close = (): Promise<void> => handler.close();
  let streams = false;
  try {
    const response = await handler.fetch(request, { parsedBody: body });
    // Only once something is told before the result.
    streams = isEventStream(response);
    return {
      status: response.status,
      body: streams ? eventsOf(response, close) : await response.text(),
    };
  } finally {
    if (!streams) await close();
  }
};
