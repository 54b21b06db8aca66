// What the SDK of one generation of the protocol is given, and what it makes of a request.
import type { Agent } from '../call.ts';

export interface Spoken {
  agent: Agent;
  info: { name: string; title: string; version: string };
  instructions: string;
  /** Answers a request. @throws RpcError */
  answer: (request: { method: string; params?: unknown }) => Promise<Record<string, unknown>>;
  /** Whether `answer` knows a method. */
  knows: (method: string) => boolean;
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
