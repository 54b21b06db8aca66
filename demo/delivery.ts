// What visitors get: originals and renditions of what is active, and nothing else.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Library } from './library.ts';
import { chapter, note, shortPath, visitor, type Send, type Who } from './tell.ts';

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function deliver(
  send: Send,
  mara: Who,
  library: Library,
  rendition: string,
  dataDir: string,
): Promise<void> {
  chapter('Everyone gets what is active, as it was sent and in the size they ask for');
  const { hubble, rocket, chelsea, coffee } = library;
  const original = await readFile('fixtures/hubble_deep_field.jpg');
  await send('GET', `/a/${hubble.id}`, {
    who: visitor,
    expect: 200,
    says: ({ bytes }) => `the original, ${bytes.length} bytes, the same as were sent`,
    holds: ({ bytes }) => sha256(bytes) === sha256(original),
  });
  const webp = await send('GET', rendition, {
    who: visitor,
    expect: 200,
    says: ({ bytes, headers }) => `${headers.get('content-type')}, ${bytes.length} bytes`,
    holds: ({ headers }) => headers.get('content-type') === 'image/webp',
  });
  const { format, width, height } = await sharp(webp.bytes).metadata();
  if (format !== 'webp' || width !== 800)
    throw new Error(`The rendition should be WebP of 800 pixels, and is ${format} of ${width}.`);
  const file = path.join(dataDir, 'hubble-800.webp');
  await writeFile(file, webp.bytes);
  note(`saved as ${shortPath(file)}: ${width} × ${height}`);
  await send('GET', `/a/${rocket.id}/w_320,h_320,f_webp`, {
    who: visitor,
    expect: 200,
    says: ({ bytes }) => `cut to a square, ${bytes.length} bytes`,
  });
  await send('GET', `/a/${coffee.id}`, {
    who: visitor,
    expect: 404,
    says: ({ body }) => body.error.message,
  });
  await send('PATCH', `/api/v1/assets/${chelsea.id}`, {
    who: mara,
    expect: 200,
    body: { status: 'archived' },
    says: ({ body: { data } }) => `${data.filename} is ${data.state}`,
    holds: ({ body: { data } }) => data.state === 'archived',
  });
  await send('GET', `/a/${chelsea.id}`, {
    who: visitor,
    expect: 410,
    says: ({ body }) => body.error.message,
  });
}
