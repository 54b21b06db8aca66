// Tasks, as each generation of the protocol knows them: 2025-11-25 has them in its core, 2026-07-28 as the extension
// `io.modelcontextprotocol/tasks` (SEP-2663). It's one and the same task.
import { callTool } from '../call.ts';
import { RpcError, rpcCode } from '../rpc-error.ts';
import { callAsTask, callFollowed, callThatMayLast, notifying } from '../tasks/call-long.ts';
import { cancelTask, giveUp, taskEnded, taskNow } from '../tasks/state.ts';
import type { Task } from '../tasks/store.ts';
import type { DrawnTool } from '../tools.ts';
import type { Result, Session } from './session.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** How often a client should look, in milliseconds. */
const pollMs = 1000;

const times = ({ created_at, updated_at }: Task) => ({
  createdAt: created_at.toISOString(),
  lastUpdatedAt: updated_at.toISOString(),
});

const messageOf = ({ message }: Task) => (message === null ? {} : { statusMessage: message });

/** In 2025-11-25 a task has failed if its tool says so. */
function olderTask(task: Task): Result {
  const { id, status, outcome, ttl_ms } = task;
  const hasFailed = outcome !== null && 'result' in outcome && outcome.result.isError === true;
  return {
    taskId: id,
    status: status === 'completed' && hasFailed ? 'failed' : status,
    ...messageOf(task),
    ...times(task),
    ttl: ttl_ms,
    pollInterval: pollMs,
  };
}

const newerTask = (task: Task): Result => ({
  taskId: task.id,
  status: task.status,
  ...messageOf(task),
  ...times(task),
  ttlMs: task.ttl_ms,
  pollIntervalMs: pollMs,
});

/** With its result or error, which only a task that has ended has. */
const detailed = (task: Task): Result => ({
  ...newerTask(task),
  ...(task.status === 'completed' || task.status === 'failed' ? task.outcome : {}),
});

const isTask = (found: object): found is Task => 'status' in found && 'created_at' in found;

/** Whoever asks for tasks. @throws RpcError for a client that didn't say it knows them */
function asking({ agent, keyId, client }: Session): { agent: Session['agent']; keyId: string } {
  if (!client.older && !client.takesTasks) throw missingTasks();
  return { agent, keyId };
}

export const missingTasks = (): RpcError =>
  new RpcError(rpcCode.missingCapability, `Declare the extension ${tasksExtension} to ask for tasks.`, {
    requiredCapabilities: { extensions: { [tasksExtension]: {} } },
  });

/** What a call says beside the tool and its arguments. */
export interface CallWishes {
  /** 2025-11-25: run it as a task. */
  task?: { ttl?: number | undefined } | undefined;
  progressToken?: string | number | undefined;
}

/** Calls a tool, the way this client takes its result. */
export async function callFor(
  session: Session,
  tool: DrawnTool,
  given: Record<string, unknown>,
  { task: wish, progressToken }: CallWishes,
): Promise<Result> {
  const { agent, keyId, client, outcome } = session;
  const { long } = tool.hints;
  if (client.older && wish && !long)
    throw new RpcError(
      rpcCode.methodNotFound,
      `${tool.tool.name} doesn't run as a task. Call it without "task".`,
    );
  if (client.older && wish)
    return { task: olderTask(await callAsTask({ agent, keyId }, tool, given, wish.ttl)) };
  const found =
    long && client.takesTasks
      ? await callThatMayLast({ agent, keyId }, tool, given)
      : long && progressToken !== undefined
        ? await callFollowed(agent, tool, given, notifying(progressToken, client.notify))
        : await callTool(agent, tool, given);
  if (isTask(found)) return { resultType: 'task', ...newerTask(found) };
  if (found.status === 401) outcome.unauthorized = true;
  return found.result;
}

export async function getTask(session: Session, id: string): Promise<Result> {
  const task = await taskNow(asking(session), id);
  return session.client.older ? olderTask(task) : detailed(task);
}

/** 2025-11-25: what the call answered, as soon as it has. */
export async function getTaskResult(session: Session, id: string): Promise<Result> {
  const { outcome } = await taskEnded(asking(session), id);
  if (outcome === null)
    throw new RpcError(rpcCode.invalidParams, 'The task was canceled, so it has no result.');
  if ('error' in outcome) throw new RpcError(rpcCode.internalError, outcome.error.message);
  return { ...outcome.result, _meta: { 'io.modelcontextprotocol/related-task': { taskId: id } } };
}

/** In 2025-11-25 a task is canceled by the time this is answered; in 2026-07-28, that was asked for. */
export async function cancel(session: Session, id: string): Promise<Result> {
  const whose = asking(session);
  const task = await cancelTask(whose, id);
  if (!session.client.older) return {};
  const ended = task.status === 'working' ? await giveUp(whose, task) : task;
  if (ended.status !== 'cancelled')
    throw new RpcError(rpcCode.invalidParams, 'The task ended before it could be canceled.');
  return olderTask(ended);
}

/** 2026-07-28: answers what a task has asked its client. Ours never ask anything, so there is nothing to take. */
export async function updateTask(session: Session, id: string): Promise<Result> {
  await taskNow(asking(session), id);
  return {};
}
