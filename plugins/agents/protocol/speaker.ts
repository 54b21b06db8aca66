// What the SDK of one generation of the protocol is given, and what it makes of a request.
import type { Agent } from '../call.ts';

export interface Spoken {
  agent: Agent;
  info: { name: string; title: string; version: string };
  instructions: string;
  /** Answers a request. @throws RpcError */
  answer: (request: { method: string; params?: unknown }) => Promise<Record<string, unknown>>;
}

export interface Reply {
  status: number;
  /** JSON, or server-sent events that follow. */
  body: string | AsyncIterable<Uint8Array>;
}

/** Whether a message calls a method. */
export const asksFor = (message: unknown, method: string): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === method;

/** Answers one HTTP request whose JSON is parsed. */
export type Speaker = (spoken: Spoken, request: Request, body: unknown) => Promise<Reply>;
