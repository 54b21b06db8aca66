// What a task is now, and canceling one. What its process began and left behind is read where it is: a deployment goes on by itself.
import { setTimeout as pause } from 'node:timers/promises';
import { askByName, lookAt, type Agent } from '../call.ts';
import { RpcError, rpcCode } from '../rpc-error.ts';
import { toolboxOf } from '../tools.ts';
import { Id } from '../../../src/core/access/schemas.ts';
import { askToCancel, endTask, findTask, type Task } from './store.ts';
import { interrupted, lookAgain } from './work.ts';

/** Who asks: a task exists for the key that began it, and for nobody else. */
export interface Asking {
  agent: Agent;
  keyId: string;
}

const unknownTask = (): RpcError =>
  new RpcError(
    rpcCode.invalidParams,
    "Unknown task. It has expired, or it isn't one that this key has started.",
  );

/** A task as it is now, when no process works on it: what it has begun tells, and without that it's lost. */
async function leftBehind({ agent }: Asking, task: Task): Promise<Task | null> {
  const { db } = agent.service;
  const drawn = toolboxOf(agent.service).byName.get(task.tool);
  if (!task.begun || drawn?.hints.long?.look === undefined) return endTask(db, task.id, interrupted);
  const found = await lookAt(agent, drawn, task.begun);
  if ('progress' in found) return { ...task, message: found.progress.message };
  const { status, result } = found.called;
  // It can't be read now, which says nothing about it.
  if (status >= 500)
    throw new RpcError(rpcCode.internalError, "The task can't be read now. Try again later.");
  const isCanceled = task.cancel_asked && result.isError === true;
  return endTask(db, task.id, {
    status: isCanceled ? 'cancelled' : 'completed',
    message: isCanceled ? 'Canceled.' : result.isError ? 'It failed. The result says why.' : 'Done.',
    outcome: { result },
  });
}

/** @throws RpcError for one that this key doesn't have */
export async function taskNow(asking: Asking, id: string): Promise<Task> {
  const { db } = asking.agent.service;
  const found = async (): Promise<Task> => {
    const task = Id.safeParse(id).success ? await findTask(db, id, asking.keyId) : null;
    if (!task) throw unknownTask();
    return task;
  };
  const task = await found();
  if (task.status !== 'working' || task.alive) return task;
  // Null: another process was faster.
  return (await leftBehind(asking, task)) ?? (await found());
}

const lookMs = 500;

/** A task once it has ended. @throws RpcError if the caller leaves before that */
export async function taskEnded(asking: Asking, id: string): Promise<Task> {
  for (;;) {
    const task = await taskNow(asking, id);
    if (task.status !== 'working') return task;
    if (asking.agent.request.signal.aborted)
      throw new RpcError(rpcCode.internalError, 'The client closed the connection.');
    await pause(lookMs);
  }
}

/** A write that has begun goes on to its end. */
const cancelMs = 10_000;
const cancelLookMs = 100;

/**
 * Cancels a task.
 * @returns it as it is then: still working if it couldn't be ended in time, or completed if it was faster
 * @throws RpcError for one that has ended before
 */
export async function cancelTask(asking: Asking, id: string): Promise<Task> {
  const { agent } = asking;
  const { service } = agent;
  const task = await taskNow(asking, id);
  if (task.status !== 'working')
    throw new RpcError(rpcCode.invalidParams, "The task has ended, so it can't be canceled.");
  await askToCancel(service.db, task.id);
  // Another process that works on it sees that within a second.
  await lookAgain(service, task.id);
  const by = toolboxOf(service).byName.get(task.tool)?.hints.long?.cancel;
  if (!task.alive && task.begun && by !== undefined) await askByName(agent, by, { path: task.begun });
  const until = performance.now() + cancelMs;
  for (;;) {
    const now = await taskNow(asking, id);
    if (now.status !== 'working' || performance.now() > until) return now;
    await pause(cancelLookMs);
  }
}

/** Marks a task as canceled whose work couldn't be ended: it goes on, and nobody is told how it ends. */
export async function giveUp(asking: Asking, { id }: Task): Promise<Task> {
  const canceled = await endTask(asking.agent.service.db, id, {
    status: 'cancelled',
    message: "Canceled. What had begun by then wasn't stopped in time.",
    outcome: null,
  });
  return canceled ?? taskNow(asking, id);
}
