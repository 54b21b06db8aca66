// Drains the unread rest of a request body. The connection is closed after the response, which says so; until then the rest is read and
// discarded, since a client that is still sending would lose the response to a reset (RFC 9112, 9.6).
import type { IncomingMessage } from 'node:http';

/** How long, and how much, a client may go on sending. */
export const restMs = 500;
const maxRestBytes = 64 * 1024 * 1024;

/** True if a body hasn't arrived completely. Node discards what has arrived unread. */
export function isUnread(incoming: IncomingMessage): boolean {
  return !incoming.complete && !incoming.destroyed;
}

/** Drains the rest of a body on our own server. Never rejects. */
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

/** Drains the rest of a body on Payload's endpoint. True if it had already arrived completely. */
export async function discardStream(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  if (!body) return true;
  // Cancelled in the middle of a read.
  if (body.locked) return false;
  let ended = false;
  const reading = readAway(body).then(() => {
    ended = true;
  });
  // Buffered data is read within a turn or two; we don't wait for a client that is still sending.
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
    // The client disconnected: there is nothing left to read.
  } finally {
    clearTimeout(cut);
  }
}

/**
 * An iterator that can be stopped at any moment: an async generator's own `return` waits for the pending read, which depends on the
 * client.
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
