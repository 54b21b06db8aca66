// Processes and folders that a test makes, and that are gone after it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Makes an empty folder under the system's temporary one. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marque-folder-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a TypeScript file in a process of its own, the way the service is run, on the database of this file. */
export function startScript(file: string, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Named, since jest keeps what a test file sets from those it starts.
    env: { ...process.env },
  });
}

/** Waits until a child has written a text; fails when it ends before. Answers what it has written by then. */
export async function untilItSays(child: ChildProcess, text: string): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (said.includes(text)) return said;
  }
  throw new Error(`The process ended without saying "${text}": ${said}`);
}

/** Collects what a child writes, for as long as it lives. */
export function listenTo(child: ChildProcess): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  return () => said;
}

/**
 * A port that nobody listened on a moment ago. Below those that systems give to connections as they are made: none takes it before a
 * process that was told to listen on it is as far.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = net.createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Asks again until the answer is yes; jest's time limit ends it. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10);
}
