// The service on its embedded database without the panel, which takes a second to start: what src/start-server.ts
// runs, without Next.
// The chaos run kills it and its database hundreds of times. Prints "ready" once it answers.
import http from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { openFirstAccount } from '../../src/identity/accounts/accounts.ts';
import { startEmbedded } from '../../src/lib/embedded-postgres/index.ts';
import { lockDataDir } from '../../src/lib/embedded-postgres/folder-lock.ts';
import { maxHeaderBytes } from '../../src/core/transports/http.ts';
import { appOf } from '../../src/core/transports/payload.ts';
import { readEnv } from '../../src/env.ts';
import { createLog } from '../../src/log.ts';
import { serviceOf } from '../../src/core/service.ts';

const env = readEnv();
const log = createLog({ level: env.logLevel, production: env.production });
await lockDataDir(env.dataDir);
process.env.DATABASE_URL = (await startEmbedded({ dataDir: env.dataDir, log })).url;
const [{ getPayload }, { default: config }] = await Promise.all([
  import('payload'),
  import('../../payload.config.ts'),
]);
const service = serviceOf(await getPayload({ config, cron: false }));
const ours = getRequestListener(appOf(service).fetch, { overrideGlobalObjects: false });
const server = http.createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) => {
  void ours(request, response);
});
server.listen(env.port, env.host, () => {
  void openFirstAccount(service).then(() => {
    console.log('ready');
  });
});
