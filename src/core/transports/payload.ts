// The same app behind Payload's own endpoints, for any Payload project with the plugin. Requests that Next rewrites to `/api/v1/~/…`
// (see withMarque) are handled under their original path.
import { headersWithCors, type Endpoint, type PayloadRequest } from 'payload';
import { serviceOf, type Service } from '../service.ts';
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
  return appOf(serviceOf(req.payload)).fetch(request, { behindPayload: true });
};

const paths = ['/v1/:path*', '/auth/:path*', '/health'];
const verbs = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** A preflight: ours where pages of any origin are let in, and Payload's own answer, by the app's `cors`, everywhere else. */
const optionsHandler = async (req: PayloadRequest): Promise<Response> => {
  const response = await handler(req);
  if (response.status !== 404 && response.status !== 405) return response;
  return Response.json({}, { headers: headersWithCors({ headers: new Headers(), req }) });
};

/** Endpoints for the root of a Payload config. */
export const marqueEndpoints: Endpoint[] = paths.flatMap((path) => [
  ...verbs.map((method) => ({ path, method, handler })),
  { path, method: 'options' as const, handler: optionsHandler },
]);
