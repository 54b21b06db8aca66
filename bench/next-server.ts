// The same service with everything behind Next and Payload's own endpoints, as in an app that only installs
// the plugin.
// Usage: tsx bench/next-server.ts with the environment of a running service; sends its port to the parent.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import next from 'next';
import { getPayload } from 'payload';
import config from '../payload.config.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const server = http.createServer();
const app = next({ dev: false, dir: root, hostname: '127.0.0.1', port: 0, httpServer: server });
// Next's routes use the instance created here.
await Promise.all([app.prepare(), getPayload({ config, cron: false })]);
const handle = app.getRequestHandler();
server.on('request', (request, response) => void handle(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.send?.({ port: (server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit(0));
