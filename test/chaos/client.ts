// A client that records what it sent and what was acknowledged: a call without an answer is sent again with
// the same Idempotency-Key until it is answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every shape
  body: any;
  headers: Headers;
  bytes: Buffer;
}

export interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** A key other than the run's. */
  key?: string;
}

/** The run is over, and this call was never answered. */
export class NeverAnswered extends Error {}

export class Client {
  key = '';
  /** Calls still waiting for an answer, with the time they started. */
  readonly open = new Map<string, number>();
  readonly counts = { sent: 0, sentAgain: 0, answered: 0 };
  readonly problems: string[] = [];
  ending = false;

  constructor(readonly url: string) {}

  async once({ method, path, body, headers = {}, key = this.key }: Call): Promise<Answer | null> {
    const isBytes = body instanceof Uint8Array || body instanceof FormData || body === undefined;
    try {
      const response = await fetch(path.startsWith('http') ? path : `${this.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(isBytes ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null,
      };
    } catch {
      return null;
    }
  }

  /**
   * Sends a call until it has a final answer: not if the connection broke, a dependency is away (5xx), or the
   * first try of the same key still counts as running.
   */
  async sure(call: Call): Promise<Answer> {
    const id = randomUUID();
    const headers = { ...call.headers, ...(call.method === 'POST' ? { 'idempotency-key': id } : {}) };
    this.open.set(`${call.method} ${call.path} ${id}`, Date.now());
    this.counts.sent += 1;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once({ ...call, headers });
      if (answer && answer.status < 500 && answer.status !== 429 && !isRunning(answer)) {
        this.open.delete(`${call.method} ${call.path} ${id}`);
        this.counts.answered += 1;
        return answer;
      }
      if (answer?.status === 500)
        this.problems.push(`500 of ${call.method} ${call.path}: ${answer.bytes.toString()}`);
      if (this.ending) throw new NeverAnswered(`${call.method} ${call.path}`);
      this.counts.sentAgain += 1;
      await pause(Math.min(2000, 100 * tries));
    }
  }
}

/** 409 for a call whose first try hasn't ended, as far as the server knows. */
function isRunning(answer: Answer): boolean {
  return answer.status === 409 && /still running|has started/.test(String(answer.body?.error?.message ?? ''));
}
