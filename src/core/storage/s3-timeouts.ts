// How long calls to S3 may take: the SDK's own limits leave gaps.
import type { S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { storageFailure } from './contract.ts';
import { within } from '../../lib/within.ts';

/** Connection timeout, in milliseconds. */
export const connectMs = 3_000;
/** Cleaning up after a failure, which is reported only afterwards. */
const abortMs = 2_000;
/** Commands that store or copy bytes. */
const writes = new Set([
  'PutObjectCommand',
  'UploadPartCommand',
  'CompleteMultipartUploadCommand',
  'CopyObjectCommand',
  'UploadPartCopyCommand',
]);

function msOf(command: string, seconds: number): number {
  if (command === 'AbortMultipartUploadCommand') return abortMs;
  return seconds * 1000 * (writes.has(command) ? 3 : 1);
}

/**
 * Limits the total time of each call, including retries. The SDK's own limits apply to one attempt each, and one of them waits for a request
 * body that the other side doesn't read.
 */
export function boundTime(client: S3Client, seconds: number): void {
  const send = client.send.bind(client) as (command: object, options: object) => Promise<unknown>;
  const bounded = (command: object, options: { abortSignal?: AbortSignal } = {}): Promise<unknown> => {
    const { name } = command.constructor;
    const ms = msOf(name, seconds);
    const ended = new AbortController();
    const abortSignal = options.abortSignal
      ? AbortSignal.any([options.abortSignal, ended.signal])
      : ended.signal;
    return within(ms, send(command, { ...options, abortSignal }), () => {
      // Once the caller has its error: an aborted call fails with another.
      setImmediate(() => ended.abort());
      throw Object.assign(new Error(`S3 didn't respond to ${name} within ${ms / 1000} seconds.`), {
        code: 'ETIMEDOUT',
      });
    });
  };
  client.send = bounded as typeof client.send;
}

/** A body that fails if no data arrives for too long; time the reader takes doesn't count. */
export async function* unlessSilent(
  body: Readable,
  seconds: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        body.destroy(new Error(`S3 sent no data for ${seconds} seconds in the middle of a response.`));
      }, seconds * 1000);
      const { done, value } = await chunks.next().finally(() => {
        clearTimeout(timer);
      });
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw storageFailure(error);
  } finally {
    body.destroy();
  }
}
