// Runs a program of this machine on an untrusted file: without an environment or, where Linux allows it, a network; watched and killed at its
// limits like the decoding process.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { DecoderFailure } from './failures.ts';
import { memoryOf } from './process-usage.ts';
import { findSandbox, noEnvironment } from './sandbox.ts';

interface ProgramLimits {
  seconds: number;
  /** Resident memory, in bytes. */
  memoryBytes: number;
  /** Of what it prints. */
  outputBytes: number;
}

const watchEveryMs = 100;

/**
 * @returns what it prints to stdout.
 * @throws DecoderFailure
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { seconds, memoryBytes, outputBytes }: ProgramLimits,
): Promise<Buffer> {
  const { folder, before } = await findSandbox();
  const [program = command, ...all] = [...before, command, ...args];
  const child = spawn(program, all, { cwd: folder, env: noEnvironment, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // Not allowed everywhere, and never required.
  }
  return new Promise((resolve, reject) => {
    let cause: DecoderFailure | undefined;
    const kill = (failure: DecoderFailure): void => {
      cause ??= failure;
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(
      () => kill(new DecoderFailure('time', `takes over ${seconds} s to decode`, true)),
      seconds * 1000,
    );
    const memory = setInterval(() => {
      void memoryOf(child.pid).then((bytes) => {
        if (bytes > memoryBytes)
          kill(
            new DecoderFailure(
              'memory',
              `takes over ${Math.round(memoryBytes / 1024 ** 2)} MiB to decode`,
              true,
            ),
          );
      });
    }, watchEveryMs);
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytes) kill(new DecoderFailure('crash', 'decodes to more data than allowed', true));
      else chunks.push(chunk);
    });
    const end = (failure: DecoderFailure | undefined): void => {
      clearTimeout(deadline);
      clearInterval(memory);
      if (failure) reject(failure);
      else resolve(Buffer.concat(chunks));
    };
    child.on('error', () => end(new DecoderFailure('start', 'could not be decoded on this server', false)));
    child.on('close', (code) =>
      end(
        cause ??
          (code === 0 ? undefined : new DecoderFailure('broken', "can't be decoded; it is damaged", true)),
      ),
    );
  });
}
