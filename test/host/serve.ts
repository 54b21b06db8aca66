// Serves the host app of config.ts without Next: Marque's addresses by its HTTP app as `marque start` does, Payload's by Payload. Prints
// "ready" and the port.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { configToSchema } from '@payloadcms/graphql';
import { graphql } from 'graphql';
import { createPayloadRequest, getPayload, handleEndpoints } from 'payload';
import { isOurs } from '../../src/core/public-paths.ts';
import { appOf } from '../../src/core/transports/payload.ts';
import { serviceOf } from '../../src/core/service.ts';
import { openFirst } from '../../src/identity/first-use.ts';
import config from './config.ts';

const payload = await getPayload({ config, cron: false });
const service = process.env.WITHOUT_MARQUE ? null : serviceOf(payload);
if (service) await openFirst(service);
// A test asks for what happens once an hour.
process.on('SIGUSR2', () => {
  void service?.jobs.send('sweep');
});
const app = service && appOf(service);
const { schema } = configToSchema(payload.config);

/** As Payload's route for Next does. */
async function answerGraphql(request: Request): Promise<Response> {
  const req = await createPayloadRequest({ config, request });
  const { query } = (await request.json()) as { query: string };
  return Response.json(await graphql({ schema, source: query, contextValue: { req, headers: {} } }));
}

const listener = getRequestListener(
  async (request, env) => {
    const { url, method, headers } = request;
    if (app && isOurs(new URL(url).pathname, false)) return app.fetch(request, env);
    // Payload sets properties of the request, which the listener's own kind doesn't allow.
    const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer();
    const passed = new Request(url, { method, headers, body });
    if (new URL(url).pathname === '/api/graphql') return answerGraphql(passed);
    return handleEndpoints({ config, request: passed });
  },
  { overrideGlobalObjects: false },
);
const server = http.createServer((incoming, outgoing) => void listener(incoming, outgoing));
await new Promise<void>((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve));
console.log(`ready ${(server.address() as AddressInfo).port}`);
