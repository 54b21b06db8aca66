// Serves the host app of config.ts without Next: Marque's addresses by its HTTP app, Payload's by Payload. Prints "ready" and the port.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { getPayload, handleEndpoints } from 'payload';
import { isOurs } from '../../src/core/public-paths.ts';
import { appOf } from '../../src/core/transports/payload.ts';
import { serviceOf } from '../../src/core/service.ts';
import { openFirstAccount } from '../../src/identity/accounts/accounts.ts';
import config from './config.ts';

const payload = await getPayload({ config, cron: false });
const service = process.env.WITHOUT_MARQUE ? null : serviceOf(payload);
if (service) await openFirstAccount(service);
const app = service && appOf(service);
const listener = getRequestListener(
  async (request, env) => {
    const { url, method, headers } = request;
    if (app && isOurs(new URL(url).pathname)) return app.fetch(request, env);
    // Payload sets properties of the request, which the listener's own kind doesn't allow.
    const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer();
    return handleEndpoints({ config, request: new Request(url, { method, headers, body }) });
  },
  { overrideGlobalObjects: false },
);
const server = http.createServer((request, response) => void listener(request, response));
await new Promise<void>((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve));
console.log(`ready ${(server.address() as AddressInfo).port}`);
