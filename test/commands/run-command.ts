// Runs a command of src/commands the way npm does, with an environment of its own.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param input what comes on stdin; it ends there. */
export async function runCommand(
  name: 'key' | 'password' | 'verify',
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  const hidden = { DATABASE_URL: '', NODE_OPTIONS: '' }; // what jest and this test's own service run with
  const child = spawn(process.execPath, ['--import', 'tsx', `src/commands/${name}.ts`, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...hidden, ...env },
  });
  // A command that refuses at once doesn't read what it is sent.
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
