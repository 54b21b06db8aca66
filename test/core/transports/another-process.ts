// A second Marque on the same database, in a separate process, without a panel: prints the port it listens
// on.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { getPayload } from 'payload';
import config from '../../../payload.config.ts';
import { maxHeaderBytes } from '../../../src/core/transports/http.ts';
import { appOf } from '../../../src/core/transports/payload.ts';
import { serviceOf } from '../../../src/core/service.ts';

const server = http.createServer({ maxHeaderSize: maxHeaderBytes });
const payload = await getPayload({ config, cron: false });
const ours = getRequestListener(appOf(serviceOf(payload)).fetch, { overrideGlobalObjects: false });
server.on('request', (request, response) => void ours(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(`listens on ${(server.address() as AddressInfo).port};`);
});
