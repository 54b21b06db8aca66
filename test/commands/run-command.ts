// Runs a command of src/commands the way npm does, with its own environment.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { buildDist } from '../../src/dist.mjs';

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param input sent on stdin, which then ends */
export async function runCommand(
  name: 'key' | 'password' | 'verify',
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  // A command that has to compile first says so on stderr.
  await buildDist({ declarations: false });
  const hidden = { DATABASE_URL: '', NODE_OPTIONS: '' }; // the settings of jest and this test's own service
  const child = spawn(process.execPath, ['src/start.mjs', name, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...hidden, ...env },
  });
  // A command that fails immediately doesn't read its input.
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
