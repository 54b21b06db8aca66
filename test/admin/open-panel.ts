// The built service in a process of its own, with its first account signed in, and a browser to look at it with.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { kill, makeFolder } from '../setup/children.ts';
import { createDatabase } from '../setup/database.ts';

export interface OpenPanel {
  url: string;
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** What the console called an error, and what broke: taken out by whoever looks. */
  complaints(): string[];
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

export const account = { name: 'Edda Editor', email: 'edda@example.com', password: 'correct horse battery' };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Waits until the child says where its first account is made; its output is read on, or it would break at its next word. */
function setupLinkOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http\S+create-first-user\?token=\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => {
      reject(new Error(`The service ended: ${said}`));
    });
  });
}

export async function openPanel(env: Record<string, string> = {}): Promise<OpenPanel> {
  const [database, folder, port] = await Promise.all([createDatabase(), makeFolder(), freePort()]);
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORT: String(port),
      SERVER_URL: url,
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const [browser, setupLink] = await Promise.all([
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    }),
    setupLinkOf(server),
  ]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => heard.push(error.stack ?? error.message));

  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await context.request.fetch(`${url}${path}`, {
      method,
      headers: { origin: url },
      ...(body === undefined ? {} : { data: body }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await api('POST', '/api/auth/sign-up', { ...account, token: new URL(setupLink).searchParams.get('token') });

  return {
    url,
    browser,
    context,
    page,
    complaints: () => heard.splice(0),
    api,
    async close() {
      await browser.close();
      await kill(server);
      await database.drop();
      await folder.remove();
    },
  };
}
