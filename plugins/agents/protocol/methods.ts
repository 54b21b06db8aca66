// What Marque answers to each method of MCP, whatever the version of the protocol: an SDK for each carries it.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { issuesOf, malformed } from '../../../src/core/pipeline/error-response.ts';
import { suggestion } from '../../../src/lib/nearest.ts';
import { callTool, type Agent } from '../call.ts';
import { complete, getPrompt, listResources, prompts, readResource, resourceTemplates } from '../guide.ts';
import { toolboxOf } from '../tools.ts';
import { RpcError, rpcCode } from '../rpc-error.ts';

/** What HTTP must report about the calls of one request: a key that was revoked meanwhile. */
export interface Outcome {
  unauthorized: boolean;
}

interface Session {
  agent: Agent;
  outcome: Outcome;
}

type Result = Record<string, unknown>;

interface Method<P extends z.ZodType = z.ZodType> {
  params: P;
  run(session: Session, params: z.output<P>): Promise<Result> | Result;
}

const defined = <P extends z.ZodType>(method: Method<P>): Method => method;

/** Placeholder for the list of tools until the SDK has written its response: serializing it for each call would take a millisecond. */
export const listOfTools = randomUUID();

/** Lists are complete: no page follows, so no cursor exists. */
const NoCursor = z.looseObject({
  cursor: z.undefined({ error: 'The list has a single page, so it takes no cursor.' }).optional(),
});

const Named = z.record(z.string(), z.string());

const Reference = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
  z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
]);

const maxCompletions = 100;

const methods: Readonly<Record<string, Method>> = {
  'tools/list': defined({ params: NoCursor, run: () => ({ tools: listOfTools }) }),
  'tools/call': defined({
    params: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }),
    run: async ({ agent, outcome }, { name, arguments: given }) => {
      const { byName, byAlias } = toolboxOf(agent.service);
      const tool = byName.get(name) ?? byAlias.get(name);
      if (!tool)
        throw new RpcError(rpcCode.invalidParams, `Unknown tool. ${suggestion(name, [...byName.keys()])}`);
      const { status, result } = await callTool(agent, tool, given);
      if (status === 401) outcome.unauthorized = true;
      return result;
    },
  }),
  'resources/list': defined({
    params: NoCursor,
    run: async ({ agent }) => ({ resources: await listResources(agent) }),
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

export const knowsMethod = (method: string): boolean => Object.hasOwn(methods, method);

/**
 * Answers a request of the protocol.
 * @throws RpcError that names what is wrong with it
 */
export async function answerMethod(
  session: Session,
  { method, params }: { method: string; params?: unknown },
): Promise<Result> {
  const known = knowsMethod(method) ? methods[method] : undefined;
  if (!known) throw new RpcError(rpcCode.methodNotFound, 'Method not found');
  const parsed = known.params.safeParse(params ?? {});
  if (!parsed.success) {
    const { message, detail } = malformed(issuesOf(parsed.error));
    throw new RpcError(rpcCode.invalidParams, `Invalid parameters of ${method}. ${message}`, detail);
  }
  return known.run(session, parsed.data);
}
