// Runs an operation for an agent: the arguments become the request HTTP would have sent, and take the same path through the pipeline.
// So validation and access are the same.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { droppedHeader, droppedIn } from '../../src/assets/ingest/dropped-header.ts';
import { envelope, issuesOf, malformed, pathText } from '../../src/core/pipeline/error-response.ts';
import { run } from '../../src/core/pipeline/run.ts';
import { suggestion } from '../../src/lib/nearest.ts';
import {
  methodOf,
  pathOf,
  type Answer,
  type AnyOperation,
  type RequestFacts,
  type ToolShape,
} from '../../src/core/operation.ts';
import { isApiError, maxIssues } from '../../src/core/errors.ts';
import type { Service } from '../../src/core/service.ts';
import { framed, framedText } from './framed.ts';
import { toolboxOf, type DrawnTool } from './tools.ts';

/** The caller of all tool calls in one MCP request. */
export interface Agent {
  service: Service;
  request: RequestFacts;
}

/** The input of an operation. */
export interface Asked {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Headers of the MCP request that are passed on to operations: credentials and workspace. */
const passedOn = ['authorization', 'x-workspace'];

function facts({ service, request }: Agent, operation: AnyOperation, asked: Asked): RequestFacts {
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
    counted: true,
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Runs an operation as the agent that sent the request. */
export function ask(agent: Agent, operation: AnyOperation, asked: Asked): Promise<Answer> {
  const given = Object.entries(asked.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const queries = Object.fromEntries(
    given.map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(asText)]),
  );
  const query = Object.fromEntries(
    Object.entries(queries).flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  return run(
    agent.service,
    operation,
    { path: asked.path ?? {}, query, queries },
    facts(agent, operation, asked),
  );
}

/** The JSON body of a response. */
export function jsonOf({ body }: Answer): unknown {
  if (body.kind === 'text') return JSON.parse(body.json);
  return body.kind === 'json' ? body.value : null;
}

/** Maximum length of a result, in characters: about 50,000 tokens. */
const maxResult = 200_000;

/** Error messages name operations in backticks; agents know them by their tool names. */
function namingTools(service: Service, value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /`([a-z]+(?:_[a-z]+)+)`/g,
      (_, name: string) => `\`${toolboxOf(service).byOperation.get(name) ?? name}\``,
    );
  }
  if (Array.isArray(value)) return value.map((one) => namingTools(service, one));
  return value;
}

interface ErrorBody {
  error?: { code: string; message: string; detail?: { issues?: { path: string; message: string }[] } };
}

function refused(service: Service, value: unknown): CallToolResult {
  const { error } = value as ErrorBody;
  if (!error) return { isError: true, content: [{ type: 'text', text: framed(value) }] };
  const { issues } = error.detail ?? {};
  const named = {
    ...error,
    message: namingTools(service, error.message),
    ...(issues
      ? {
          detail: {
            ...error.detail,
            issues: issues.map((issue) => ({ ...issue, message: namingTools(service, issue.message) })),
          },
        }
      : {}),
  };
  return { isError: true, content: [{ type: 'text', text: framed({ error: named }) }] };
}

/** Sorts arguments into path, query and body. */
function sorted(
  { hints, parts, loose, operation }: DrawnTool,
  given: Record<string, unknown>,
): { asked: Asked; unknown: string[] } {
  const asked: Required<Asked> = { path: {}, query: {}, body: {} };
  const hidden = new Set([...(hints.without ?? []), ...Object.keys(hints.preset ?? {})]);
  const unknown: string[] = [];
  for (const [name, value] of Object.entries({ ...hints.defaults, ...given })) {
    const part = hidden.has(name) ? undefined : (parts.get(name) ?? loose ?? undefined);
    if (part === undefined) unknown.push(name);
    else if (part === 'path') asked.path[name] = asText(value);
    else asked[part][name] = value;
  }
  for (const [name, value] of Object.entries(hints.preset ?? {})) {
    const part = parts.get(name);
    if (part === 'query' || part === 'body') asked[part][name] = value;
  }
  const { body, ...rest } = asked;
  return { asked: operation.input?.body ? { ...rest, body } : rest, unknown };
}

/** The result of an operation, preceded by what the Marque-Dropped header lists: agents don't see headers. */
function withDropped({ hints }: DrawnTool, answer: Answer): unknown {
  const value = jsonOf(answer);
  const dropped = answer.headers[droppedHeader];
  if (hints.dropped === undefined || typeof dropped !== 'string') return value;
  return { dropped: { names: droppedIn(dropped), message: hints.dropped }, ...(value as object) };
}

/** Calls a tool whose arguments map to one or more requests. */
async function callShaped(
  agent: Agent,
  { operation }: DrawnTool,
  shape: ToolShape,
  given: Record<string, unknown>,
): Promise<{ status: number; result: CallToolResult }> {
  const parsed = shape.input.safeParse(given);
  if (!parsed.success) {
    const { code, message, detail } = malformed(issuesOf(parsed.error));
    return { status: 400, result: refused(agent.service, envelope(code, message, detail)) };
  }
  const answers: unknown[] = [];
  for (const body of shape.bodies(parsed.data)) {
    const answer = await ask(agent, operation, { body });
    // If a later request fails, the first ones still count; the result says so per item.
    if (answer.status >= 400 && answers.length === 0)
      return { status: answer.status, result: refused(agent.service, jsonOf(answer)) };
    answers.push(jsonOf(answer));
  }
  const value = shape.result(parsed.data, answers) as Record<string, unknown>;
  return {
    status: 200,
    result: { content: [{ type: 'text', text: framed(value) }], structuredContent: value },
  };
}

/** Calls a tool. Every error is a result with `isError`: its code and what to do next. */
export async function callTool(
  agent: Agent,
  drawn: DrawnTool,
  given: Record<string, unknown>,
): Promise<{ status: number; result: CallToolResult }> {
  const { asked, unknown } = sorted(drawn, given);
  // A missing target would look like one that doesn't exist. Other missing arguments are reported after the scope check.
  const missing = (drawn.tool.inputSchema.required ?? []).filter((name) =>
    drawn.parts.get(name) === 'path'
      ? given[name] === undefined || given[name] === ''
      : drawn.hints.needs?.includes(name) && given[name] === undefined,
  );
  if (unknown.length + missing.length > 0) {
    const issues = [
      ...unknown.slice(0, maxIssues).map((name) => ({
        path: pathText([name]),
        message: `Unknown argument of ${drawn.tool.name}. ${suggestion(name, Object.keys(drawn.tool.inputSchema.properties ?? {}))}`,
      })),
      ...missing.map((name) => ({ path: name, message: `Missing. ${drawn.tool.name} requires it.` })),
    ];
    const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    return { status: 400, result: refused(agent.service, envelope('invalid_request', message, { issues })) };
  }
  if (drawn.hints.shape) return callShaped(agent, drawn, drawn.hints.shape, given);
  const answer = await ask(agent, drawn.operation, asked);
  let value = withDropped(drawn, answer);
  if (answer.status >= 400) return { status: answer.status, result: refused(agent.service, value) };
  try {
    value = (await drawn.hints.result?.of(agent.service, value, asked.path ?? {})) ?? value;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { status, code, message, detail } = error;
    return { status, result: refused(agent.service, envelope(code, message, detail)) };
  }
  const text =
    answer.body.kind === 'bytes' ? framedText(Buffer.from(answer.body.bytes).toString()) : framed(value);
  if (text.length > maxResult && drawn.hints.readOnly) {
    const message = `The result is longer than ${maxResult} characters. Request less: use a smaller limit, or fetch single items.`;
    return {
      status: 413,
      result: refused(agent.service, envelope('too_large', message, { maxCharacters: maxResult })),
    };
  }
  return {
    status: answer.status,
    result: {
      content: [{ type: 'text', text }],
      ...(drawn.tool.outputSchema ? { structuredContent: value as Record<string, unknown> } : {}),
    },
  };
}
