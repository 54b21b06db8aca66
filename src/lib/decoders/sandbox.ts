// How the decoding process is started: its program, arguments and restrictions.
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownFile } from '../own-package.ts';
import { readableFiles } from './readable-files.ts';

export interface Sandbox {
  command: string;
  args: string[];
  /** An empty folder to run in. */
  folder: string;
  /** What takes the network from any program: its command and arguments come after. */
  before: readonly string[];
}

/** Next's types require a variable that isn't needed here. */
export const noEnvironment = {} as NodeJS.ProcessEnv;

let sandbox: Promise<Sandbox> | undefined;

/**
 * The command, determined once. Empty environment; Node's permissions keep its JavaScript from reading other files than its own, writing
 * files and starting programs; and if Linux allows namespaces, it has its own empty network.
 */
export function findSandbox(): Promise<Sandbox> {
  sandbox ??= makeSandbox().catch((error: unknown) => {
    sandbox = undefined;
    throw error;
  });
  return sandbox;
}

async function makeSandbox(): Promise<Sandbox> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marque-decoder-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const decoder = realpathSync(ownFile('decoder'));
  const node = [...permissionFlags(decoder), '--max-old-space-size=768', decoder];
  const before = (await canLeaveNetwork()) ? ['unshare', '-r', '-n', '--'] : [];
  const [command = process.execPath, ...args] = [...before, process.execPath, ...node];
  return { command, args, folder, before };
}

/** Only its own code may be read; nothing may be written or started. */
function permissionFlags(decoder: string): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const flag = ['--permission', '--experimental-permission'].find((one) => known.has(one));
  if (flag === undefined) return [];
  const reading = readableFiles(decoder).map((one) => `--allow-fs-read=${one}`);
  return [flag, ...reading, '--allow-addons', '--allow-worker'];
}

function canLeaveNetwork(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile(
      'unshare',
      ['-r', '-n', '--', process.execPath, '--version'],
      { env: noEnvironment, timeout: 10_000 },
      (error) => resolve(error === null),
    );
  });
}
