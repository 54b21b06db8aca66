// Runs an operation for an agent: the arguments become the request HTTP would have sent, and take the same path through the pipeline.
// So validation and access are the same.
import { droppedHeader, droppedIn } from '../../src/assets/ingest/dropped-header.ts';
import { issuesOf, malformed, pathText } from '../../src/core/pipeline/error-response.ts';
import { run } from '../../src/core/pipeline/run.ts';
import { suggestion } from '../../src/lib/nearest.ts';
import {
  methodOf,
  pathOf,
  type Answer,
  type AnyOperation,
  type RequestFacts,
} from '../../src/core/operation.ts';
import type { Asked, ToolAnswer, ToolRequest, ToolShape } from '../../src/core/tool.ts';
import { ApiError, isApiError, maxIssues, type Issue } from '../../src/core/errors.ts';
import type { Progress } from '../../src/core/progress.ts';
import type { Service } from '../../src/core/service.ts';
import { argumentText, namesShown, sorted, split } from './arguments.ts';
import { asText, limited, refusal, refused, shown, type Called } from './results.ts';
import type { DrawnTool } from './tools.ts';

/** The caller of all tool calls in one MCP request. */
export interface Agent {
  service: Service;
  request: RequestFacts;
  /** Aborts when the caller disconnects, if that cancels what it called. */
  cancel?: AbortSignal | undefined;
}

/** The same agent for calls that only read: in every version of the protocol, disconnecting stops them. */
export const reading = (agent: Agent): Agent => ({ ...agent, cancel: agent.request.signal });

/** Headers of the MCP request that are passed on to operations: credentials and workspace. */
const passedOn = ['authorization', 'x-workspace'];

function facts({ service, request, cancel }: Agent, operation: AnyOperation, asked: Asked): RequestFacts {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const bytes = asked.body === undefined ? null : Buffer.from(JSON.stringify(asked.body));
  if (bytes) headers.set('content-type', 'application/json');
  return {
    method: methodOf(operation),
    get url() {
      return new URL(pathOf(operation), service.env.serverUrl);
    },
    headers,
    address: request.address,
    peer: request.peer,
    body: bytes && oneChunk(bytes),
    get signal() {
      return request.signal;
    },
    cancel,
    report: request.report,
    fetchMs: request.fetchMs,
    counted: true,
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Runs an operation as the agent that sent the request. */
async function ask(agent: Agent, operation: AnyOperation, asked: Asked): Promise<Answer> {
  const given = Object.entries(asked.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const queries = Object.fromEntries(
    given.map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(argumentText)]),
  );
  const query = Object.fromEntries(
    Object.entries(queries).flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  const began = performance.now();
  const answer = await run(
    agent.service,
    operation,
    { path: asked.path ?? {}, query, queries },
    facts(agent, operation, asked),
  );
  agent.service.metrics?.request(operation.name, answer.status, 'mcp', performance.now() - began);
  return answer;
}

/** The JSON body of a response. */
export function jsonOf({ body }: Answer): unknown {
  if (body.kind === 'text') return JSON.parse(body.json);
  return body.kind === 'json' ? body.value : null;
}

/** The result of an operation, preceded by what the Marque-Dropped header lists: agents don't see headers. */
function withDropped({ hints }: DrawnTool, answer: Answer): unknown {
  const value = jsonOf(answer);
  const dropped = answer.headers[droppedHeader];
  if (hints.dropped === undefined || typeof dropped !== 'string') return value;
  return { dropped: { names: droppedIn(dropped), message: hints.dropped }, ...(value as object) };
}

/** What an operation answered, with a file's bytes read. */
export async function toolAnswer(answer: Answer): Promise<ToolAnswer> {
  const { status, body, headers } = answer;
  const mime = headers['content-type'];
  if (body.kind === 'json' || body.kind === 'text' || typeof mime !== 'string')
    return { status, value: jsonOf(answer) };
  return { status, value: null, picture: { mime, bytes: await bytesOf(answer) } };
}

/** Longest file that a tool passes on; renditions have far fewer bytes. */
const maxPictureBytes = 4 * 2 ** 20;

async function bytesOf({ body }: Answer): Promise<Buffer> {
  if (body.kind === 'bytes') return Buffer.from(body.bytes);
  if (body.kind !== 'file') throw new Error(`A tool can't read a body of kind ${body.kind}.`);
  const { file } = body;
  if (file.end - file.start >= maxPictureBytes)
    throw new ApiError('too_large', 'The picture is too large to return. Ask for a smaller size.');
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.open(file.start, file.end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @throws ApiError not_found if its module was left out. */
function operationNamed({ service }: Agent, name: string): AnyOperation {
  const operation = service.operations.find((one) => one.name === name);
  if (!operation) throw new ApiError('not_found', "This server doesn't have what this is about.");
  return operation;
}

/** Calls a tool whose arguments map to one or more requests. */
async function callShaped(
  agent: Agent,
  drawn: DrawnTool,
  shape: ToolShape,
  given: Record<string, unknown>,
): Promise<Called> {
  const parsed = shape.input.safeParse(given);
  if (!parsed.success) return refusal(agent.service, malformed(issuesOf(parsed.error, shape.input, given)));
  const answers: ToolAnswer[] = [];
  const requests = shape.requests(parsed.data);
  const next = (): ToolRequest | null =>
    requests.shift() ?? (shape.again && answers.length > 0 ? shape.again(parsed.data, answers) : null);
  for (let request = next(); request; request = next()) {
    const { operation: other, ...asked } = request;
    const operation = other === undefined ? drawn.operation : operationNamed(agent, other);
    const answer = await ask(agent, operation, asked);
    const isFirst = answers.length === 0 && !shape.each && !shape.again;
    // If a later request fails, the first ones still count; the result says so per item. A key that was revoked meanwhile gets no further.
    if (answer.status === 401 || (answer.status >= 400 && isFirst))
      return { status: answer.status, result: refused(agent.service, jsonOf(answer)) };
    answers.push(await toolAnswer(answer));
  }
  // A key that may do none of it is told so once, as by every other tool.
  const [first] = answers;
  if (shape.each && first && answers.every(({ status }) => status === 403))
    return { status: first.status, result: refused(agent.service, first.value) };
  const last = answers.at(-1);
  if (shape.again && last && last.status >= 400)
    return { status: last.status, result: refused(agent.service, last.value) };
  return limited(drawn, 200, shown(shape.result(parsed.data, answers)), agent.service);
}

/** Unknown and missing arguments, before anything is asked. */
function issuesWith(drawn: DrawnTool, given: Record<string, unknown>, unknown: readonly string[]): Issue[] {
  // A missing target would look like one that doesn't exist. Other missing arguments are reported after the scope check.
  const missing = (drawn.tool.inputSchema.required ?? []).filter((name) => {
    const own = drawn.renamed.get(name) ?? name;
    return drawn.parts.get(own) === 'path'
      ? given[own] === undefined || given[own] === ''
      : drawn.hints.needs?.includes(own) && given[own] === undefined;
  });
  const known = Object.keys(drawn.tool.inputSchema.properties ?? {});
  return [
    ...unknown.slice(0, maxIssues).map((name) => ({
      path: pathText([name]),
      message: `Unknown argument of ${drawn.tool.name}. ${suggestion(name, known)}`,
    })),
    ...missing.map((name) => ({ path: name, message: `Missing. ${drawn.tool.name} requires it.` })),
  ];
}

/** What a tool makes of an operation's answer. @param given the arguments that only its result takes */
async function viewed(
  agent: Agent,
  drawn: DrawnTool,
  answer: Answer,
  asked: Asked,
  given: Record<string, unknown> = {},
): Promise<Called> {
  const { service } = agent;
  const { hints, renamed } = drawn;
  const value = withDropped(drawn, answer);
  if (answer.status >= 400)
    return { status: answer.status, result: refused(service, value, namesShown(renamed)) };
  if (answer.body.kind === 'bytes')
    return limited(drawn, answer.status, asText(Buffer.from(answer.body.bytes).toString()), service);
  const view = await hints.result?.of(service, value, {
    path: asked.path ?? {},
    query: asked.query ?? {},
    given,
    signal: agent.request.signal,
    ask: async (name, other) => toolAnswer(await askByName(agent, name, other)),
  });
  const result = shown(view ?? { value: value as Record<string, unknown> }, drawn.tool.outputSchema);
  return limited(drawn, answer.status, result, service);
}

/** Calls a tool whose arguments are those of its operation. */
const callPlain = async (
  agent: Agent,
  drawn: DrawnTool,
  asked: Asked,
  given?: Record<string, unknown>,
): Promise<Called> => viewed(agent, drawn, await ask(agent, drawn.operation, asked), asked, given);

/**
 * How far something is that a tool has begun, or the tool's result once it has ended. It's read as the agent that asks now.
 * @param path of the operation that reads it
 */
export async function lookAt(
  agent: Agent,
  drawn: DrawnTool,
  path: Record<string, string>,
): Promise<{ progress: Progress } | { called: Called }> {
  const { look = '', progressOf } = drawn.hints.long ?? {};
  try {
    const answer = await askByName(agent, look, { path });
    const progress = answer.status < 400 ? progressOf?.(jsonOf(answer)) : undefined;
    return progress ? { progress } : { called: await viewed(agent, drawn, answer, { path }) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { called: refusal(agent.service, error) };
  }
}

/** Calls a tool. Every error is a result with `isError`: its code and what to do next. */
export async function callTool(
  caller: Agent,
  drawn: DrawnTool,
  arguments_: Record<string, unknown>,
): Promise<Called> {
  const { hints } = drawn;
  const agent = hints.readOnly ? reading(caller) : caller;
  const { service } = agent;
  const { given, own } = split(drawn, arguments_);
  const { asked, unknown } = sorted(drawn, given);
  const issues = issuesWith(drawn, given, unknown);
  if (issues.length > 0) {
    const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    return refusal(service, new ApiError('invalid_request', message, { issues }));
  }
  const forResult = hints.result?.input?.safeParse(own);
  if (forResult && !forResult.success)
    return refusal(service, malformed(issuesOf(forResult.error, hints.result?.input, own)));
  try {
    return hints.shape
      ? await callShaped(agent, drawn, hints.shape, given)
      : await callPlain(agent, drawn, asked, forResult?.data);
  } catch (error) {
    if (!isApiError(error)) throw error;
    return refusal(service, error);
  }
}

/** Runs an operation, by its name, as the agent that sent the request. */
export function askByName(agent: Agent, name: string, asked: Asked): Promise<Answer> {
  return ask(agent, operationNamed(agent, name), asked);
}
