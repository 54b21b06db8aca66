// Every operation of the OpenAPI document, called with random and hostile values by random callers, one call
// at a time.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { beginningOf, isStream } from '../setup/response-stream.ts';
import { startDatabase } from '../setup/run/run-database.ts';
import { bodyOf, parameterOf, type Schema } from './values.ts';

/** No call may block the event loop for longer. */
const maxBlockMs = 200;
/** A suspect call is repeated alone this often: the best time excludes load on the machine. */
const retries = 3;

interface Service {
  url: string;
  keys: Record<string, string>;
  cookie: string;
  ids: string[];
}

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema?: Schema }[];
  body: Schema | null;
  schemas: Record<string, Schema>;
}

interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

interface Outcome {
  status: number;
  blockedMs: number;
  /** The promise that the answer breaks; null if none. */
  wrong: string | null;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

async function readOperations(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters?: Operation['parameters'];
          requestBody?: { content?: Record<string, { schema?: Schema }> };
        }
      >
    >;
    components?: { schemas?: Record<string, Schema> };
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const body = operation.requestBody?.content?.['application/json']?.schema ?? null;
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: operation.parameters ?? [],
          body,
          schemas: document.components?.schemas ?? {},
        },
      ];
    }),
  );
}

/** Calls of an operation by every kind of caller. */
function callsOf(operation: Operation, { url, keys, cookie, ids }: Service): fc.Arbitrary<Call> {
  const callers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer mq_nonsense' },
    { cookie, origin: url },
    ...Object.values(keys).map((key) => ({ authorization: `Bearer ${key}` })),
    { authorization: `Bearer ${keys.admin ?? ''}` },
  ];
  const parameters = fc.tuple(
    ...operation.parameters.map((parameter) =>
      parameterOf(parameter.schema ?? {}, ids).map((value) => ({ ...parameter, value })),
    ),
  );
  const body = operation.body ? bodyOf(operation.body, operation.schemas, ids) : fc.constant(null);
  return fc
    .tuple(fc.constantFrom(...callers), parameters, body, fc.integer({ min: 0, max: 9 }))
    .map(([caller, values, text, kept]) => {
      let path = operation.path;
      const query = new URLSearchParams();
      for (const { name, in: place, value } of values) {
        if (place === 'path')
          path = path.replace(
            `{${name}}`,
            // Through bytes: halves of a surrogate pair have no percent-encoding.
            encodeURIComponent(Buffer.from(value).toString()).replace(/^\.+$/, 'x') || 'x',
          );
        // Most parameters are omitted, or nearly every call would be refused for one of them.
        else if (place === 'query' && (value.length + kept) % 3 === 0)
          query.append(name, value.slice(0, 2_000));
      }
      const search = query.size > 0 ? `?${query.toString()}` : '';
      const headers = { ...caller, ...(text === null ? {} : { 'content-type': 'application/json' }) };
      return { method: operation.method, url: `${url}${path}${search}`, headers, body: text };
    });
}

/** The general promise that an answer breaks. */
function wrongIn(status: number, type: string, text: string, path: string): string | null {
  if (status >= 500) return `is a ${status}: ${text.slice(0, 200)}`;
  if (status < 400 || !type.startsWith('application/json')) return null;
  const value = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } | string };
  // OAuth's own error format (RFC 6749, 5.2).
  if (path.includes('/oauth/') && typeof value.error === 'string') return null;
  const { error } = value;
  const fits =
    typeof error === 'object' && typeof error.code === 'string' && typeof error.message === 'string';
  return fits || path.endsWith('/mcp') ? null : `is no error envelope: ${text.slice(0, 200)}`;
}

async function ask(child: ChildProcess, message: 'reset' | 'delay'): Promise<{ ms?: number }> {
  const answer = once(child, 'message') as Promise<[{ ms?: number }]>;
  child.send(message);
  return (await answer)[0];
}

type Reply = [status: number, type: string, text: string];

const isReset = (error: unknown): boolean =>
  error instanceof TypeError &&
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(
    String((error.cause as { code?: unknown } | undefined)?.code),
  );

/**
 * What a call is answered. A connection that is cut is tried once more, as every client has to (RFC 9112, 9.3.1).
 * @throws TypeError where it is cut again.
 */
async function replyTo(call: Call, isAgain = false): Promise<Reply> {
  const { method, url, headers, body } = call;
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === null ? {} : { body }),
    });
    const text = isStream(response) ? String(await beginningOf(response)) : await response.text();
    return [response.status, response.headers.get('content-type') ?? '', text];
  } catch (error) {
    if (!isReset(error)) throw error;
    if (isAgain) throw error;
    console.log(`cut, and tried again: ${method} ${url.slice(0, 120)}, ${body?.length ?? 0} characters`);
    return replyTo(call, true);
  }
}

async function send(child: ChildProcess, call: Call): Promise<Outcome> {
  await ask(child, 'reset');
  let reply: Reply;
  try {
    reply = await replyTo(call);
  } catch (error) {
    const { message, cause } = error as Error;
    return { status: 0, blockedMs: 0, wrong: `cuts the connection: ${message}, ${String(cause)}` };
  }
  const [status, type, text] = reply;
  const { ms = 0 } = await ask(child, 'delay');
  return { status, blockedMs: ms, wrong: wrongIn(status, type, text, new URL(call.url).pathname) };
}

/** Calls, and repeats the call if the event loop was blocked, to tell the call from the machine. */
async function judge(child: ChildProcess, call: Call): Promise<{ status: number; problem: string | null }> {
  const first = await send(child, call);
  let { blockedMs } = first;
  for (let again = 0; blockedMs > maxBlockMs && again < retries; again += 1)
    blockedMs = Math.min(blockedMs, (await send(child, call)).blockedMs);
  const problem =
    first.wrong ?? (blockedMs > maxBlockMs ? `blocks the event loop for ${Math.round(blockedMs)} ms` : null);
  return { status: first.status, problem };
}

const shown = ({ method, url, body }: Call, base: string): string =>
  `${method} ${url.replace(base, '').slice(0, 300)}${body === null ? '' : ` ${body.slice(0, 300)}${body.length > 300 ? `… (${body.length})` : ''}`}`;

export interface FuzzOptions {
  seconds: number;
  /** The same seed sends the same calls, on the same sources. */
  seed: number;
}

/** True if no problem was found. */
export async function run({ seconds, seed }: FuzzOptions): Promise<boolean> {
  console.log(`seed ${seed}, ${seconds} s`);
  const stop = await startDatabase();
  const child = fork(new URL('./service.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const problems = new Map<string, string>();
  const statuses = new Map<number, number>();
  try {
    const [service] = (await once(child, 'message')) as [Service];
    const operations = await readOperations(service.url);
    const endsAt = Date.now() + seconds * 1000;
    let calls = 0;
    for (let round = 0; Date.now() < endsAt; round += 1) {
      for (const operation of operations) {
        if (Date.now() >= endsAt) break;
        const name = `${operation.method} ${operation.path}`;
        const [call] = fc.sample(callsOf(operation, service), {
          numRuns: 1,
          seed: seed + round * operations.length + operations.indexOf(operation),
        });
        if (!call) continue;
        const { status, problem } = await judge(child, call);
        calls += 1;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (problem) problems.set(name, problems.get(name) ?? `${shown(call, service.url)} ${problem}`);
      }
    }
    console.log(
      `${calls} calls of ${operations.length} operations`,
      Object.fromEntries([...statuses].sort()),
    );
  } finally {
    child.kill('SIGKILL');
    await stop();
  }
  for (const problem of problems.values()) console.log(`FAILED ${problem}`);
  return problems.size === 0;
}
