// Requests that failed for a reason that passes are sent again: only those that do no harm when they arrive twice.
export interface RetryOptions {
  /** How often a request is sent again. 0: never. Default: 4. */
  retries?: number | undefined;
  /** If the server asks for a longer wait, its response is returned. In seconds; default: 60. */
  maxWaitSeconds?: number | undefined;
}

export const defaultRetries = 4;
const defaultMaxWaitSeconds = 60;
const firstWaitMs = 500;

/** Too many requests, a part that is down, and proxies that got no answer. */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export const isTemporary = ({ status }: Response): boolean => temporary.has(status);

export const keyHeader = 'idempotency-key';

/** @param status of the response; null if there was none, so that nobody knows whether the request arrived */
function isRepeatable({ method, headers }: Request, status: number | null): boolean {
  if (method === 'GET' || method === 'HEAD' || headers.has(keyHeader)) return true;
  // RFC 9110, section 9.2.2. With If-Match, a second request would be refused because of the first.
  return (method === 'PUT' || method === 'DELETE') && (status === 429 || !headers.has('if-match'));
}

/** Of two requests with one key, the second is a conflict while the first is running. A stored conflict is marked as repeated. */
const isStillRunning = ({ headers }: Request, response: Response): boolean =>
  response.status === 409 && headers.has(keyHeader) && !response.headers.has('idempotency-replayed');

/** Milliseconds until the next try: what Retry-After says (RFC 9110, section 10.2.3), or longer each time, at random, so that clients don't all come at once. */
export function waitFor(response: Response | null, attempt: number): number {
  const after = response?.headers.get('retry-after') ?? '';
  const asked = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  if (Number.isFinite(asked)) return Math.max(0, asked);
  return firstWaitMs * 2 ** Math.min(attempt, 6) * (0.5 + Math.random() / 2);
}

/** @throws the signal's reason, once it's aborted */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export type Send = (request: Request) => Promise<Response>;

/** A `fetch` that sends requests again. */
export function retrying(
  send: Send,
  { retries = defaultRetries, maxWaitSeconds = defaultMaxWaitSeconds }: RetryOptions,
): Send {
  return async (request) => {
    const mayRepeat = isRepeatable(request, 429);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = !mayRepeat || attempt >= retries;
      let response: Response | null = null;
      let failure: unknown;
      try {
        // A body can be read only once: the next attempt needs its own.
        response = await send(isLast ? request : request.clone());
      } catch (error) {
        failure = error;
      }
      const isOver =
        response !== null && !isTemporary(response) && !(attempt > 0 && isStillRunning(request, response));
      const wait = waitFor(response, attempt);
      const gaveUp = isLast || request.signal.aborted || wait > maxWaitSeconds * 1000;
      if (isOver || gaveUp || !isRepeatable(request, response?.status ?? null)) {
        if (response === null) throw failure;
        return response;
      }
      await response?.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}
