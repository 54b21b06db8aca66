// Programs that the app's author runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Ended {
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. @throws Error with the end of what it wrote, if it fails */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return { stdout, stderr };
  const output = `${stdout}${stderr}`.trimEnd().split('\n').slice(-40).join('\n');
  throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${output}`);
}
