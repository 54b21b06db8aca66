// The calls behind tasks: they run in the process that was called, and go on when its response has been sent. What they do is written down
// every second, so that any process can tell how far they are, and cancel them.
import { askByName, callTool, type Agent } from '../call.ts';
import type { Called } from '../results.ts';
import { rpcCode } from '../rpc-error.ts';
import type { DrawnTool } from '../tools.ts';
import type { RequestFacts } from '../../../src/core/operation.ts';
import type { Progress, Report } from '../../../src/core/progress.ts';
import type { Service } from '../../../src/core/service.ts';
import { endTask, releaseTask, renewTask, type Task } from './store.ts';

/** How long such a call may fetch a file: nobody holds a connection meanwhile. */
const fetchMs = 10 * 60_000;

const renewMs = 1000;

/** How a call ended: with a result, or with an internal error. */
type Ended = { called: Called } | { error: unknown };

/** A call under way. */
export interface Work {
  /** Never rejects. */
  ended: Promise<Ended>;
  /** What it has done by now. */
  progress: () => Progress;
  /** Called once something has begun that goes on without the call. */
  onBegun: () => void;
  /** Ends it at its next step; what it has begun goes on. */
  stop: () => void;
  /** Ends it with what it has begun. */
  cancel: () => Promise<void>;
}

/** The same agent, followed: its calls report what they do. @param own what differs of the request */
export function followed(agent: Agent, report: Report, own: Partial<RequestFacts> = {}): Agent {
  // Not spread: the facts of a request are read when they're needed.
  const facts = Object.entries({ ...own, report }).map(([name, value]) => [name, { value }] as const);
  const request = Object.create(agent.request, Object.fromEntries(facts)) as RequestFacts;
  return { ...agent, request, ...('cancel' in own ? { cancel: own.cancel } : {}) };
}

/** Begins a call that doesn't end with its request. */
export function beginWork(agent: Agent, tool: DrawnTool, given: Record<string, unknown>): Work {
  const controller = new AbortController();
  const { signal } = controller;
  let progress: Progress = { part: 0, message: 'Started.' };
  const own = followed(
    agent,
    (next) => {
      const begun = next.begun ?? progress.begun;
      const isNew = progress.begun === undefined && begun !== undefined;
      progress = { ...next, ...(begun ? { begun } : {}) };
      if (isNew) work.onBegun();
    },
    { signal, cancel: signal, fetchMs, body: null },
  );
  const work: Work = {
    ended: callTool(own, tool, given).then(
      (called) => ({ called }),
      (error: unknown) => ({ error }),
    ),
    progress: () => progress,
    onBegun: () => undefined,
    stop: () => {
      controller.abort();
    },
    cancel: async () => {
      const by = tool.hints.long?.cancel;
      // If it can't be canceled any more, the call ends with what has become of it.
      if (by !== undefined && progress.begun) await askByName(own, by, { path: { ...progress.begun } });
      controller.abort();
    },
  };
  return work;
}

/** A task that this process works on. */
interface Running {
  renew: () => Promise<void>;
  /** Ends it because the process stops. */
  leave: () => Promise<void>;
}

const running = new WeakMap<Service, Map<string, Running>>();

const runningIn = (service: Service): Map<string, Running> => {
  const tasks = running.get(service) ?? new Map<string, Running>();
  running.set(service, tasks);
  return tasks;
};

/** What a task is told whose process ended before it. */
export const interrupted: Pick<Task, 'status' | 'outcome' | 'message'> = {
  status: 'failed',
  message: 'The server stopped while this was running.',
  outcome: {
    error: {
      code: rpcCode.internalError,
      message:
        "The server stopped while this was running, so its outcome is unknown. Check whether it was done, and call the tool again if it wasn't.",
    },
  },
};

/** What becomes of a task whose call has ended. */
function endOf(ended: Ended, wasCanceled: boolean): Pick<Task, 'status' | 'outcome' | 'message'> {
  if ('error' in ended)
    return {
      status: 'failed',
      message: 'It failed because of an internal error.',
      outcome: { error: { code: rpcCode.internalError, message: 'Internal error' } },
    };
  const { result } = ended.called;
  if (!result.isError) return { status: 'completed', message: 'Done.', outcome: { result } };
  if (wasCanceled) return { status: 'cancelled', message: 'Canceled.', outcome: { result } };
  return { status: 'completed', message: 'It failed. The result says why.', outcome: { result } };
}

/** Writes down what the work of a task does until it ends, and how it has ended. */
export function keepTask(service: Service, id: string, work: Work): void {
  const { db, log } = service;
  let asked = false;
  let leaving = false;
  const renew = async (): Promise<void> => {
    const toCancel = await renewTask(db, id, work.progress());
    // It's gone with its key, or has expired.
    if (toCancel === null) work.stop();
    if (!toCancel || asked) return;
    asked = true;
    await work.cancel();
  };
  const tryToRenew = (): Promise<void> =>
    renew().catch((error: unknown) => {
      // Tried again in a second. If it goes on for long, the task counts as left by its process.
      log.warn({ err: error, task: id }, 'a task could not be renewed');
    });
  const timer = setInterval(() => void tryToRenew(), renewMs).unref();
  work.onBegun = () => void tryToRenew();
  const done = work.ended
    .then(async (ended) => {
      clearInterval(timer);
      if ('error' in ended) log.error({ err: ended.error, task: id }, 'a task failed');
      const failed = 'error' in ended || ended.called.result.isError === true;
      // A deployment that has begun goes on in another process; anything else that was stopped is lost.
      if (leaving && work.progress().begun) await releaseTask(db, id, work.progress());
      else await endTask(db, id, leaving && failed ? interrupted : endOf(ended, asked));
    })
    .catch((error: unknown) => {
      log.warn({ err: error, task: id }, 'the end of a task could not be saved');
    })
    .finally(() => runningIn(service).delete(id));
  runningIn(service).set(id, {
    renew: tryToRenew,
    leave: () => {
      leaving = true;
      work.stop();
      return done;
    },
  });
  if (work.progress().begun) void tryToRenew();
}

/** Lets this process look at once whether a task is to be canceled, if it works on it. */
export async function lookAgain(service: Service, id: string): Promise<void> {
  await running.get(service)?.get(id)?.renew();
}

/** Ends what this process works on, because it stops. */
export async function leaveTasks(service: Service): Promise<void> {
  await Promise.all([...runningIn(service).values()].map((task) => task.leave()));
}
