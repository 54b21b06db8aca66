// Reads the body of a request once, and validates the input against the schemas of an operation, reporting all problems at once.
import { createHash } from 'node:crypto';
import { JsonError, parseJson } from '../../lib/json.ts';
import type { AnyOperation, CheckedInput, RequestFacts, Target } from '../operation.ts';
import { addressNotFound, isApiError, ApiError, maxIssues, type Issue } from '../errors.ts';
import { issuesOf, malformed, pathText } from './error-response.ts';
import { unknownParameters, withoutPassing } from './unknown-parameters.ts';

/** JSON bodies are small; files go through operations that stream. */
const maxJsonBytes = 4 * 1024 * 1024;

export interface RawInput {
  path: Record<string, string>;
  query: Record<string, string | undefined>;
  /** All values of parameters that were sent more than once. */
  queries: Record<string, string[]>;
}

/** A JSON body, read on first use. Errors are kept and thrown when the value is needed. */
export class JsonBody {
  private bytes: Buffer | null = null;
  private problem: ApiError | null = null;

  constructor(private readonly facts: RequestFacts) {}

  async read(): Promise<void> {
    if (this.bytes || this.problem) return;
    try {
      this.bytes = await readBytes(this.facts);
    } catch (error) {
      if (!isApiError(error)) throw error;
      this.problem = error;
    }
  }

  /**
   * @param others media types accepted besides JSON.
   * @throws invalid_request, unsupported, too_large.
   */
  value(others: readonly string[] = []): unknown {
    if (this.problem) throw this.problem;
    if (!this.bytes || this.bytes.length === 0) return undefined;
    const type = mediaTypeOf(this.facts.headers);
    if (type !== 'application/json' && !type.endsWith('+json')) {
      const taken = ['application/json', ...others].join(' or ');
      throw new ApiError('unsupported', `Send the body as ${taken}${type ? `, not ${type}` : ''}.`);
    }
    try {
      return parseJson(this.bytes);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw malformed([{ path: '', message: `The body ${error.message}` }]);
    }
  }

  /** Identifies the body; a body that wasn't read counts as empty. */
  digest(): string {
    return createHash('sha256')
      .update(this.bytes ?? '')
      .digest('base64url');
  }
}

async function readBytes(facts: RequestFacts): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of facts.body ?? []) {
    size += chunk.byteLength;
    if (size > maxJsonBytes)
      throw new ApiError('too_large', `A JSON body can be up to ${maxJsonBytes} bytes.`, {
        maxBytes: maxJsonBytes,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The target named in a body; null if the body can't be read or names none. */
function targetOfBody(operation: AnyOperation, body: JsonBody): Target | null {
  try {
    return operation.access.targetInBody?.(body.value()) ?? null;
  } catch {
    return null;
  }
}

/** A value inside a body, linked to its parent: the path is only built for errors. */
interface Inner {
  value: unknown;
  key: PropertyKey;
  parent: Inner | null;
}

function pathOf(inner: Inner): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let at = inner; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

/**
 * Finds text that PostgreSQL can't store: NUL or unpaired surrogates. Iterative, since deep nesting would overflow the stack.
 */
export function unstorable(body: unknown): Issue[] {
  const issues: Issue[] = [];
  const open: Inner[] = [{ value: body, key: '', parent: null }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { value } = one;
    if (typeof value === 'string') {
      if (!storable(value)) issues.push({ path: pathText(pathOf(one)), message: unstorableText });
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) open.push({ value: value[at], key: at, parent: one });
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) {
        if (!storable(key))
          issues.push({ path: pathText(pathOf(one)), message: "A property name in it can't be stored." });
        open.push({ value: (value as Record<string, unknown>)[key], key, parent: one });
      }
    }
  }
  return issues;
}

export const unstorableText = "NUL characters and unpaired surrogates can't be stored.";

const storable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** True if the operation streams this request's body. Without a content type it counts as bytes (RFC 9110, 8.3). */
export function streamsBody(operation: AnyOperation, headers: Headers): boolean {
  if (!operation.http.streams) return false;
  const type = mediaTypeOf(headers) || 'application/octet-stream';
  return !operation.input?.body || operation.http.streams.includes(type);
}

export async function checkedInput(
  operation: AnyOperation,
  raw: RawInput,
  facts: RequestFacts,
  sent: JsonBody,
): Promise<CheckedInput> {
  const { input } = operation;
  const issues: Issue[] = [];
  let path: unknown;
  let query: unknown;
  let body: unknown;
  if (input?.path) {
    const parsed = input.path.safeParse(raw.path);
    // A malformed ID in a path can't exist.
    if (!parsed.success || !Object.values(raw.path).every(storable)) throw addressNotFound();
    path = parsed.data;
  }
  issues.push(...unknownParameters(operation, Object.keys(raw.queries), facts).issues);
  if (input?.query) {
    const given = {
      ...raw.query,
      ...Object.fromEntries(Object.entries(raw.queries).filter(([, values]) => values.length > 1)),
    };
    const parsed = input.query.safeParse(withoutPassing<unknown>(given, facts));
    if (parsed.success) query = parsed.data;
    else issues.push(...issuesOf(parsed.error));
    issues.push(...unstorable(query));
  }
  if (input?.body && !streamsBody(operation, facts.headers)) {
    await sent.read();
    const given = sent.value(operation.http.streams);
    const parsed = input.body.safeParse(given === undefined ? {} : given);
    if (parsed.success) body = parsed.data;
    else issues.push(...issuesOf(parsed.error, input.body, given));
    // More than these aren't shown.
    if (issues.length < maxIssues) issues.push(...unstorable(given));
  }
  if (issues.length > 0) throw malformed(issues);
  return { path, query, body };
}

function actsInWorkspace(operation: AnyOperation): boolean {
  return (
    operation.access.inWorkspace ?? (operation.access.scope !== 'any' && operation.access.scope !== 'public')
  );
}

export function targetFrom(
  operation: AnyOperation,
  raw: RawInput,
  sent: JsonBody,
): Target | 'workspace' | null {
  if (operation.access.target) return operation.access.target(raw);
  if (operation.access.targetInBody) return targetOfBody(operation, sent);
  return actsInWorkspace(operation) ? 'workspace' : null;
}
