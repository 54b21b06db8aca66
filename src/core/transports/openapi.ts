// OpenAPI 3.1, generated from the schemas that validate the calls.
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { methodOf, pathOf, type AnyOperation } from '../operation.ts';
import { routePath } from '../public-paths.ts';
import { statusOfCode, type ErrorCode } from '../errors.ts';
import { isConditional, isInInterface, readsRecord } from '../pipeline/conditional-requests.ts';
import { takesIdempotencyKey } from '../pipeline/idempotency.ts';

const Envelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(statusOfCode) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe('For people: what is wrong and what to do'),
      detail: z.unknown().optional(),
    }),
  })
  .meta({ id: 'Error' });

const meaning: Partial<Record<ErrorCode, string>> = {
  invalid_request: "The input doesn't match its schema; detail.issues lists every problem",
  unauthorized: 'No API key or session, or an invalid one',
  forbidden: 'The caller can see it but may not do this; the message names the required scope',
  not_found: 'Not found, or the caller has no access',
  precondition_failed: 'The record has changed since the version named in If-Match',
  idempotency_mismatch: 'The Idempotency-Key was already used with a different request',
  rate_limited: 'Too many requests; retry after the time in Retry-After',
  invalid: 'Matches the schema but conflicts with stored data; detail.issues lists every problem',
};

function codesOf(operation: AnyOperation): ErrorCode[] {
  // A wrong key is rejected everywhere, even on public operations.
  const codes = new Set<ErrorCode>(operation.errors ?? []).add('unauthorized');
  if (operation.access.scope !== 'public' && operation.access.scope !== 'any')
    codes.add('forbidden').add('not_found');
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

const retryAfter = z.int().describe('Seconds to wait before retrying');
const tag = z.string().describe('Version of the record, for If-None-Match and If-Match');
const ifNoneMatch = z
  .string()
  .optional()
  .describe('ETags you already have. If one is current, the response is 304 without a body');
const ifMatch = z
  .string()
  .optional()
  .describe('The ETag your change is based on. If the record has changed since, the response is 412');
const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    "A unique value of your choice. A retry with the same key and body within 24 hours isn't executed again and returns the first response. Forms are compared part by part, files by their bytes",
  );

/** Headers of the request: those that the pipeline reads, and the operation's own. */
function headersOf(operation: AnyOperation): Record<string, z.ZodType> {
  return {
    ...(readsRecord(operation) ? { 'If-None-Match': ifNoneMatch } : {}),
    ...(isConditional(operation) ? { 'If-Match': ifMatch } : {}),
    ...(takesIdempotencyKey(operation) ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...Object.fromEntries(
      Object.entries(operation.http.requestHeaders ?? {}).map(([name, words]) => [
        name,
        z.string().optional().describe(words),
      ]),
    ),
  };
}

/** The response of a call that succeeds: all its statuses below 300 have the same content. */
function successResponse(operation: AnyOperation, description: string) {
  const { answerHeaders, produces } = operation.http;
  const content = {
    ...(produces ? { [produces]: { schema: { type: 'string' as const, format: 'binary' } } } : {}),
    ...(operation.output ? { 'application/json': { schema: operation.output } } : {}),
  };
  const headers = {
    ...(readsRecord(operation) ? { ETag: tag } : {}),
    ...Object.fromEntries(
      Object.entries(answerHeaders ?? {}).map(([name, words]) => [
        name,
        z.string().optional().describe(words),
      ]),
    ),
  };
  return {
    description,
    ...(readsRecord(operation) || answerHeaders ? { headers: z.object(headers) } : {}),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function successResponses(operation: AnyOperation): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {
    [`${operation.http.status ?? 200}`]: successResponse(operation, operation.summary),
  };
  for (const [status, description] of Object.entries(operation.http.also ?? {})) {
    responses[status as '200'] =
      Number(status) < 300 ? successResponse(operation, description) : { description };
  }
  if (readsRecord(operation)) {
    responses['304'] = {
      description: 'Not modified: one of your ETags is current',
      headers: z.object({ ETag: tag }),
    };
  }
  return responses;
}

const upload = {
  type: 'object' as const,
  properties: {
    file: { type: 'string' as const, format: 'binary' },
    meta: { type: 'string' as const, description: 'The other properties, as JSON' },
  },
  required: ['file'],
};

function requestBody({ input, http }: AnyOperation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const content: ZodOpenApiContentObject = {};
  if (input?.body) content['application/json'] = { schema: input.body };
  for (const type of http.streams ?? []) {
    content[type] = {
      schema: type === 'multipart/form-data' ? upload : { type: 'string', format: 'binary' },
    };
  }
  return Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {};
}

function requestParams(operation: AnyOperation): Pick<ZodOpenApiOperationObject, 'requestParams'> {
  const { input } = operation;
  const headers = headersOf(operation);
  const params = {
    ...(input?.path ? { path: input.path as z.ZodObject } : {}),
    ...(input?.query ? { query: input.query as z.ZodObject } : {}),
    ...(Object.keys(headers).length > 0 ? { header: z.object(headers) } : {}),
  };
  return Object.keys(params).length > 0 ? { requestParams: params } : {};
}

function scopeNote({ access: { scope } }: AnyOperation): string {
  if (scope === 'public') return 'No API key needed.';
  return scope === 'any' ? 'Any authenticated caller.' : `Scope: ${scope}.`;
}

function describeOperation(operation: AnyOperation): ZodOpenApiOperationObject {
  const { scope } = operation.access;
  const signedIn: ZodOpenApiOperationObject['security'] = [{ key: [] }, { session: [] }];
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: [operation.description, scopeNote(operation)].filter(Boolean).join('\n\n'),
    tags: [operation.http.tag],
    security: scope === 'public' ? [{}, ...signedIn] : signedIn,
    ...requestParams(operation),
    ...requestBody(operation),
    responses: { ...successResponses(operation), ...errorResponses(operation) },
    ...(scope === 'public' || scope === 'any' ? {} : { 'x-scope': scope }),
  };
}

/**
 * The OpenAPI document of a list of operations.
 *
 * @param serverUrl origin of this server.
 * @param cookie name of the session cookie.
 * @param tags what is said of tags, by their names.
 */
export function drawOpenApi(
  operations: readonly AnyOperation[],
  options: { serverUrl: string; version: string; cookie: string; tags: Readonly<Record<string, string>> },
): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const path = routePath(pathOf(operation));
    paths[path] = { ...paths[path], [methodOf(operation).toLowerCase()]: describeOperation(operation) };
  }
  const tags = [...new Set(operations.map(({ http: { tag } }) => tag))].map((name) => ({
    name,
    description: options.tags[name] ?? name,
  }));
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Marque',
      version: options.version,
      description:
        'Digital assets and brand guidelines, for software agents first. Lists return {data: [...]}, records {data: {...}}, errors {error: {code, message, detail}}. Timestamps are UTC.',
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
          description: "The session cookie; writes need this server's Origin header",
        },
      },
    },
  });
}
