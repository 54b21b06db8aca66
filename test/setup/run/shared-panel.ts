// The service that the browser tests of a run share: started when the first file asks for it, since most runs have none.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf, password } from '../panel-home.ts';
import { startPanelService, type PanelService } from '../panel-service.ts';
import { sharedPanelVariable } from './shared-panel-client.ts';

/** Answers the workers, which find it by an environment variable. @returns a function that stops the service, if it was started */
export async function offerSharedPanel(): Promise<() => Promise<void>> {
  let started: Promise<PanelService> | undefined;
  const server = createServer((_request, response) => {
    started ??= startPanelService({
      ADMIN_EMAIL: addressOf('operator'),
      ADMIN_PASSWORD: password,
      // Servers of the tests: a Git host, for example.
      FETCH_ALLOW: '127.0.0.1',
    });
    started.then(
      ({ url, databaseUrl }) =>
        response.end(JSON.stringify({ url, databaseUrl, operator: addressOf('operator') })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  // A build of the panel takes longer than a server waits for by itself.
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[sharedPanelVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await started)?.close();
  };
}
