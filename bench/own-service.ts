// A service of a suite's own, on a folder that is removed with it.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startServer, type RunningServer } from '../demo/start-server.ts';
import { signUp } from './library.ts';

interface OwnService {
  dataDir: string;
  server: RunningServer;
  key: string;
  cookie: string;
}

/** Starts the service without rate limits, and stops it after the suite. */
export async function onOwnService<T>(
  suite: (own: OwnService) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  try {
    const server = await startServer({ dataDir, port: await freePort(), env: { RATE_LIMIT: '0', ...env } });
    try {
      return await suite({ dataDir, server, ...(await signUp(server.url)) });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
