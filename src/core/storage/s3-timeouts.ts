// How long calls to S3 may take: the SDK's own limits leave gaps.
import type { S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { storageFailure } from './contract.ts';

/** Connection timeout, in milliseconds. */
export const connectMs = 3_000;
/** Maximum silence in the middle of a body while its reader waits, in milliseconds. */
const silenceMs = 8_000;
/**
 * Total time of a call, including retries: callers learn of a failure within 10 seconds, and within 30 when bytes are stored or
 * rendered.
 */
const answerMs = 8_000;
const writeMs = 25_000;
/** Cleaning up after a failure, which is reported only afterwards. */
const abortMs = 2_000;
const msOfCommand: Readonly<Record<string, number>> = {
  PutObjectCommand: writeMs,
  UploadPartCommand: writeMs,
  CreateMultipartUploadCommand: answerMs,
  CompleteMultipartUploadCommand: writeMs,
  CopyObjectCommand: writeMs,
  UploadPartCopyCommand: writeMs,
  AbortMultipartUploadCommand: abortMs,
};

/**
 * Limits the total time of each call, including retries. The SDK's own limits apply to one attempt each, and one of them waits for a request
 * body that the other side doesn't read.
 */
export function boundTime(client: S3Client): void {
  const send = client.send.bind(client) as (command: object, options: object) => Promise<unknown>;
  const bounded = async (command: object, options: { abortSignal?: AbortSignal } = {}): Promise<unknown> => {
    const { name } = command.constructor;
    const ms = msOfCommand[name] ?? answerMs;
    const ended = new AbortController();
    const abortSignal = options.abortSignal
      ? AbortSignal.any([options.abortSignal, ended.signal])
      : ended.signal;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          Object.assign(new Error(`S3 didn't respond to ${name} within ${ms / 1000} seconds.`), {
            code: 'ETIMEDOUT',
          }),
        );
        ended.abort();
      }, ms);
    });
    try {
      return await Promise.race([send(command, { ...options, abortSignal }), deadline]);
    } finally {
      clearTimeout(timer);
    }
  };
  client.send = bounded as typeof client.send;
}

/** A body that fails if no data arrives for too long; time the reader takes doesn't count. */
export async function* unlessSilent(body: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        body.destroy(
          new Error(`S3 sent no data for ${silenceMs / 1000} seconds in the middle of a response.`),
        );
      }, silenceMs);
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
