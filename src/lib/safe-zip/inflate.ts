// Inflating what is read piece by piece, no faster than it is taken.
import { createInflateRaw, type InflateRaw } from 'node:zlib';

/**
 * A stream of what `pieces` hold inflated; an error of theirs breaks it. Whoever takes from it destroys it when they have enough.
 *
 * @returns also a promise of all pieces having been given to it, which rejects with their error.
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
