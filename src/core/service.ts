// Everything a running Marque needs: one record, created on start and passed to every operation. Stored on the Payload instance,
// because Next bundles its own copy of every module but shares that instance.
import type { Payload } from 'payload';
import type { Db, Pool } from './db/pool.ts';
import type { Env } from '../env.ts';
import { reportFailure, type Failures } from './failures.ts';
import type { Log } from '../log.ts';
import type { HostHandler, Module } from './module.ts';
import type { AnyOperation, ProtocolRoute } from './operation.ts';
import type { SettingDefinition } from './settings/schemas.ts';
import type { Storage } from './storage/contract.ts';
import type { Metrics } from './telemetry/metrics.ts';

export interface Service {
  env: Env;
  log: Log;
  db: Pool;
  payload: Payload;
  storage: Storage;
  /** The server's secret: one key per purpose is derived from it; it signs nothing itself. */
  secret: string;
  operations: readonly AnyOperation[];
  /** The available settings. */
  settings: readonly SettingDefinition[];
  /** Routes added by plugins. */
  routes: readonly ProtocolRoute[];
  /** Background jobs. */
  jobs: {
    send(name: string, data?: Record<string, unknown>, db?: Db): Promise<void>;
    /** False: they can't be started at the moment. */
    ready(): boolean;
  };
  /** What is installed, in the order in which modules may know each other. */
  modules: readonly Module[];
  /** What is counted and measured; null: nobody asks. */
  metrics: Metrics | null;
  /** What of them fails at the moment. */
  failures: Failures;
  version: string;
  /** Called once on shutdown: flushes counters, closes the pool. */
  close(): Promise<void>;
}

const owners = new WeakMap<Service, Map<AnyOperation, string>>();

/** The name of the module that an operation belongs to. */
export function moduleOf(service: Service, operation: AnyOperation): string {
  let known = owners.get(service);
  if (!known) {
    const all = service.modules.flatMap(({ name, operations = [] }) =>
      operations.map((one) => [one, name] as const),
    );
    owners.set(service, (known = new Map(all)));
  }
  return known.get(operation) ?? '';
}

/** A module with hosts of its own. */
type HostModule = Module & { hosts: HostHandler };

const hasHosts = (module: Module): module is HostModule => module.hosts !== undefined;

function isHeld(service: Service, { name, hosts }: HostModule, host: string): boolean | Promise<boolean> {
  try {
    return hosts.holds(service, host);
  } catch (error) {
    // Other hosts succeed all the time, so it isn't forgotten before its hour is over.
    reportFailure(service, { module: name, during: 'call', name: 'host name' }, error);
    return false;
  }
}

type FoundModule = HostModule | null | Promise<HostModule | null>;

function hostModuleFrom(service: Service, host: string, start: number): FoundModule {
  for (let at = start; at < service.modules.length; at += 1) {
    const module = service.modules[at];
    if (!module || !hasHosts(module)) continue;
    const held = isHeld(service, module, host);
    if (held === true) return module;
    if (held !== false) return held.then((yes) => (yes ? module : hostModuleFrom(service, host, at + 1)));
  }
  return null;
}

/**
 * The module that answers at a host that isn't the app's; null for the app's own. A promise only for hosts that have to be looked up,
 * which is never the app's.
 */
export function hostModule(service: Service, host: string): FoundModule {
  return hostModuleFrom(service, host, 0);
}

const property = Symbol.for('marque.service');

type Holder = { [property]?: Service };

/** @param service null: Marque runs no more */
export function attachService(payload: Payload, service: Service | null): void {
  const holder = payload as Payload & Holder;
  if (service) holder[property] = service;
  else delete holder[property];
}

/** The service of a Payload instance, if Marque has started. */
export const attachedService = (payload: Payload): Service | undefined =>
  (payload as Payload & Holder)[property];

/**
 * The service of a Payload instance.
 * @throws Error if the plugin isn't installed or hasn't started yet.
 */
export function serviceOf(payload: Payload): Service {
  const service = attachedService(payload);
  if (!service)
    throw new Error(
      'Marque has not started. Install its plugin in the Payload config, wait for getPayload(), and restart `next dev` if it was running.',
    );
  return service;
}

const ownProcess = Symbol.for('marque.own-process');

/** Set by our own server, which prints startup messages itself. In any other process the plugin does. */
export function markOwnProcess(): void {
  (globalThis as { [ownProcess]?: true })[ownProcess] = true;
}

export function isOwnProcess(): boolean {
  return (globalThis as { [ownProcess]?: true })[ownProcess] === true;
}
