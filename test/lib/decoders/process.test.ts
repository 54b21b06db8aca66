// A decoder's time limit is for the file: neither for loading a library nor for waiting until a busy machine has a processor free. As
// Linux tells how much processor time a process got; elsewhere, the limit is wall time.
import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import type { Readable } from 'node:stream';
import { DecoderProcess, type Decoded } from '../../../src/lib/decoders/process.ts';
import { findSandbox, noEnvironment } from '../../../src/lib/decoders/sandbox.ts';

const onLinux = process.platform === 'linux' ? it : it.skip;

/** A process that says it's ready, and does `work` when a request arrives. */
function decoding(work: string): Promise<Decoded> {
  const script = `
    const answer = (result) => {
      const json = Buffer.from(JSON.stringify({ ok: true, result }));
      const lengths = Buffer.alloc(8);
      lengths.writeUInt32BE(json.length, 0);
      require('node:fs').writeSync(3, Buffer.concat([lengths, json]));
    };
    process.stdin.once('data', () => { ${work} });
    answer('ready');`;
  const sandbox = { command: process.execPath, args: ['-e', script], folder: os.tmpdir(), before: [] };
  const one = new DecoderProcess(sandbox, 'svg');
  const limits = { seconds: 0.5, memoryBytes: 1024 ** 3 };
  return one.run({ decoder: 'svg' }, Buffer.from('a file'), limits).finally(() => one.kill());
}

describe('a decoder', () => {
  onLinux('that gets no processor has longer than its limit', async () => {
    await expect(decoding("setTimeout(answer, 1200, 'drawn')")).resolves.toMatchObject({ result: 'drawn' });
  });

  onLinux('that gets none for five times its limit is killed, and the file can be tried again', async () => {
    const began = performance.now();
    await expect(decoding('setInterval(() => {}, 1000)')).rejects.toMatchObject({
      reason: 'time',
      isLasting: false,
    });
    expect(performance.now() - began).toBeGreaterThan(2400);
  });

  it('that works for longer than its limit is killed, and the file is not tried again', async () => {
    await expect(decoding('for (;;);')).rejects.toMatchObject({ reason: 'time', isLasting: true });
  });

  onLinux('has loaded its library when it says it is ready', async () => {
    const { command, args, folder } = await findSandbox();
    const child = spawn(command, [...args, 'svg'], {
      cwd: folder,
      env: noEnvironment,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    try {
      await once(child.stdio[3] as Readable, 'data');
      expect(await readFile(`/proc/${child.pid}/maps`, 'utf8')).toContain('libvips');
    } finally {
      child.kill('SIGKILL');
    }
  });
});
