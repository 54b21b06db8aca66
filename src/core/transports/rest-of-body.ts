// What an answer leaves unread of a request's body. It stands before the next request on the connection, so the connection is closed
// after the answer, and the answer says so; until then the rest is read away, since a client that still sends would lose the answer to a
// reset (RFC 9112, 9.6).
import type { IncomingMessage } from 'node:http';

/** For so long, and so much, a client may go on sending. */
const restMs = 500;
const maxRestBytes = 64 * 1024 * 1024;

/** True where a body has not arrived whole. What has arrived and nobody read, Node throws away by itself. */
export function isUnread(incoming: IncomingMessage): boolean {
  return !incoming.complete && !incoming.destroyed;
}

/** Reads away the rest of a body on our own server. Never rejects. */
export function discardIncoming(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = maxRestBytes;
    const count = (chunk: Buffer): void => {
      left -= chunk.byteLength;
      if (left <= 0) done();
    };
    const done = (): void => {
      clearTimeout(cut);
      incoming.off('data', count).off('end', done).off('close', done);
      resolve();
    };
    const cut = setTimeout(done, restMs);
    incoming.on('data', count).once('end', done).once('close', done);
    incoming.resume();
  });
}

/** Reads away the rest of a body that Payload's endpoint was given. True where it had already arrived whole. */
export async function discardStream(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  if (!body) return true;
  // Left in the middle of a read.
  if (body.locked) return false;
  let ended = false;
  const reading = readAway(body).then(() => {
    ended = true;
  });
  // What has arrived is read within a turn or two; who still sends is not waited for.
  await Promise.race([reading, new Promise((resolve) => setImmediate(() => setImmediate(resolve)))]);
  return ended;
}

async function readAway(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const cut = setTimeout(() => void reader.cancel().catch(() => undefined), restMs);
  try {
    for (let left = maxRestBytes; left > 0;) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has gone: nothing is left to be read.
  } finally {
    clearTimeout(cut);
  }
}

/**
 * An iterator that may be left at any moment: an async generator's own `return` waits for the read that is under way, which is for the
 * client to end.
 */
export function leavable<T>(iterator: AsyncIterator<T>): AsyncIterator<T> {
  return {
    next: () => iterator.next(),
    return: () => {
      void iterator.return?.()?.catch(() => undefined);
      return Promise.resolve({ done: true, value: undefined });
    },
  };
}
