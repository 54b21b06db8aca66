// POST /api/v1/mcp: the operations as tools, over Streamable HTTP (MCP 2025-11-25 and the older versions the SDK negotiates),
// stateless, with JSON responses. Each request is authenticated by a key; the operations decide what it may do.
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { authorize } from '../../src/core/access/authorize.ts';
import type { Caller } from '../../src/core/access/caller.ts';
import type { Scope } from '../../src/core/access/ladder.ts';
import { countCaller, keyIn } from '../../src/core/pipeline/identify.ts';
import { answerOf } from '../../src/core/pipeline/error-response.ts';
import { JsonBody } from '../../src/core/pipeline/input.ts';
import { Answer, type ProtocolRoute, type RequestFacts } from '../../src/core/operation.ts';
import { isApiError, ApiError } from '../../src/core/errors.ts';
import type { Service } from '../../src/core/service.ts';
import { callTool, type Agent } from './call.ts';
import {
  complete,
  getPrompt,
  instructions,
  listResources,
  prompts,
  readResource,
  resourceTemplates,
} from './guide.ts';
import { demandOwnHost, originFor } from './host.ts';
import { toolboxOf } from './tools.ts';

const maxCompletions = 100;

/** Placeholder for the list of tools until the SDK has written its response. */
const listOfTools = randomUUID();

const asksForTools = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/list';

/** Inserts the list of tools into the SDK's response. Responses to other methods are never changed, whatever they contain. */
function withTools(text: string, body: unknown, list: string): string {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (!messages.some(asksForTools)) return text;
  return text.replaceAll(`"result":{"tools":"${listOfTools}"}`, () => `"result":{"tools":${list}}`);
}

/** What HTTP must report about the calls of one request: a key that was revoked meanwhile. */
interface Outcome {
  unauthorized: boolean;
}

/** A server for one request: the SDK handles the protocol. */
function serverFor(agent: Agent, outcome: Outcome): Server {
  const { service } = agent;
  const server = new Server(
    { name: 'marque', title: 'Marque', version: service.version },
    {
      // Logging: setting a level is accepted, but nothing is sent, since no stream is ever open.
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      instructions,
    },
  );
  const toolbox = toolboxOf(service);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listOfTools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = toolbox.byName.get(params.name) ?? toolbox.byAlias.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool. Call tools/list to see all tools.');
    const { status, result } = await callTool(agent, tool, params.arguments ?? {});
    if (status === 401) outcome.unauthorized = true;
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: await listResources(agent),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(agent, params.uri));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    getPrompt(agent, params.name, params.arguments ?? {}),
  );
  server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
    const values = await complete(agent, params);
    return {
      completion: {
        values: values.slice(0, maxCompletions),
        total: values.length,
        hasMore: values.length > maxCompletions,
      },
    };
  });
  return server;
}

/** Only keys come here: a person's session has no use for tools, and would see those of a reader. */
const scopeOf = (caller: Caller): Scope => (caller.kind === 'key' ? caller.scope : 'read');

const unknownKey = 'Invalid or revoked API key. Connect again, or ask an admin for a new one.';

/** @throws unauthorized without a valid key. */
async function demandKey(service: Service, { headers }: RequestFacts): Promise<Caller> {
  if (!headers.has('authorization'))
    throw new ApiError('unauthorized', 'Connect with OAuth, or send an API key: Authorization: Bearer mq_…');
  const credential = keyIn(headers);
  const found = credential && (await authorize(service.db, credential, null));
  if (!found) throw new ApiError('unauthorized', unknownKey);
  return found.caller;
}

/** Messages in a body, each counted once: the operations that it calls aren't counted again. */
const messagesIn = (body: unknown): number => (Array.isArray(body) ? Math.max(body.length, 1) : 1);

/** A 401 that points to the OAuth metadata (RFC 9728). */
function challenged(service: Service, request: RequestFacts, apiError: ApiError): Answer {
  const { status, body, headers } = answerOf(apiError, service.log, { operation: 'mcp' });
  const sent = request.headers.has('authorization');
  const metadata = `${originFor(service, request)}/.well-known/oauth-protected-resource/api/v1/mcp`;
  return new Answer(status, body, {
    ...headers,
    'www-authenticate': `Bearer realm="Marque"${sent ? ', error="invalid_token"' : ''}, resource_metadata="${metadata}"`,
  });
}

async function bodyOf(request: RequestFacts): Promise<unknown> {
  const body = new JsonBody(request);
  await body.read();
  return body.value();
}

const parseError = {
  jsonrpc: '2.0',
  id: null,
  error: { code: ErrorCode.ParseError, message: 'The body is not valid JSON.' },
};

async function speak(service: Service, request: RequestFacts, caller: Caller): Promise<Answer> {
  let parsedBody: unknown;
  try {
    parsedBody = await bodyOf(request);
  } catch (error) {
    await countCaller(service, caller, request);
    if (isApiError(error) && error.code === 'invalid_request') return Answer.json(400, parseError);
    throw error;
  }
  await countCaller(service, caller, request, messagesIn(parsedBody));
  if (parsedBody === undefined) return Answer.json(400, parseError);
  const outcome: Outcome = { unauthorized: false };
  const server = serverFor({ service, request }, outcome);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(
      new Request(request.url, { method: 'POST', headers: request.headers }),
      { parsedBody },
    );
    if (outcome.unauthorized) return challenged(service, request, new ApiError('unauthorized', unknownKey));
    const headers = { 'cache-control': 'no-store' };
    const text = withTools(await response.text(), parsedBody, toolboxOf(service).lists[scopeOf(caller)]);
    return text === ''
      ? new Answer(response.status, { kind: 'none' }, headers)
      : new Answer(response.status, { kind: 'text', json: text }, headers);
  } finally {
    await server.close();
  }
}

export const mcpRoute: ProtocolRoute = {
  route: 'POST /api/v1/mcp',
  countsCallers: true,
  answer: async (service, request) => {
    demandOwnHost(service, request);
    let caller: Caller;
    try {
      caller = await demandKey(service, request);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'unauthorized') throw error;
      await countCaller(service, { kind: 'nobody' }, request);
      return challenged(service, request, error);
    }
    return speak(service, request, caller);
  },
};
