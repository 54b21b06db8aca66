// Processes and folders that a test creates, removed after it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bundle } from './run/bundle.js';

/** Creates an empty folder in the system's temporary one. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marque-folder-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a TypeScript file in a separate process, the way the service is run, on this file's database. */
export function startScript(file: string, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [bundle(file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Passed explicitly, since jest hides a test file's variables from its child processes.
    env: { ...process.env },
  });
}

/** Waits until a child has written a text; fails if it ends before. @returns its output until then */
export async function untilItSays(child: ChildProcess, text: string): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (output.includes(text)) return output;
  }
  throw new Error(`The process ended without saying "${text}": ${output}`);
}

/** Collects a child's output for its lifetime. */
export function listenTo(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return () => output;
}

/**
 * A port that was free a moment ago. Below the range that systems use for outgoing connections, so none takes
 * it before the process under test listens on it.
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

/** Ends a process that was started as `detached`, and all of its children. */
export async function killGroup(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await closed;
}

/**
 * Retries until the answer is true, less often the longer it takes, since asking keeps a processor from what it
 * waits for; jest's time limit ends it.
 */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    await pause(Math.min(Math.max(10, (performance.now() - began) / 10), 200));
  }
}
