// What the SDK of one generation of the protocol is given, and what it makes of a request.
import type { Agent } from '../call.ts';
import type { Client } from './session.ts';

export interface Spoken {
  agent: Agent;
  info: { name: string; title: string; version: string };
  instructions: string;
  /** Answers a request. @throws RpcError */
  answer: (request: { method: string; params?: unknown }, client: Client) => Promise<Record<string, unknown>>;
  /** Whether `answer` knows a method. */
  knows: (method: string) => boolean;
  /** Whether the client is told of progress before the result. */
  reports: boolean;
}

export interface Reply {
  status: number;
  /** JSON, or server-sent events that follow. */
  body: string | AsyncIterable<Uint8Array>;
}

/** Whether a message calls a method. */
export const asksFor = (message: unknown, method: string): boolean => methodIn(message) === method;

/** The method that a message calls; null for a response. */
export const methodIn = (message: unknown): string | null =>
  typeof message === 'object' && message !== null && 'method' in message && typeof message.method === 'string'
    ? message.method
    : null;

/** Answers one HTTP request whose JSON is parsed. */
export type Speaker = (spoken: Spoken, request: Request, body: unknown) => Promise<Reply>;

export const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The events of a response, for as long as somebody reads them. @param close ends what writes them */
export async function* eventsOf(response: Response, close: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    if (response.body) yield* response.body as unknown as AsyncIterable<Uint8Array>;
  } finally {
    await close();
  }
}
