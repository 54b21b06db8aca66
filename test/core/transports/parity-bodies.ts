// The bodies that the parity test sends.
import { readFile } from 'node:fs/promises';

export const hubble = await readFile('fixtures/hubble_deep_field.jpg');
const coffee = await readFile('fixtures/coffee.png');
/** Next truncates what passes its own proxy at 10 MB. */
export const large = Buffer.alloc(12 * 1024 * 1024, 'marque');

/** In pieces, as a client sends it that doesn't hold the file in memory. */
export function pieces(bytes: Buffer): ReadableStream {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(new Uint8Array(bytes.subarray(at, (at += 64 * 1024))));
    },
  });
}

export function form(): FormData {
  const data = new FormData();
  data.append('meta', JSON.stringify({ tags: ['coffee'] }));
  data.append('file', new Blob([new Uint8Array(coffee)], { type: 'image/png' }), 'coffee.png');
  return data;
}
