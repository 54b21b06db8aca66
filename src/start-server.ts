// `marque/server`: a process with database, migrations, an HTTP server that handles Marque's own paths and passes the rest to Next, and
// graceful shutdown.
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { SanitizedConfig } from 'payload';
import { addressOf, peerHeader, sealPeer } from './core/access/address.ts';
import { countVisit } from './core/pipeline/rate-limit.ts';
import { buildPanel } from './build.ts';
import { startEmbedded } from './lib/embedded-postgres/index.ts';
import { lockDataDir } from './lib/embedded-postgres/folder-lock.ts';
import { observing, setRequestId } from './core/telemetry/observing.ts';
import { listenForMetrics, probesOf } from './core/telemetry/probes.ts';
import { nameRequest } from './core/telemetry/request.ts';
import { readNextRoutes } from './lib/next-routes.ts';
import { databaseIn } from './core/db/app-database.ts';
import { createHttpServer } from './core/transports/connections.ts';
import { endEventStreams } from './core/events/stream/index.ts';
import { answerOf } from './core/pipeline/error-response.ts';
import { addressProblems, isOurs, theirPaths } from './core/public-paths.ts';
import { panelAddress } from './core/panel-address.ts';
import { appOf } from './core/transports/payload.ts';
import { setSecurityHeaders } from './core/transports/security-headers.ts';
import { readEnv, type Env } from './env.ts';
import { loadEnvFiles, setVariables } from './lib/env-files.ts';
import { createLog, reasonOf, type Log } from './log.ts';
import { openFirst } from './identity/first-use.ts';
import { parseAllow } from './core/net/guarded-fetch.ts';
import { parseFolders } from './core/net/folders.ts';
import { hostModule, markOwnProcess, serviceOf, type Service } from './core/service.ts';
import { openNamedStorage } from './core/storage/index.ts';
import { ownFolder } from './lib/own-package.ts';
import { ownSecret } from './lib/own-secret.ts';

export interface ServerOptions {
  /** The app's Payload config. Loaded when the environment is complete: `() => import('./payload.config.js')`. */
  config: () => Promise<{ default: Promise<SanitizedConfig> | SanitizedConfig }>;
  /** The folder of the Next app. */
  folder: string;
  /** True: runs Next's build if sources below `folder` have changed. Otherwise `next build` has to have run. */
  build?: boolean;
}

/** How long requests in flight may take after the process is asked to stop. */
const drainMs = 20_000;
/** Limit for the whole shutdown; then the process exits anyway. */
const endMs = 30_000;

interface Closing {
  name: string;
  close: () => Promise<unknown>;
}

/** Closes what the process has opened, in reverse order, even if some of it fails to close; then the process exits. */
class Shutdown {
  isStopping = false;
  private readonly resources: Closing[] = [];

  constructor(private readonly log: Log) {}

  add(name: string, close: () => Promise<unknown>): void {
    this.resources.unshift({ name, close });
  }

  onSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (this.isStopping && signal === 'SIGINT') process.exit(130);
        this.log.info(`${signal}: finishing requests in flight`);
        void this.stop(0);
      });
    }
  }

  async stop(code: number): Promise<never> {
    if (!this.isStopping) {
      this.isStopping = true;
      const hung = setTimeout(() => {
        this.log.error(`shutdown is not complete after ${endMs / 1000} s; exiting anyway`);
        process.exit(code || 1);
      }, endMs);
      await this.closeAll();
      clearTimeout(hung);
      process.exit(code);
    }
    return new Promise(() => undefined);
  }

  /** The result of a step of the start. Once the process is to stop, the start goes no further: what it has opened is being closed. */
  async unlessStopping<T>(step: Promise<T>): Promise<T> {
    const done = await step;
    return this.isStopping ? new Promise<never>(() => undefined) : done;
  }

  private async closeAll(): Promise<void> {
    for (const { name, close } of this.resources.splice(0)) {
      await close().catch((error: unknown) => {
        this.log.error({ err: error }, `${name} failed to stop`);
      });
    }
  }
}

function listen(server: Server, env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${env.port} is already in use. Set PORT to another one.`)
          : error,
      );
    });
    server.listen(env.port, env.host, resolve);
  });
}

/** A request for the server as a whole (`OPTIONS *`), or with an invalid URL: Next handles neither. */
function answerWithoutPath(request: IncomingMessage, response: ServerResponse): void {
  const asksForMethods = request.method === 'OPTIONS' && request.url === '*';
  response.writeHead(asksForMethods ? 204 : 400, {
    ...(asksForMethods ? { allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT' } : { 'content-length': 0 }),
    // A body may follow; it isn't read.
    connection: 'close',
  });
  response.end();
}

type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function startNext(folder: string, env: Env, server: Server): Promise<NextHandler> {
  const { default: next } = await import('next');
  const app = next({
    dev: !env.production,
    dir: folder,
    hostname: env.host,
    port: env.port,
    httpServer: server,
  });
  await app.prepare();
  return app.getRequestHandler();
}

interface NextPart {
  handOn: NextHandler;
  /** False: what Next answers is the app's that Marque is installed in, and as under `next start`. */
  isOwnApp: boolean;
  /** True for those of our paths where the app has something of its own. */
  isTheirs: (pathname: string) => boolean;
}

/** Under `next dev`, only Next knows what the app has. */
async function theirsIn(folder: string, { env, payload }: Service): Promise<NextPart['isTheirs']> {
  if (!env.production) return () => false;
  return theirPaths(await readNextRoutes(folder), payload.config.routes.api);
}

/** @returns false if the caller has sent too many requests and was told so */
async function isCounted(
  service: Service,
  peer: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const forwarded = request.headers['x-forwarded-for'];
  const headers = { get: () => (Array.isArray(forwarded) ? forwarded.join() : forwarded) ?? null };
  const address = addressOf(headers, peer, service.env.trustProxy);
  try {
    await countVisit(service, address, request.url?.startsWith('/_next/') ? 'files' : 'pages');
    return true;
  } catch (error) {
    const { status, body, headers: fields } = answerOf(error, service.log, { operation: 'panel' });
    response.writeHead(status, { ...fields, 'content-type': 'application/json' });
    const value = body.kind === 'json' ? (body.value as { error?: { message?: string } }) : {};
    // `errors` is where Payload's own clients look.
    response.end(JSON.stringify({ ...value, errors: [{ message: value.error?.message }] }));
    return false;
  }
}

/** What Next answers in our own app, for the log and the metrics. */
function panelPart(url: string): string {
  if (url.startsWith('/_next/')) return 'panel files';
  return url.startsWith('/api/') ? 'payload' : 'panel';
}

/** The panel and Payload's REST routes: in our own app rate limited per address, like everything outside `/api/v1`. */
async function answerByNext(
  service: Service,
  { handOn, isOwnApp }: NextPart,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  nameRequest(isOwnApp ? panelPart(request.url ?? '/') : 'app');
  const peer = request.socket.remoteAddress ?? '';
  if (isOwnApp && !(await isCounted(service, peer, request, response))) return;
  request.headers[peerHeader] = sealPeer(service.secret, peer);
  await handOn(request, response);
}

/** The environment's settings. If they're invalid, prints the reason and exits. */
function readSettings(): Env {
  try {
    loadEnvFiles();
    // npm start is the real thing; development asks for itself.
    setVariables({ NODE_ENV: process.env.NODE_ENV || 'production' });
    const env = readEnv();
    parseAllow(env.fetchAllow);
    parseFolders(env.fetchAllow);
    return env;
  } catch (error) {
    printReason(error);
    process.exit(1);
  }
}

function printReason(error: unknown): void {
  console.error(`Marque could not start: ${reasonOf(error)}`);
}

/** Locks the data folder and starts the embedded database, if it's used. @returns its URL */
async function openData(
  env: Env,
  log: Log,
  shutdown: Shutdown,
  mayEmbed: boolean,
): Promise<string | undefined> {
  await mkdir(env.dataDir, { recursive: true });
  const lock = await shutdown.unlessStopping(lockDataDir(env.dataDir));
  shutdown.add('the lock', () => lock.release());
  setVariables({ SECRET: env.secret ?? (await ownSecret(env.dataDir)) });
  if (env.databaseUrl || !mayEmbed) return undefined;
  const starting = startEmbedded({
    dataDir: env.dataDir,
    log,
    isHeld: lock.isHeld,
    onLost: () => void shutdown.stop(1),
  });
  // Known before it is up: whoever stops the start in the middle must not leave a database behind.
  shutdown.add('the embedded database', async () => (await starting.catch(() => null))?.stop());
  const { url } = await shutdown.unlessStopping(starting);
  setVariables({ DATABASE_URL: url });
  return url;
}

/** Answers our own paths and the hosts of sites; Next answers the rest. */
function requestHandler(
  service: Service,
  next: NextPart,
  shutdown: Shutdown,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { log, env } = service;
  const ours = getRequestListener(appOf(service).fetch, { overrideGlobalObjects: false });
  const probes = probesOf(service, () => shutdown.isStopping);
  const answer = (request: IncomingMessage, response: ServerResponse, onSite: boolean): void => {
    if (shutdown.isStopping) response.setHeader('connection', 'close');
    const pathname = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const isOwn = isOurs(pathname, next.isOwnApp) && !next.isTheirs(pathname);
    const place = onSite
      ? 'host'
      : isOwn && !pathname.startsWith('/api/')
        ? 'page'
        : isOwn || next.isOwnApp
          ? 'app'
          : 'theirs';
    setSecurityHeaders(response, { serverUrl: env.serverUrl, place });
    const found = onSite ? null : probes(pathname);
    const probe = found && !next.isTheirs(pathname) ? found : null;
    if (place !== 'theirs' || probe) setRequestId(response);
    if (probe) {
      probe(request, response);
      return;
    }
    if (!URL.canParse(pathname, 'http://host') || !/^(?:\/|https?:\/\/)/i.test(pathname)) {
      answerWithoutPath(request, response);
      return;
    }
    if (isOwn || onSite) {
      void ours(request, response);
      return;
    }
    answerByNext(service, next, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the panel failed to respond');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  return observing(service, (request, response): void => {
    const held = hostModule(service, request.headers.host ?? '');
    if (!(held instanceof Promise)) {
      answer(request, response, held !== null);
      return;
    }
    // If it can't be known, it isn't the panel's: our own answer then says what failed.
    const onSite = held.then(
      (module) => module !== null,
      () => next.isOwnApp,
    );
    void onSite.then((is) => {
      answer(request, response, is);
    });
  });
}

interface Started {
  service: Service;
  /** For the person who starts it. */
  database: string;
}

async function serve(
  { config: load, folder, build }: ServerOptions,
  { env, log, shutdown, embedded }: { env: Env; log: Log; shutdown: Shutdown; embedded: string | undefined },
): Promise<Started> {
  const { server, drain } = createHttpServer({ behindProxy: env.trustProxy, upgrades: !env.production });
  markOwnProcess();
  const nextReady = startNext(folder, env, server);
  // Awaited below; a failure meanwhile must not count as unhandled.
  nextReady.catch(() => undefined);
  // An app's Next config says where Marque's addresses are, which our own needs nothing of.
  if (!build) await shutdown.unlessStopping(nextReady);
  const [{ getPayload }, loaded] = await Promise.all([import('payload'), load()]);
  const config = await loaded.default;
  // Before anything connects: without a name, Payload would try whatever listens on this machine.
  const database = databaseIn(config, embedded);
  const payload = await shutdown.unlessStopping(getPayload({ config, cron: false }));
  const service = serviceOf(payload);
  shutdown.add('the service', () => service.close());
  const handOn = await shutdown.unlessStopping(nextReady);
  const isOwnApp = build === true;
  const isTheirs = isOwnApp ? () => false : await theirsIn(folder, service);
  server.on('request', requestHandler(service, { handOn, isOwnApp, isTheirs }, shutdown));
  for (const problem of addressProblems(payload.config)) log.error(problem);
  const metricsServer = await shutdown.unlessStopping(listenForMetrics(service));
  shutdown.add('the metrics', async () => metricsServer?.close());
  await shutdown.unlessStopping(listen(server, env));
  shutdown.add('the server', () =>
    drain({ cutAfterMs: drainMs, onCut: () => log.warn('closing requests that did not finish in time') }),
  );
  shutdown.add('the event streams', async () => endEventStreams(service));
  return { service, database };
}

function printAddresses(
  { service: { version, env, payload }, database }: Started,
  { ms }: { ms: number },
): void {
  console.log(`Marque ${version} is running at ${env.serverUrl} (ready in ${(ms / 1000).toFixed(1)} s)`);
  console.log(`  panel     ${env.serverUrl}${panelAddress(payload.config, '')}`);
  console.log(`  API       ${env.serverUrl}/api/v1/openapi.json`);
  console.log(`  data      ${env.dataDir}`);
  console.log(`  database  ${database}`);
  console.log(`  files     ${openNamedStorage(env).name}`);
}

/** Starts the server and returns once it accepts requests. If it can't, prints why and ends the process. */
export async function startServer(options: ServerOptions): Promise<void> {
  const began = Date.now();
  const settings = readSettings();
  const log = createLog({ level: settings.logLevel, production: settings.production });
  const shutdown = new Shutdown(log);
  shutdown.onSignals();
  try {
    // Every other app has a database of its own.
    const mayEmbed = path.resolve(options.folder) === ownFolder();
    const embedded = await openData(settings, log, shutdown, mayEmbed);
    const env = readEnv();
    if (env.production && options.build) {
      const onBuild = (): void => {
        console.log('Building the panel (only once). This takes about a minute.');
      };
      await shutdown.unlessStopping(buildPanel(options.folder, options.folder, { onBuild }));
    }
    const started = await serve(options, { env, log, shutdown, embedded });
    printAddresses(started, { ms: Date.now() - began });
    await openFirst(started.service);
    process.send?.('ready');
  } catch (error) {
    if (shutdown.isStopping) return;
    printReason(error);
    log.debug({ err: error }, 'start failed');
    await shutdown.stop(1);
  }
}
