// A Marque whose database is behind a proxy that fails on demand.
import { afterAll, afterEach } from '@jest/globals';
import { startService, type Place, type TestService } from '../setup/service.ts';
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

interface BehindProxy {
  marque: TestService;
  place: Place;
  proxy: DatabaseProxy;
  /** Leads past the proxy. */
  databaseUrl: string;
  /** The errors that were logged. */
  logged: { err?: unknown; reference?: unknown }[];
}

/** For a file's top level. The proxy forwards everything again after each test. */
export async function startBehindProxy(): Promise<BehindProxy> {
  const opened: Pick<BehindProxy, 'proxy' | 'databaseUrl'>[] = [];
  const marque = await startService({ RATE_LIMIT: '0' }, async (databaseUrl) => {
    const proxy = await openDatabaseProxy(databaseUrl);
    opened.push({ proxy, databaseUrl });
    return proxy.url;
  });
  const [behind] = opened;
  if (!behind) throw new Error('The service was started without a database.');
  const logged: BehindProxy['logged'] = [];
  marque.service.log.error = (about: object) => void logged.push(about);
  afterEach(() => {
    behind.proxy.fault = 'pass';
  });
  afterAll(async () => {
    await marque.close();
    await behind.proxy.close();
  });
  return { marque, place: await marque.makePlace('Faults'), ...behind, logged };
}
