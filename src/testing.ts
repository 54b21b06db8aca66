// For authors of modules: the checks that Marque runs over its own operations, over theirs. They call a running app over HTTP, and work
// with any test runner that has `it`.
import assert from 'node:assert/strict';
import { contribute } from './core/contributions.ts';
import type { Module } from './core/module.ts';
import { methodOf, type AnyOperation } from './core/operation.ts';
import { isScope, scopes, type Scope } from './core/access/ladder.ts';

/** What an operation is called with. */
export interface ModuleCall {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** The app that the module is installed in, and what its operations are called with. */
export interface ModuleSetup {
  /** Its address. */
  url: string;
  /** An API key with the admin scope in a workspace that has what the calls name. */
  admin: string;
  /** An API key of another workspace. */
  elsewhere: string;
  /** A good call of each operation, by name. A function makes it anew for each check: for one that uses up what it names. */
  calls: Readonly<Record<string, ModuleCall | (() => ModuleCall | Promise<ModuleCall>)>>;
}

type It = (name: string, run: () => Promise<void>) => unknown;

/** One more than anybody has called anything. */
const nonsense = 'never-heard-of-this';
const noId = 'not-an-id';

class App {
  readonly #setup: ModuleSetup;
  readonly #keys = new Map<Scope, Promise<string>>();

  constructor(setup: ModuleSetup) {
    this.#setup = setup;
  }

  get elsewhere(): string {
    return this.#setup.elsewhere;
  }

  /** A key with this scope where the admin's is. */
  key(scope: Scope): Promise<string> {
    if (scope === 'admin') return Promise.resolve(this.#setup.admin);
    const known = this.#keys.get(scope) ?? this.#make(scope);
    this.#keys.set(scope, known);
    return known;
  }

  async #make(scope: Scope): Promise<string> {
    const response = await fetch(new URL('/api/v1/keys', this.#setup.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#setup.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Module test, ${scope}`, scope }),
    });
    const text = await response.text();
    assert.equal(response.status, 201, `No key with the ${scope} scope could be made: ${text}`);
    return (JSON.parse(text) as { data: { secret: string } }).data.secret;
  }

  async callOf({ name }: AnyOperation): Promise<ModuleCall> {
    const call = this.#setup.calls[name];
    assert.ok(call, `calls has no ${name}. Say what it's called with; {} if with nothing.`);
    return typeof call === 'function' ? call() : call;
  }

  /** @param key null: none */
  async send(operation: AnyOperation, call: ModuleCall, key: string | null) {
    const route = operation.http.route.slice(operation.http.route.indexOf(' ') + 1);
    const path = route.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(call.path?.[name] ?? noId),
    );
    const url = new URL(path, this.#setup.url);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method: methodOf(operation),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
  }
}

interface Check {
  name: string;
  run: (app: App) => Promise<void>;
}

/** Every refusal says what's wrong in words, with a code. */
function demandError(answer: { status: number; body: unknown }, statuses: readonly number[]): void {
  assert.ok(statuses.includes(answer.status), `Status ${answer.status}, not ${statuses.join(' or ')}.`);
  const { error } = answer.body as { error?: { code?: unknown; message?: unknown } };
  assert.equal(typeof error?.code, 'string', 'The error has no code.');
  assert.equal(typeof error?.message, 'string', 'The error has no message.');
}

function refusals(operation: AnyOperation): Check[] {
  const { access, name } = operation;
  if (access.scope === 'public') return [];
  const send = async (
    app: App,
    key: string | null,
    change: (call: ModuleCall) => ModuleCall = (call) => call,
  ) => app.send(operation, change(await app.callOf(operation)), key);
  const checks: Check[] = [
    {
      name: `${name} refuses callers without a key`,
      run: async (app) => demandError(await send(app, null), [401]),
    },
    {
      name: `${name} refuses an unknown key`,
      run: async (app) => demandError(await send(app, `mq_${'0'.repeat(43)}`), [401]),
    },
  ];
  if (access.peopleOnly !== undefined || !isScope(access.scope)) return checks;
  const below = scopes[scopes.indexOf(access.scope) - 1];
  if (below)
    checks.push({
      name: `${name} refuses the ${below} scope`,
      run: async (app) => demandError(await send(app, await app.key(below)), access.missing ? [404] : [403]),
    });
  if (access.target ?? access.targetInBody)
    checks.push({
      name: `${name} finds nothing for another workspace`,
      run: async (app) => demandError(await send(app, app.elsewhere), [404]),
    });
  return checks;
}

function malformed(operation: AnyOperation): Check[] {
  const { access, http, input, name } = operation;
  if (access.scope === 'public' || access.peopleOnly !== undefined) return [];
  const scope = isScope(access.scope) ? access.scope : 'admin';
  const send = async (app: App, change: (call: ModuleCall) => ModuleCall) =>
    app.send(operation, change(await app.callOf(operation)), await app.key(scope));
  const checks: Check[] = [];
  for (const [, parameter = ''] of http.route.matchAll(/\{(\w+)\}/g))
    checks.push({
      name: `${name} refuses a ${parameter} that can't be one`,
      run: async (app) =>
        demandError(
          await send(app, (call) => ({ ...call, path: { ...call.path, [parameter]: noId } })),
          [400, 404, 422],
        ),
    });
  if (!http.ignoresUnknown)
    checks.push({
      name: `${name} refuses an unknown parameter`,
      run: async (app) =>
        demandError(
          await send(app, (call) => ({ ...call, query: { ...call.query, [nonsense]: '1' } })),
          [400, 422],
        ),
    });
  if (input?.body && http.streams === undefined)
    checks.push({
      name: `${name} refuses a body of another shape`,
      run: async (app) =>
        demandError(await send(app, (call) => ({ ...call, body: ['another shape'] })), [400, 422]),
    });
  return checks;
}

function good(operation: AnyOperation): Check[] {
  const { access, http, name, output } = operation;
  if (access.peopleOnly !== undefined) return [];
  const scope = isScope(access.scope) ? access.scope : 'admin';
  return [
    {
      name: `${name} answers as its record says`,
      run: async (app) => {
        const answer = await app.send(operation, await app.callOf(operation), await app.key(scope));
        const statuses = [http.status ?? 200, ...Object.keys(http.also ?? {}).map(Number)];
        assert.ok(
          statuses.includes(answer.status),
          `Status ${answer.status}, not ${statuses.join(' or ')}: ${JSON.stringify(answer.body)}`,
        );
        if (output && answer.status === (http.status ?? 200)) output.parse(answer.body);
      },
    },
  ];
}

/**
 * Checks a module's operations as Marque checks its own: without a key, with an unknown one, with the scope below, from another
 * workspace, with malformed input, and that a good answer matches its schema. Operations that only people may call are checked without
 * a key.
 *
 * @param it the test runner's
 * @param setUp called once, before the first check
 */
export function testModule(
  module: Partial<Module>,
  it: It,
  setUp: () => ModuleSetup | Promise<ModuleSetup>,
): void {
  // No app has read the config here, and schemas of answers list what modules add: resources, kinds of proposals.
  contribute({ name: '', ...module });
  const { operations = [] } = module;
  let app: Promise<App> | undefined;
  const started = (): Promise<App> => (app ??= Promise.resolve(setUp()).then((setup) => new App(setup)));
  // Good calls last: they may change or remove what they name.
  for (const checksOf of [refusals, malformed, good])
    for (const { name, run } of operations.flatMap(checksOf))
      it(name, async () => {
        await run(await started());
      });
}
