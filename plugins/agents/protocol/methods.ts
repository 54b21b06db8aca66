// What Marque answers to each method of MCP, whatever the version of the protocol: an SDK for each carries it.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { suggestion } from '../../../src/lib/nearest.ts';
import { complete, getPrompt, listResources, prompts, readResource, resourceTemplates } from '../guide.ts';
import { toolboxOf, type DrawnTool } from '../tools.ts';
import type { Service } from '../../../src/core/service.ts';
import { RpcError, rpcCode, wrongParams } from '../rpc-error.ts';
import type { Result, Session } from './session.ts';
import { callFor, cancel, getTask, getTaskResult, updateTask } from './task-methods.ts';

interface Method<P extends z.ZodType = z.ZodType> {
  params: P;
  /** The generation that has it, if the other hasn't. */
  only?: 'older' | 'newer';
  run(session: Session, params: z.output<P>): Promise<Result> | Result;
}

const defined = <P extends z.ZodType>(method: Method<P>): Method => method;

/** Placeholder for the list of tools until the SDK has written its response: serializing it for each call would take a millisecond. */
export const listOfTools = randomUUID();

/** Lists that are complete: no page follows, so no cursor exists. */
const NoCursor = z.looseObject({
  cursor: z.undefined({ error: 'The list has a single page, so it takes no cursor.' }).optional(),
});

const Named = z.record(z.string(), z.string());

const Reference = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
  z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
]);

const maxCompletions = 100;

const ToolCall = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  task: z.looseObject({ ttl: z.number().nonnegative().optional() }).optional(),
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.number().int()]).optional() }).optional(),
});

const SetLevel = z.looseObject({
  level: z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']),
});

const OfTask = z.looseObject({ taskId: z.string() });

function toolNamed(service: Service, name: string): DrawnTool | undefined {
  const { byName, byAlias } = toolboxOf(service);
  return byName.get(name) ?? byAlias.get(name);
}

const methods: Readonly<Record<string, Method>> = {
  'tools/list': defined({ params: NoCursor, run: () => ({ tools: listOfTools }) }),
  'tools/call': defined({
    params: ToolCall,
    run: (session, { name, arguments: given, task, _meta }) => {
      const { service } = session.agent;
      const tool = toolNamed(service, name);
      if (tool) return callFor(session, tool, given, { task, progressToken: _meta?.progressToken });
      const names = [...toolboxOf(service).byName.keys()];
      throw new RpcError(rpcCode.invalidParams, `Unknown tool. ${suggestion(name, names)}`);
    },
  }),
  // Accepted, and nothing is logged to clients.
  'logging/setLevel': defined({ params: SetLevel, only: 'older', run: () => ({}) }),
  'tasks/get': defined({ params: OfTask, run: (session, { taskId }) => getTask(session, taskId) }),
  'tasks/result': defined({
    params: OfTask,
    only: 'older',
    run: (session, { taskId }) => getTaskResult(session, taskId),
  }),
  'tasks/update': defined({
    params: OfTask,
    only: 'newer',
    run: (session, { taskId }) => updateTask(session, taskId),
  }),
  'tasks/cancel': defined({ params: OfTask, run: (session, { taskId }) => cancel(session, taskId) }),
  'resources/list': defined({
    params: z.looseObject({ cursor: z.string().max(400).optional() }),
    run: ({ agent }, { cursor }) => listResources(agent, cursor),
  }),
  'resources/templates/list': defined({ params: NoCursor, run: () => ({ resourceTemplates }) }),
  'resources/read': defined({
    params: z.looseObject({ uri: z.string() }),
    run: ({ agent }, { uri }) => readResource(agent, uri),
  }),
  'prompts/list': defined({ params: NoCursor, run: () => ({ prompts }) }),
  'prompts/get': defined({
    params: z.looseObject({ name: z.string(), arguments: Named.default({}) }),
    run: ({ agent }, { name, arguments: given }) => getPrompt(agent, name, given),
  }),
  'completion/complete': defined({
    params: z.looseObject({
      ref: Reference,
      argument: z.looseObject({ name: z.string(), value: z.string() }),
      context: z.looseObject({ arguments: Named.default({}) }).optional(),
    }),
    run: async ({ agent }, { ref, argument, context }) => {
      const values = await complete(agent, ref, argument, context?.arguments ?? {});
      return {
        completion: {
          values: values.slice(0, maxCompletions),
          total: values.length,
          hasMore: values.length > maxCompletions,
        },
      };
    },
  }),
};

/** A method, if this generation of the protocol has it. */
function methodNamed(method: string, older: boolean): Method | undefined {
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  return found?.only === (older ? 'newer' : 'older') ? undefined : found;
}

export const knowsMethod = (method: string, older: boolean): boolean =>
  methodNamed(method, older) !== undefined;

/** Whether a call of the older protocol is answered with progress on the way, so that its response has to be a stream. */
export function reportsProgress(service: Service, message: unknown): boolean {
  const parsed = z.object({ method: z.literal('tools/call'), params: ToolCall }).safeParse(message);
  if (!parsed.success) return false;
  const { name, task, _meta } = parsed.data.params;
  if (task !== undefined || _meta?.progressToken === undefined) return false;
  return toolNamed(service, name)?.hints.long !== undefined;
}

/**
 * Answers a request of the protocol.
 * @throws RpcError that names what is wrong with it
 */
export async function answerMethod(
  session: Session,
  { method, params }: { method: string; params?: unknown },
): Promise<Result> {
  const known = methodNamed(method, session.client.older);
  if (!known) throw new RpcError(rpcCode.methodNotFound, 'Method not found');
  const parsed = known.params.safeParse(params ?? {});
  if (!parsed.success) throw wrongParams(method, parsed.error);
  try {
    return await known.run(session, parsed.data);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    // The SDKs would send its message.
    session.agent.service.log.error({ err: error, method }, 'a request of an agent failed');
    throw new RpcError(rpcCode.internalError, 'Internal error. Try again later.');
  }
}
