// OpenAPI 3.1, drawn from the very schemas that check the calls.
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { methodOf, pathOf, type AnyOperation } from '../operation.ts';
import { statusOfCode, type ErrorCode } from '../errors.ts';
import { isConditional, isInInterface, readsRecord } from '../pipeline/conditional-requests.ts';
import { takesIdempotencyKey } from '../pipeline/idempotency.ts';

const Envelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(statusOfCode) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe('For people: what to do next'),
      detail: z.unknown().optional(),
    }),
  })
  .meta({ id: 'Error' });

const meaning: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The input does not fit its schema; detail.issues names every problem',
  unauthorized: 'No key or session, or one that is wrong',
  forbidden: 'Seen, but not allowed: the message names the scope needed and the scope held',
  not_found: 'Not there, or not there for this caller',
  precondition_failed: 'If-Match names another state of the record than the one that is there',
  idempotency_mismatch: 'The Idempotency-Key came with another body before',
  rate_limited: 'Too many requests from this caller: Retry-After says when to go on',
  invalid: 'Fits the schema, but what is stored says it cannot be; detail.issues names every problem',
};

function codesOf(operation: AnyOperation): ErrorCode[] {
  // A key that is wrong is refused everywhere, where nobody needs one too.
  const codes = new Set<ErrorCode>(operation.errors ?? []).add('unauthorized');
  if (operation.scope !== 'public' && operation.scope !== 'any') codes.add('forbidden').add('not_found');
  if (operation.input?.path) codes.add('not_found');
  if (operation.input?.query || operation.input?.body) codes.add('invalid_request');
  if (isInInterface(operation)) codes.add('rate_limited');
  if (isConditional(operation)) codes.add('precondition_failed');
  if (takesIdempotencyKey(operation))
    codes.add('invalid_request').add('conflict').add('idempotency_mismatch');
  return [...codes];
}

function errorResponses(operation: AnyOperation): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(operation))
    byStatus.set(statusOfCode[code], [...(byStatus.get(statusOfCode[code]) ?? []), code]);
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[`${status as 400}`] = {
      description: codes.map((code) => (meaning[code] ? `${code}: ${meaning[code]}` : code)).join('. '),
      content: { 'application/json': { schema: Envelope } },
      ...(status === 429 ? { headers: z.object({ 'Retry-After': retryAfter }) } : {}),
    };
  }
  return responses;
}

const retryAfter = z.int().describe('Seconds after which to try again');
const tag = z.string().describe('Of this state of the record: for If-None-Match and If-Match');
const ifNoneMatch = z
  .string()
  .optional()
  .describe('ETags that you have: where one is that of the record as it is, 304 is answered without a body');
const ifMatch = z
  .string()
  .optional()
  .describe('The ETag of the record that your change was made on: where another was made meanwhile, 412');
const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    'Of your choice, new for each new call. Sent again with the same body within a day, the call does nothing again and answers what it answered. Of a form the parts are compared, of a file its bytes',
  );

/** The headers that the door itself reads. */
function headersOf(operation: AnyOperation): Record<string, z.ZodType> {
  return {
    ...(readsRecord(operation) ? { 'If-None-Match': ifNoneMatch } : {}),
    ...(isConditional(operation) ? { 'If-Match': ifMatch } : {}),
    ...(takesIdempotencyKey(operation) ? { 'Idempotency-Key': idempotencyKey } : {}),
  };
}

function drawOperation(operation: AnyOperation): ZodOpenApiOperationObject {
  const { input, output } = operation;
  const content = {
    ...(operation.produces
      ? { [operation.produces]: { schema: { type: 'string' as const, format: 'binary' } } }
      : {}),
    ...(output ? { 'application/json': { schema: output } } : {}),
  };
  const headers = headersOf(operation);
  const success = (description: string) => ({
    description,
    ...(readsRecord(operation) || operation.answerHeaders
      ? {
          headers: z.object({
            ...(readsRecord(operation) ? { ETag: tag } : {}),
            ...Object.fromEntries(
              Object.entries(operation.answerHeaders ?? {}).map(([name, words]) => [
                name,
                z.string().optional().describe(words),
              ]),
            ),
          }),
        }
      : {}),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  });
  const responses: ZodOpenApiResponsesObject = { [`${operation.status ?? 200}`]: success(operation.summary) };
  for (const [status, description] of Object.entries(operation.also ?? {})) {
    responses[status as '200'] = Number(status) < 300 ? success(description) : { description };
  }
  if (readsRecord(operation)) {
    responses['304'] = {
      description: 'You have it: If-None-Match named it as it is',
      headers: z.object({ ETag: tag }),
    };
  }
  const body: ZodOpenApiContentObject = {};
  if (input?.body) body['application/json'] = { schema: input.body };
  for (const type of operation.streams ?? []) {
    body[type] = {
      schema:
        type === 'multipart/form-data'
          ? {
              type: 'object',
              properties: {
                file: { type: 'string', format: 'binary' },
                meta: { type: 'string', description: 'JSON: the other properties' },
              },
              required: ['file'],
            }
          : { type: 'string', format: 'binary' },
    };
  }
  const scopeNote =
    operation.scope === 'public'
      ? 'Needs no key.'
      : operation.scope === 'any'
        ? 'Any caller.'
        : `Scope: ${operation.scope}.`;
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: [operation.description, scopeNote].filter(Boolean).join('\n\n'),
    tags: [operation.tag],
    security:
      operation.scope === 'public' ? [{}, { key: [] }, { session: [] }] : [{ key: [] }, { session: [] }],
    ...(input?.path || input?.query || Object.keys(headers).length > 0
      ? {
          requestParams: {
            ...(input?.path ? { path: input.path as z.ZodObject } : {}),
            ...(input?.query ? { query: input.query as z.ZodObject } : {}),
            ...(Object.keys(headers).length > 0 ? { header: z.object(headers) } : {}),
          },
        }
      : {}),
    ...(Object.keys(body).length > 0 ? { requestBody: { required: true, content: body } } : {}),
    responses: { ...responses, ...errorResponses(operation) },
    ...(operation.scope === 'public' || operation.scope === 'any' ? {} : { 'x-scope': operation.scope }),
  };
}

/**
 * The document of a list of operations.
 *
 * @param serverUrl origin of this server.
 * @param cookie name of the session cookie.
 */
export function drawOpenApi(
  operations: readonly AnyOperation[],
  options: { serverUrl: string; version: string; cookie: string },
): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = pathOf(operation);
    paths[path] = { ...paths[path], [methodOf(operation).toLowerCase()]: drawOperation(operation) };
  }
  const tags = [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
    name,
    description: tagWords[name] ?? name,
  }));
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Marque',
      version: options.version,
      description:
        'Digital assets and brand guidelines, for software agents first. Lists answer {data: [...]}, records {data: {...}}, errors {error: {code, message, detail}}. Timestamps are UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    tags,
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: Authorization: Bearer mq_…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: options.cookie,
          description: 'The sign-in cookie; writes need an Origin of this server',
        },
      },
    },
  });
}

const tagWords: Record<string, string> = {
  access: 'Who calls, and who may do what',
  accounts: 'Signing in and out',
  assets: 'Files with what is known of them',
  delivery: 'Bytes for everyone who may have them',
  fields: 'Custom fields',
  proposals: 'What waits for a person, and what became of it',
  service: 'The service itself',
};
