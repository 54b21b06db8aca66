// Uploads a large file: how much faster or slower than hashing and copying it with the system's own tools,
// and how much memory it uses.
import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { measureBeside } from './beside.ts';
import { onOwnService } from './own-service.ts';
import type { SuiteOptions, SuiteResult } from './suite.ts';

const MiB = 1024 ** 2;

/** A file of bytes that don't compress. */
async function makeFile(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'w');
  const block = randomBytes(8 * MiB);
  for (let at = 0; at < bytes; at += block.length) {
    block.writeUInt32LE(at / MiB, 0);
    await handle.write(block, 0, Math.min(block.length, bytes - at));
  }
  await handle.close();
}

async function put(url: string, file: string, bytes: number): Promise<void> {
  const request = http.request(url, {
    method: 'PUT',
    headers: { 'content-length': bytes, 'content-type': 'application/octet-stream' },
  });
  const answered = new Promise<void>((resolve, reject) => {
    request.once('error', reject).once('response', (response) => {
      response.resume();
      if (response.statusCode === 200) response.once('end', resolve);
      else reject(new Error(`The upload was answered with ${response.statusCode}.`));
    });
  });
  await pipeline(createReadStream(file, { highWaterMark: MiB }), request);
  await answered;
}

async function post<T>(server: string, route: string, key: string, body: object): Promise<T> {
  const response = await fetch(`${server}${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Runs the suite on its own service. */
export async function runUpload(options: SuiteOptions): Promise<SuiteResult> {
  const bytes = (options.rounds >= 5 ? 1024 : 256) * MiB;
  return onOwnService(async ({ dataDir, server, key }) => {
    const file = path.join(dataDir, 'large.bin');
    const rows = await measureBeside({
      name: `${bytes / MiB} MiB in and filed, beside sha256sum, cp and sync`,
      rounds: 3,
      pid: server.pid,
      mostMemory: 150,
      prepare: async () => {
        await rm(`${file}.copy`, { force: true });
        await makeFile(file, bytes);
        spawnSync('sync');
      },
      reference: () =>
        spawnSync('sh', ['-c', 'sha256sum "$1" && cp "$1" "$1.copy" && sync "$1.copy"', 'sh', file]),
      ours: async () => {
        const ticket = await post<{ token: string; uploadUrl: string }>(server.url, '/api/v1/uploads', key, {
          filename: 'large.bin',
          mime: 'application/octet-stream',
          size: bytes,
        });
        await put(ticket.uploadUrl, file, bytes);
        await post(server.url, '/api/v1/assets', key, { token: ticket.token });
      },
    });
    return { rows, postgres: 'embedded' };
  });
}
