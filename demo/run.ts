// npm run demo: the main job on an empty service. An agent uploads photographs and makes suggestions over
// MCP, a person decides, and everyone gets what was approved. Keeps running afterwards so you can look
// around; `-- --exit` stops it at the end. `-- --url https://…` tells it on a running service whose library is empty, as the admin of
// ADMIN_EMAIL and ADMIN_PASSWORD; `--login /api/users/login` where an app signs its people in itself.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { person, signIn, signUp } from './sign-up.ts';
import { freePort, startServer, type RunningServer } from './start-server.ts';
import { tellStory, type DemoWorkspace } from './story.ts';
import { note, shortPath } from './tell.ts';

const {
  exit,
  url: running,
  login,
} = parseArgs({
  options: {
    exit: { type: 'boolean', default: false },
    url: { type: 'string' },
    login: { type: 'string', default: '/api/auth/sign-in' },
  },
}).values;

/** An empty folder: DATA_DIR, or a new one below .data. */
async function makeDataDir(): Promise<{ dataDir: string; own: boolean }> {
  const asked = process.env.DATA_DIR;
  if (asked) {
    await mkdir(asked, { recursive: true });
    if ((await readdir(asked)).length > 0)
      throw new Error(`The demo begins with an empty folder, and ${asked} is not. Set DATA_DIR to another.`);
    return { dataDir: path.resolve(asked), own: false };
  }
  await mkdir('.data', { recursive: true });
  return { dataDir: await mkdtemp(path.resolve('.data', 'demo-')), own: true };
}

const runStory = ({ url }: { url: string }, dataDir: string): Promise<DemoWorkspace> =>
  tellStory(url, (send) => (running === undefined ? signUp(send, url) : signIn(send, url, login)), dataDir);

function printAddresses(
  server: RunningServer,
  { hubble, rocket, portal, site }: DemoWorkspace,
  dataDir: string,
): void {
  console.log(`
It is all there, and running. Look around:
   panel      ${server.url}/admin
   sign in    ${person.email}  ${person.password}
   original   ${server.url}/a/${hubble.id}
   rendition  ${server.url}/a/${rocket.id}/w_640,f_webp
   portal     ${portal}
   site       ${site}
   interface  ${server.url}/api/v1/openapi.json
   data       ${shortPath(dataDir)}
Ctrl-C stops it.`);
}

/** Tells the story on a service that runs already. */
async function tellOn(url: string): Promise<void> {
  if (!process.env.ADMIN_EMAIL || !process.env.ADMIN_PASSWORD)
    throw new Error('Set ADMIN_EMAIL and ADMIN_PASSWORD to those of an admin there.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marque-demo-'));
  try {
    await runStory({ url }, dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const began = Date.now();
  const { dataDir, own } = await makeDataDir();
  const server = await startServer({
    dataDir,
    port: await freePort(Number(process.env.PORT ?? 3000)),
    onBuild: () => {
      note('Building the panel (only once). This takes about a minute.');
    },
  });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= server.stop().then(async () => {
      if (own && exit) await rm(dataDir, { recursive: true, force: true });
    }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  try {
    console.log(
      `Marque runs at ${server.url}, on an empty folder (ready in ${(server.readyMs / 1000).toFixed(1)} s).`,
    );
    const library = await runStory(server, dataDir);
    console.log(`\nDone in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    if (exit) return;
    printAddresses(server, library, dataDir);
    await server.ended;
  } catch (error) {
    // Stopped in the middle of the demo: a call that fails because the server is gone isn't a failure.
    if (!stopping) throw error;
  } finally {
    await stop();
  }
}

try {
  await (running === undefined ? main() : tellOn(running));
} catch (error) {
  console.error(`\nThe demo failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
