// What a running Marque holds: one record, made at start, handed to every operation. It hangs on the Payload instance,
// because Next bundles its own copy of every module while it shares that instance.
import type { Payload } from 'payload';
import type { Db, Pool } from './db/pool.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import type { HostHandler, Module } from './module.ts';
import type { AnyOperation, ProtocolRoute } from './operation.ts';
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
  /** What is installed, in the order in which modules may know each other. */
  modules: readonly Module[];
  version: string;
  /** Called once, when the process stops: flushes counters, closes the pool. */
  close(): Promise<void>;
}

/** Who answers at a host that isn't the app's; null for the app's own. */
export function hostHandler(service: Service, host: string): HostHandler | null {
  return service.modules.find(({ hosts }) => hosts?.holds(service, host))?.hosts ?? null;
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
