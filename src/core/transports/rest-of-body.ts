// Drains the unread rest of a request body. The connection is closed after the response, which says so; until then the rest is read and
// discarded, since a client that is still sending would lose the response to a reset (RFC 9112, 9.6).
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

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

/** The rest of a body. */
interface Rest {
  /** Until it has been read and discarded. */
  read: Promise<void>;
}

/**
 * Drains the rest of a body on Payload's endpoint.
 *
 * @returns null if it had already arrived completely; otherwise what `closing` needs to respond.
 */
export async function discardStream(body: ReadableStream<Uint8Array> | null): Promise<Rest | null> {
  if (!body) return null;
  // An abandoned iterator releases its body a turn later, unless it was abandoned in the middle of a read.
  if (body.locked) await nextTurn();
  if (body.locked) return { read: Promise.resolve() };
  let ended = false;
  const read = readAway(body).then(() => {
    ended = true;
  });
  // Buffered data is read within a turn or two; the response doesn't wait for a client that is still sending.
  await Promise.race([read, nextTurn().then(() => nextTurn())]);
  return ended ? null : { read };
}

async function readAway(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  let cut: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    cut = setTimeout(() => resolve(null), restMs);
  });
  try {
    for (let left = maxRestBytes; left > 0;) {
      // The reader isn't cancelled: that would close the connection in the middle of the response.
      const read = await Promise.race([reader.read(), late]);
      if (!read || read.done) return;
      left -= read.value.byteLength;
    }
  } catch {
    // The client disconnected: there is nothing left to read.
  } finally {
    clearTimeout(cut);
  }
}

/** The same response, which closes the connection: it's sent at once, and ends when the rest of the request's body has been read. */
export function closing(response: Response, { read }: Rest): Response {
  const { status, headers, body } = response;
  headers.set('connection', 'close');
  const delayed = body?.pipeThrough(new TransformStream({ flush: () => read })) ?? null;
  return new Response(delayed, { status, headers });
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
