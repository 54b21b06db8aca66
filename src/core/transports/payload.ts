// The same app behind Payload's own endpoints, for any Payload project with the plugin. Requests that Next rewrites to `/api/v1/~/…`
// (see withMarque) are handled under their original path.
import { headersWithCors, type Endpoint, type PayloadRequest, type SanitizedConfig } from 'payload';
import { serviceOf, type Service } from '../service.ts';
import { observingFetch } from '../telemetry/observing.ts';
import { createApp } from './http.ts';

type App = ReturnType<typeof createApp>;
const apps = new WeakMap<Service, App>();

export function appOf(service: Service): App {
  let app = apps.get(service);
  if (!app) {
    app = createApp(service);
    apps.set(service, app);
  }
  return app;
}

/** Marks a path that Next rewrote: no operation has such a segment. */
export const rewriteMark = '~';

function addressedTo(req: PayloadRequest): URL {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const api = req.payload.config.routes.api;
  const path = url.pathname.startsWith(api) ? `/api${url.pathname.slice(api.length)}` : url.pathname;
  const rewritten = `/api/v1/${rewriteMark}`;
  const isRewritten = path === rewritten || path.startsWith(`${rewritten}/`);
  url.pathname = isRewritten ? path.slice(rewritten.length) || '/' : path;
  return url;
}

const handler = async (req: PayloadRequest): Promise<Response> => {
  const method = req.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD' && req.body;
  const request = new Request(addressedTo(req), {
    method,
    headers: req.headers,
    ...(hasBody ? { body: req.body as ReadableStream, duplex: 'half' } : {}),
    ...(req.signal ? { signal: req.signal } : {}),
  });
  const service = serviceOf(req.payload);
  return observingFetch(service, request, () => appOf(service).fetch(request, { behindPayload: true }));
};

const verbs = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** A preflight: ours where pages of any origin are let in, and Payload's own answer, by the app's `cors`, everywhere else. */
const optionsHandler = async (req: PayloadRequest): Promise<Response> => {
  const response = await handler(req);
  if (response.status !== 404 && response.status !== 405) return response;
  return Response.json({}, { headers: headersWithCors({ headers: new Headers(), req }) });
};

const endpointsAt = (path: string): Endpoint[] => [
  ...verbs.map((method) => ({ path, method, handler })),
  { path, method: 'options', handler: optionsHandler },
];

/** The API: before all endpoints of the app. */
export const apiEndpoints: Endpoint[] = endpointsAt('/v1/:path*');

/** After those of the app: it may have a health check and a sign-in of its own. */
export const lastEndpoints: Endpoint[] = ['/auth/:path*', '/health/:path*'].flatMap(endpointsAt);

/**
 * Puts ours where they belong among those of the app, of which other plugins may have added some after Marque.
 * @throws Error if the app has an endpoint where the API is, which nobody would reach
 */
export function orderEndpoints(config: Pick<SanitizedConfig, 'endpoints' | 'routes'>): void {
  const isIn = (ours: readonly Endpoint[]) => (endpoint: Endpoint) =>
    ours.some(
      ({ handler: one, path, method }) =>
        endpoint.handler === one && endpoint.path === path && endpoint.method === method,
    );
  const [isApi, isLast] = [isIn(apiEndpoints), isIn(lastEndpoints)];
  const theirs = config.endpoints.filter((one) => !isApi(one) && !isLast(one));
  const lost = theirs.find(({ path }) => /^\/v1(?:\/|$)/.test(path));
  if (lost)
    throw new Error(
      `This app has an endpoint at ${config.routes.api}${lost.path}, where Marque has its API. Move it to another path, such as ${config.routes.api}/app${lost.path}.`,
    );
  Object.assign(config, { endpoints: [...apiEndpoints, ...theirs, ...lastEndpoints] });
}
