// The panel's HTTP client: it sends the session cookie, and turns error responses into readable messages.
import type { Issue } from '../../core/errors.ts';
import { errorWords } from './error-words.ts';
import { signedInAgain, signedOut } from './session.ts';
import { spoken } from './spoken.ts';

/** An error response, with a message in the person's language. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Validation issues with their paths, if the server sent any. */
    readonly issues: Issue[] = [],
    /** The error's detail; for a conflict, the current state. */
    readonly detail: unknown = null,
  ) {
    super(message);
    this.name = 'CallFailed';
  }
}

/** Whether what was read before isn't there any more, or out of the person's reach. */
export const isGone = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 404 || error.status === 403);

export const unreachable = (): string => spoken().t('client:unreachable');

interface ErrorBody {
  error?: { code?: string; message?: string; detail?: { issues?: Issue[] } };
  /** The error format of Payload's own routes. */
  errors?: { message?: string; data?: { errors?: Issue[] } }[];
}

/** Parses an error of our API or of Payload's. */
export function failureOf(status: number, body: unknown): CallFailed {
  const { error, errors } = (body ?? {}) as ErrorBody;
  const { said } = spoken();
  const sent = error?.detail?.issues ?? errors?.flatMap(({ data }) => data?.errors ?? []) ?? [];
  const issues = sent.map((issue) => ({ ...issue, message: said(issue.message) }));
  const message = issues.length > 0 ? issues.map((issue) => issue.message).join(' ') : error?.message;
  // The code's own sentence isn't needed where each problem has one.
  const allSaid = issues.length > 0 && issues.every((issue, at) => issue.message !== sent[at]?.message);
  return new CallFailed(
    (allSaid ? message : errorWords(error?.code, message)) ??
      errors?.[0]?.message ??
      spoken().t('client:responded', { status }),
    status,
    issues,
    error?.detail ?? null,
  );
}

export interface CallOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Id of the workspace to act in, if not the person's current one. */
  workspace?: string | null | undefined;
  /** The entity tag that was read. The server answers 412 if the record changed since. */
  ifMatch?: string | undefined;
  /** A 401 then says that the password is wrong, and not that the session has ended. */
  isSignIn?: boolean;
}

type WriteListener = () => void;
const writeListeners = new Set<WriteListener>();

/** Calls a function after every change that is made here. @returns a function that ends it */
export function afterWrites(listener: WriteListener): () => void {
  writeListeners.add(listener);
  return () => {
    writeListeners.delete(listener);
  };
}

interface Answered<T> {
  answer: T;
  etag: string;
}

async function request<T>(
  method: string,
  path: string,
  options: CallOptions,
  isRepeated = false,
): Promise<Answered<T>> {
  const { body, signal, workspace, ifMatch, isSignIn = false } = options;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(workspace ? { 'x-workspace': workspace } : {}),
        ...(ifMatch ? { 'if-match': ifMatch } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailed(unreachable(), 0);
  }
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return null;
  });
  if (response.status === 401 && !isSignIn) {
    if (!isRepeated && (await signedInAgain())) return request(method, path, options, true);
    throw new CallFailed(signedOut(), 401);
  }
  if (!response.ok) throw failureOf(response.status, answer);
  // The response was cut off: the connection broke, or the page was left.
  if (answer === null && response.status !== 204) throw new CallFailed(unreachable(), 0);
  return { answer: answer as T, etag: response.headers.get('etag') ?? '' };
}

async function noted<T>(method: string, path: string, options: CallOptions): Promise<Answered<T>> {
  const answered = await request<T>(method, path, options);
  if (method !== 'GET') for (const listener of writeListeners) listener();
  return answered;
}

/**
 * Sends a request. For operations, use `call` of operations.ts.
 * @throws CallFailed with a message that can be shown as is; AbortError when `signal` fires.
 */
export async function send<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await noted<T>(method, path, options)).answer;
}

/** A record with its entity tag. */
export interface Tagged<T> {
  data: T;
  etag: string;
}

/** Reads or changes one record. Throws like `send`. */
export async function sendRecord<T>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Tagged<T>> {
  const { answer, etag } = await noted<{ data: T }>(method, path, options);
  return { data: answer.data, etag };
}

/** The message of anything that was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
