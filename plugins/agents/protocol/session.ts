// What the methods of the protocol are given: who asks, and what their client can take.
import type { Agent } from '../call.ts';

/** What HTTP must report about the calls of one request: a key that was revoked meanwhile. */
export interface Outcome {
  unauthorized: boolean;
}

export interface Client {
  /** It speaks 2025-11-25 or an older version. */
  older: boolean;
  /** It knows tasks, in 2026-07-28: it says so with each request. */
  takesTasks: boolean;
  /** Tells it something while its request is being answered. */
  notify: (notification: { method: string; params: Record<string, unknown> }) => Promise<void>;
}

export interface Session {
  agent: Agent;
  /** The key that the agent was connected with. */
  keyId: string;
  client: Client;
  outcome: Outcome;
}

export type Result = Record<string, unknown>;
