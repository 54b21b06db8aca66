// Inflates pieces as they are read, no faster than the result is consumed.
import { createInflateRaw, type InflateRaw } from 'node:zlib';

/**
 * A stream of the inflated `pieces`; their errors become its own. The consumer destroys it when done.
 *
 * @returns also a promise that resolves once all pieces have been written to it, and rejects with their error.
 */
export function inflating(
  pieces: AsyncIterable<Buffer>,
  chunkSize?: number,
): { inflate: InflateRaw; fed: Promise<void> } {
  const inflate = createInflateRaw(chunkSize === undefined ? {} : { chunkSize });
  const fed = (async () => {
    for await (const piece of pieces) {
      if (inflate.destroyed) return;
      if (!inflate.write(piece))
        await new Promise<void>((resolve) => {
          const goOn = (): void => {
            inflate.off('drain', goOn).off('close', goOn);
            resolve();
          };
          inflate.on('drain', goOn).on('close', goOn);
        });
    }
    inflate.end();
  })();
  fed.catch((error: unknown) => inflate.destroy(error as Error));
  return { inflate, fed };
}
