// What a running Marque holds: one record, made at start, handed to every operation. It hangs on the Payload instance,
// because Next bundles its own copy of every module while it shares that instance.
import type { Payload } from 'payload';
import type { Db, Pool } from './db/pool.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import type { Answer, AnyOperation, ProtocolRoute, RequestFacts } from './operation.ts';
import type { SettingDefinition } from './settings/schemas.ts';
import type { Storage } from './storage/contract.ts';

export interface Service {
  env: Env;
  log: Log;
  db: Pool;
  payload: Payload;
  storage: Storage;
  /** The server's secret: keys for one purpose each are derived from it, it signs nothing itself. */
  secret: string;
  operations: readonly AnyOperation[];
  /** What can be set. */
  settings: readonly SettingDefinition[];
  /** Ways in that plugins brought. */
  routes: readonly ProtocolRoute[];
  /** Work beside the requests. */
  jobs: { send(name: string, data?: Record<string, unknown>, db?: Db): Promise<void> };
  /** The hosts of sites, on which nothing of the app answers. */
  sites: { holds(host: string): boolean; answer(facts: RequestFacts): Promise<Answer> };
  version: string;
  /** Called once, when the process stops: flushes counters, closes the pool. */
  close(): Promise<void>;
}

const property = Symbol.for('marque.service');

type Holder = { [property]?: Service };

export function attachService(payload: Payload, service: Service): void {
  (payload as Payload & Holder)[property] = service;
}

/**
 * The service of a Payload instance.
 * @throws Error where the plugin was not installed, or has not started yet.
 */
export function serviceOf(payload: Payload): Service {
  const service = (payload as Payload & Holder)[property];
  if (!service)
    throw new Error(
      'Marque has not started: install its plugin in the Payload config and wait for getPayload().',
    );
  return service;
}

const ownProcess = Symbol.for('marque.own-process');

/** Said by our own server, which tells whoever started it what they should know. In any other process the plugin does. */
export function markOwnProcess(): void {
  (globalThis as { [ownProcess]?: true })[ownProcess] = true;
}

export function isOwnProcess(): boolean {
  return (globalThis as { [ownProcess]?: true })[ownProcess] === true;
}
