// POST /api/v1/mcp: the operations as tools, over Streamable HTTP, in both generations of MCP: 2026-07-28, and 2025-11-25 with those
// before it. Stateless. Each request is authenticated by a key; the operations decide what it may do.
import { z } from 'zod';
import { authorize } from '../../../src/core/access/authorize.ts';
import type { Caller } from '../../../src/core/access/caller.ts';
import type { Scope } from '../../../src/core/access/ladder.ts';
import { countCaller, keyIn } from '../../../src/core/pipeline/identify.ts';
import { answerOf } from '../../../src/core/pipeline/error-response.ts';
import { JsonBody } from '../../../src/core/pipeline/input.ts';
import { Answer, type ProtocolRoute, type RequestFacts } from '../../../src/core/operation.ts';
import { eventStreamHeaders } from '../../../src/core/events/stream/index.ts';
import { isApiError, ApiError } from '../../../src/core/errors.ts';
import type { Service } from '../../../src/core/service.ts';
import { instructions } from '../guide.ts';
import { toolboxOf } from '../tools.ts';
import { demandKnownOrigin, demandOwnHost, originFor } from '../host.ts';
import { grantable } from '../oauth/rules.ts';
import { answerMethod, knowsMethod, listOfTools, reportsProgress } from './methods.ts';
import type { Client, Outcome } from './session.ts';
import { rpcCode } from '../rpc-error.ts';
import { asksFor } from './speaker.ts';
import { speak2025 } from './v2025.ts';
import { isOlder, speak2026 } from './v2026.ts';

/** Inserts the list of tools into the SDK's response. Responses to other methods are never changed, whatever they contain. */
function withTools(text: string, body: unknown, list: string): string {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (!messages.some((message) => asksFor(message, 'tools/list'))) return text;
  return text.replaceAll(`"tools":"${listOfTools}"`, () => `"tools":${list}`);
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

/** A 401 that points to the OAuth metadata (RFC 9728) and names the scopes; which of them it gets, the person chooses. */
function challenged(service: Service, request: RequestFacts, apiError: ApiError): Answer {
  const { status, body, headers } = answerOf(apiError, service.log, { operation: 'mcp' });
  const sent = request.headers.has('authorization');
  const metadata = `${originFor(service, request)}/.well-known/oauth-protected-resource/api/v1/mcp`;
  return new Answer(status, body, {
    ...headers,
    'www-authenticate': `Bearer realm="Marque"${sent ? ', error="invalid_token"' : ''}, resource_metadata="${metadata}", scope="${grantable.join(' ')}"`,
  });
}

async function bodyOf(request: RequestFacts): Promise<unknown> {
  const body = new JsonBody(request);
  await body.read();
  return body.value();
}

const failure = (code: number, message: string): Answer =>
  Answer.json(400, { jsonrpc: '2.0', id: null, error: { code, message } });

const RpcId = z.union([z.string(), z.number().int()]);

/** A request, a notification, or a response to a request that a server made. */
const Message = z.union([
  z.looseObject({ jsonrpc: z.literal('2.0'), id: RpcId.optional(), method: z.string() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), id: RpcId, result: z.unknown() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), id: RpcId.nullish(), error: z.object({}) }),
]);
const Body = z.union([Message, z.array(Message).min(1)]);

async function speak(service: Service, facts: RequestFacts, caller: Caller): Promise<Answer> {
  let parsed: unknown;
  try {
    parsed = await bodyOf(facts);
  } catch (error) {
    await countCaller(service, caller, facts);
    if (isApiError(error) && error.code === 'invalid_request')
      return failure(rpcCode.parseError, 'The body is not valid JSON.');
    throw error;
  }
  await countCaller(service, caller, facts, messagesIn(parsed));
  if (parsed === undefined) return failure(rpcCode.parseError, 'The body is empty.');
  if (!Body.safeParse(parsed).success)
    return failure(
      rpcCode.invalidRequest,
      'The body is not a JSON-RPC 2.0 message: {"jsonrpc": "2.0", "id", "method", "params"}.',
    );
  const outcome: Outcome = { unauthorized: false };
  const request = new Request(facts.url, { method: 'POST', headers: facts.headers, signal: facts.signal });
  const older = await isOlder(request, parsed);
  // Closing the response cancels a call in the newer protocol only: in the older ones, a lost connection says nothing about the call.
  const agent = { service, request: facts, ...(older ? {} : { cancel: facts.signal }) };
  const keyId = caller.kind === 'key' ? caller.id : '';
  const spoken = {
    agent,
    info: { name: 'marque', title: 'Marque', version: service.version },
    instructions,
    answer: (asked: { method: string; params?: unknown }, client: Client) =>
      answerMethod({ agent, keyId, client, outcome }, asked),
    knows: (method: string) => knowsMethod(method, older),
    reports: reportsProgress(service, parsed),
  };
  const speaker = older ? speak2025 : speak2026;
  const { status, body } = await speaker(spoken, request, parsed);
  if (outcome.unauthorized) return challenged(service, facts, new ApiError('unauthorized', unknownKey));
  if (typeof body !== 'string')
    return new Answer(status, { kind: 'stream', open: () => body }, eventStreamHeaders);
  const json = withTools(body, parsed, toolboxOf(service).lists[older ? 'older' : 'newer'][scopeOf(caller)]);
  const headers = { 'cache-control': 'no-store' };
  return new Answer(status, json === '' ? { kind: 'none' } : { kind: 'text', json }, headers);
}

export const mcpRoute: ProtocolRoute = {
  route: 'POST /api/v1/mcp',
  countsCallers: true,
  openToPages: true,
  answer: async (service, request) => {
    demandOwnHost(service, request);
    demandKnownOrigin(service, request);
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
