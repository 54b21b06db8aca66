// Tasks in the stream of a `subscriptions/listen` (SEP-2663): the SDK knows nothing of them, so they're added to what it sends.
import { setTimeout as pause } from 'node:timers/promises';
import { SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server';
import { createParser } from 'eventsource-parser';
import { RpcError, rpcCode } from '../rpc-error.ts';
import { taskNow, type Asking } from '../tasks/state.ts';
import type { Task } from '../tasks/store.ts';
import { eventsOf } from './speaker.ts';
import { detailed } from './task-methods.ts';

/** As many as one subscription follows. */
export const maxFollowed = 50;

/** Tasks that a subscription follows. */
export interface Following {
  asking: Asking;
  /** Those of the key; what else was asked for isn't acknowledged. */
  ids: readonly string[];
  /** Aborts when the caller's access ends, or they leave. */
  signal: AbortSignal;
}

/** A task; null for one that the key doesn't have, or has no more. */
async function found(asking: Asking, id: string): Promise<Task | null> {
  try {
    return await taskNow(asking, id);
  } catch (error) {
    if (error instanceof RpcError && error.code === rpcCode.invalidParams) return null;
    throw error;
  }
}

/** @throws RpcError if there are too many. */
export async function knownTasks(asking: Asking, ids: readonly string[]): Promise<string[]> {
  if (ids.length > maxFollowed)
    throw new RpcError(rpcCode.invalidParams, `A subscription follows up to ${maxFollowed} tasks.`);
  const known: string[] = [];
  for (const id of new Set(ids)) if (await found(asking, id)) known.push(id);
  return known;
}

const lookMs = 500;
/** Proxies close a connection that's silent for a minute or so. */
const silentMs = 15_000;

/** Each task as it is, and again whenever it has changed, until all have ended; null after a time without changes. */
async function* changes({ asking, ids, signal }: Following): AsyncGenerator<Task | null> {
  const seen = new Map(ids.map((id) => [id, '']));
  let next = performance.now() + silentMs;
  while (seen.size > 0 && !signal.aborted) {
    for (const [id, before] of seen) {
      // It can't be read now: the next look may be luckier.
      const task = await found(asking, id).catch(() => undefined);
      if (task === undefined) continue;
      const now = task ? `${task.status} ${task.updated_at.getTime()}` : '';
      if (task?.status === 'working') seen.set(id, now);
      else seen.delete(id);
      if (task && now !== before) {
        yield task;
        next = performance.now() + silentMs;
      }
    }
    if (performance.now() > next) {
      yield null;
      next = performance.now() + silentMs;
    }
    if (seen.size > 0) await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Message {
  id?: unknown;
  method?: string;
  params?: { notifications?: object };
}

const encoder = new TextEncoder();
const frame = (message: object): Uint8Array =>
  encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
const comment = encoder.encode(': keepalive\n\n');

/** The messages of a stream, and null for its comments. */
async function* messagesOf(response: Response): AsyncGenerator<Message | null> {
  const arrived: (Message | null)[] = [];
  const parser = createParser({
    onEvent: ({ data }) => arrived.push(JSON.parse(data) as Message),
    onComment: () => arrived.push(null),
  });
  const decoder = new TextDecoder();
  for await (const chunk of eventsOf(response)) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived.splice(0);
  }
}

const told = (subscription: unknown, task: Task): object => ({
  jsonrpc: '2.0',
  method: 'notifications/tasks',
  params: { ...detailed(task), _meta: { [SUBSCRIPTION_ID_META_KEY]: subscription } },
});

/**
 * The response to a subscription, with the tasks that it follows. If it's about nothing else, it ends with them.
 * @param response what the SDK sends: an acknowledgment, notifications, and a result when it ends
 */
export function withTasks(
  response: Response,
  subscription: unknown,
  { asking, ids, signal }: Following,
): Response {
  const over = new AbortController();
  const following = { asking, ids, signal: AbortSignal.any([signal, over.signal]) };
  let hasLeft = false;
  const joined = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (bytes: Uint8Array): void => {
        if (!hasLeft) controller.enqueue(bytes);
      };
      const tell = async (): Promise<void> => {
        for await (const task of changes(following)) send(task ? frame(told(subscription, task)) : comment);
      };
      let telling = Promise.resolve();
      // The SDK sends it at once if it has nothing else to tell of; it's kept until the tasks have ended.
      let result: Message | null = null;
      let isOnlyTasks = false;
      try {
        for await (const message of messagesOf(response)) {
          if (message === null) send(comment);
          else if (message.method === 'notifications/subscriptions/acknowledged') {
            const honored = message.params?.notifications ?? {};
            isOnlyTasks = Object.keys(honored).length === 0;
            const notifications = { ...honored, taskIds: ids };
            send(frame({ ...message, params: { ...message.params, notifications } }));
            telling = tell();
          } else if (message.method === undefined) {
            result = message;
            if (!isOnlyTasks) over.abort();
          } else send(frame(message));
        }
      } catch (error) {
        // Nobody would take what is told from here on.
        hasLeft = true;
        over.abort();
        throw error;
      }
      await telling;
      if (result) send(frame(result));
      if (!hasLeft) controller.close();
    },
    cancel() {
      hasLeft = true;
      over.abort();
    },
  });
  return new Response(joined, response);
}
