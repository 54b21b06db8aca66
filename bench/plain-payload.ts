// How much JavaScript a view of a Payload app with nothing in it sends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { freePort } from '../demo/start-server.ts';
import { scriptBytes } from './panel-page.ts';

const folder = fileURLToPath(new URL('payload-app', import.meta.url));
const next = path.join(folder, '../../node_modules/next/dist/bin/next');

interface Program {
  args: readonly string[];
  env: Record<string, string>;
}

const start = ({ args, env }: Program) =>
  spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  });

async function run(program: Program): Promise<void> {
  const [code] = (await once(start(program), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program.args.join(' ')} ended with ${code}.`);
}

/** Calls until it answers. */
async function answers(url: string): Promise<void> {
  for (;;) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param databaseUrl of a server where a database of its own can be made */
export async function plainPayloadBytes(browser: Browser, databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create database plain_payload');
  await client.end();
  const own = new URL(databaseUrl);
  own.pathname = '/plain_payload';
  const production = { DATABASE_URL: own.href, NODE_ENV: 'production' };
  await run({ args: ['--import', 'tsx', 'make-tables.ts'], env: { ...production, NODE_ENV: 'development' } });
  await run({ args: [next, 'build'], env: production });
  const port = await freePort();
  const server = start({ args: [next, 'start', '-p', String(port)], env: production });
  try {
    await answers(`http://localhost:${port}/admin`);
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/admin/create-first-user`, { timeout: 120_000 });
    const bytes = await scriptBytes(page);
    await page.close();
    return bytes;
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
}
