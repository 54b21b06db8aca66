// What orchestrators and Prometheus ask our own server: `/livez`, `/readyz` and `/metrics`. Answered before everything else, without a
// session, a rate limit or the panel.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import http, { type IncomingMessage } from 'node:http';
import type { Service } from '../service.ts';
import type { Metrics } from './metrics.ts';
import type { Listener } from './observing.ts';
import { isReady, parts, readinessOf, type Readiness } from './readiness.ts';
import { nameRequest } from './request.ts';

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function onlyRead(name: string, listener: Listener): Listener {
  return (request, response) => {
    nameRequest(name);
    if (isRead(request)) listener(request, response);
    else send(request, response, 405, '{"ok":false}', { allow: 'GET, HEAD', connection: 'close' });
  };
}

async function answerReadiness(
  service: Service,
  isDraining: boolean,
  ...to: Parameters<Listener>
): Promise<void> {
  const readiness: Readiness = await readinessOf(service);
  const ok = isReady(readiness) && !isDraining;
  const failing = parts.filter((part) => !readiness[part]);
  send(
    ...to,
    ok ? 200 : 503,
    JSON.stringify({ ok, ...readiness, ...(isDraining ? { draining: true } : {}), failing }),
  );
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** `/metrics`, to whoever has the token if there is one. */
function metricsListener(metrics: Metrics, token: string | undefined): Listener {
  return onlyRead('metrics', (request, response) => {
    if (token !== undefined && !hasToken(request, token)) {
      send(request, response, 401, '{"ok":false}', { 'www-authenticate': 'Bearer realm="Marque metrics"' });
      return;
    }
    void metrics.text().then(
      (text) => {
        send(request, response, 200, text, { 'content-type': metrics.contentType });
      },
      () => {
        send(request, response, 500, '{"ok":false}');
      },
    );
  });
}

export type Probes = (pathname: string) => Listener | null;

/**
 * @param isDraining true once the process is to stop: it still answers requests, and should get no more.
 * @returns what answers a path, if it's one of a probe
 */
export function probesOf(service: Service, isDraining: () => boolean): Probes {
  const listeners = new Map<string, Listener>([
    [
      '/livez',
      onlyRead('livez', (request, response) => {
        send(request, response, 200, '{"ok":true}');
      }),
    ],
    [
      '/readyz',
      onlyRead('readyz', (request, response) => {
        void answerReadiness(service, isDraining(), request, response);
      }),
    ],
  ]);
  const { metrics, env } = service;
  // Here anybody can ask.
  if (metrics && env.metricsToken) listeners.set('/metrics', metricsListener(metrics, env.metricsToken));
  return (pathname) => listeners.get(pathname) ?? null;
}

/**
 * Answers `/metrics` on METRICS_PORT, if there is one.
 * @throws Error if the port is in use
 */
export async function listenForMetrics({ metrics, env }: Service): Promise<http.Server | null> {
  if (!metrics || env.metricsPort === undefined) return null;
  const listener = metricsListener(metrics, env.metricsToken);
  const server = http.createServer((request, response) => {
    if (request.url?.split('?', 1)[0] === '/metrics') listener(request, response);
    else send(request, response, 404, '{"ok":false}');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(`METRICS_PORT ${env.metricsPort} can't be used: ${error.message}`));
    });
    server.listen(env.metricsPort, env.host, resolve);
  });
  return server;
}
