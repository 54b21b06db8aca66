// The HTTP API as the panel calls it: the session cookie says who, and a refusal comes back in words for a person.
import type { Issue } from '../../core/errors.ts';

/** What the server refused, in its own words. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Each problem with its path, where the server named them. */
    readonly issues: Issue[] = [],
    /** What else it says, as its code has it: of a conflict what stands there now. */
    readonly detail: unknown = null,
  ) {
    super(message);
    this.name = 'CallFailed';
  }
}

const unreachable = 'The server can’t be reached. Check your connection, then try again.';

interface ErrorBody {
  error?: { message?: string; detail?: { issues?: Issue[] } };
  /** Payload's own routes. */
  errors?: { message?: string; data?: { errors?: Issue[] } }[];
}

/** Reads a refusal of either door into one error. */
export function failureOf(status: number, body: unknown): CallFailed {
  const { error, errors } = (body ?? {}) as ErrorBody;
  const issues = error?.detail?.issues ?? errors?.flatMap(({ data }) => data?.errors ?? []) ?? [];
  const words = issues.length > 0 ? issues.map(({ message }) => message).join(' ') : undefined;
  return new CallFailed(
    words ?? error?.message ?? errors?.[0]?.message ?? `The server answered ${status}. Try again.`,
    status,
    issues,
    error?.detail ?? null,
  );
}

interface CallOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Id of the workspace to act in, where it isn't the one the person works in. */
  workspace?: string | null | undefined;
  /** The tag of the state that was read: a change is refused with 412 where there is another by now. */
  ifMatch?: string | undefined;
}

interface Answered<T> {
  answer: T;
  etag: string;
}

async function send<T>(method: string, path: string, options: CallOptions): Promise<Answered<T>> {
  const { body, signal, workspace, ifMatch } = options;
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
    throw new CallFailed(unreachable, 0);
  }
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return null;
  });
  if (!response.ok) throw failureOf(response.status, answer);
  // It broke off: the connection, or the page that has been left.
  if (answer === null && response.status !== 204) throw new CallFailed(unreachable, 0);
  return { answer: answer as T, etag: response.headers.get('etag') ?? '' };
}

/**
 * Calls the server.
 * @throws CallFailed with words that can be shown as they are; AbortError when `signal` fires.
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await send<T>(method, path, options)).answer;
}

/** A record, with the tag of the state it is in. */
export interface Tagged<T> {
  data: T;
  etag: string;
}

/** Reads or changes one record. @throws as `call` does. */
export async function callRecord<T>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Tagged<T>> {
  const { answer, etag } = await send<{ data: T }>(method, path, options);
  return { data: answer.data, etag };
}

interface Sending {
  /** Told how much of the file is on the server, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file's bytes to the server's uploads.
 * @returns the token that files them.
 */
export async function sendFile(file: File, { onProgress, signal }: Sending = {}): Promise<string> {
  const { token, uploadUrl } = await call<{ token: string; uploadUrl: string }>('POST', '/api/v1/uploads', {
    body: { filename: file.name, mime: file.type || 'application/octet-stream', size: file.size },
    signal,
  });
  // fetch tells no progress of what it sends. The path alone: the panel may be open under another name of this server.
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', new URL(uploadUrl).pathname);
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(failureOf(request.status, request.response));
    };
    request.onerror = () => {
      reject(new CallFailed(unreachable, 0));
    };
    request.onabort = () => {
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    };
    signal?.addEventListener('abort', () => {
      request.abort();
    });
    request.send(file);
  });
  return token;
}

/** The words of whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
