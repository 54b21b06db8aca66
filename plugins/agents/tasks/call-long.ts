// Calls of tools that take long, for clients that take more than the result: a task that they poll, or progress on the way.
import { callTool, type Agent } from '../call.ts';
import type { Called } from '../results.ts';
import { RpcError, rpcCode } from '../rpc-error.ts';
import type { DrawnTool } from '../tools.ts';
import type { Report } from '../../../src/core/progress.ts';
import { within } from '../../../src/lib/within.ts';
import { insertTask, maxRunning, type Task } from './store.ts';
import { beginWork, followed, keepTask, type Work } from './work.ts';

const secondsInDay = 24 * 60 * 60;
/** How long a task is kept, with its result. A client may ask for less. */
const keptSeconds = (ttlMs: number | undefined): number =>
  Math.min(secondsInDay, Math.max(60, Math.ceil((ttlMs ?? secondsInDay * 1000) / 1000)));

/** In 2026-07-28 the server decides: what ends within this time is answered at once. */
const patienceMs = 1000;

interface Caller {
  agent: Agent;
  keyId: string;
}

async function resultOf(work: Work): Promise<Called> {
  const ended = await work.ended;
  if ('error' in ended) throw ended.error;
  return ended.called;
}

/**
 * Runs a call as a task, as the client asked (2025-11-25).
 * @throws RpcError if too many of the key's are running
 */
export async function callAsTask(
  { agent, keyId }: Caller,
  tool: DrawnTool,
  given: Record<string, unknown>,
  ttlMs: number | undefined,
): Promise<Task> {
  const about = { keyId, tool: tool.tool.name, seconds: keptSeconds(ttlMs) };
  const task = await insertTask(agent.service, about, { part: 0, message: 'Started.' });
  if (!task)
    throw new RpcError(
      rpcCode.invalidRequest,
      `${maxRunning} tasks of this key are running. Wait for one to end, or call the tool without "task".`,
    );
  keepTask(agent.service, task.id, beginWork(agent, tool, given));
  return task;
}

/** Runs a call that becomes a task if it lasts: until then, closing the connection ends it, as it does with any other call. */
export async function callThatMayLast(
  { agent, keyId }: Caller,
  tool: DrawnTool,
  given: Record<string, unknown>,
): Promise<Called | Task> {
  const { service, request } = agent;
  const { signal } = request;
  const work = beginWork(agent, tool, given);
  if (signal.aborted) work.stop();
  signal.addEventListener('abort', work.stop, { once: true });
  try {
    const over = work.ended.then(() => true);
    const isOver = await within(patienceMs, over, () => false);
    if (isOver || signal.aborted) return await resultOf(work);
    const about = { keyId, tool: tool.tool.name, seconds: keptSeconds(undefined) };
    const task = await insertTask(service, about, work.progress()).catch((error: unknown) => {
      work.stop();
      throw error;
    });
    // Too many are running: this one is waited for.
    if (!task) return await resultOf(work);
    keepTask(service, task.id, work);
    return task;
  } finally {
    signal.removeEventListener('abort', work.stop);
  }
}

/** No more notifications than this, and a last one. */
const notifyMs = 100;

/** Turns what a call reports into `notifications/progress`: percentages that only grow, as the protocol demands. */
export function notifying(
  progressToken: string | number,
  notify: (notification: { method: string; params: Record<string, unknown> }) => Promise<void>,
): Report {
  let last = -1;
  let next = 0;
  return ({ part, message }) => {
    if (part === null) return;
    const progress = Math.floor(part * 1000) / 10;
    const now = performance.now();
    if (progress <= last || (now < next && progress < 100)) return;
    last = progress;
    next = now + notifyMs;
    // A client that has gone is told nothing.
    notify({
      method: 'notifications/progress',
      params: { progressToken, progress, total: 100, message },
    }).catch(() => undefined);
  };
}

/** Calls a tool, and reports what it does. */
export const callFollowed = (
  agent: Agent,
  tool: DrawnTool,
  given: Record<string, unknown>,
  report: Report,
): Promise<Called> => callTool(followed(agent, report), tool, given);
