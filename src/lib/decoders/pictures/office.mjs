// The thumbnail that office programs put into their files (Microsoft Office, OpenDocument, Apple iWork, InDesign's IDML).
import { entriesOf, openZip, streamOf } from '../zip.mjs';
import { embedded, withoutPicture } from './limits.mjs';

const maxBytes = 32 * 1024 * 1024;

/** Best first. */
const places = [
  /^preview\.jpg$/i,
  /^QuickLook\/Thumbnail\.(jpe?g|png)$/i,
  /^docProps\/thumbnail\.(jpe?g|png)$/i,
  /^Thumbnails\/thumbnail\.png$/i,
  /^previews\/preview\.png$/i,
];

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action }, bytes) {
  const zip = await openZip(bytes);
  const entries = await entriesOf(zip, (name) => places.some((place) => place.test(name)));
  const found = places.flatMap((place) => entries.filter(({ fileName }) => place.test(fileName)))[0];
  if (!found)
    throw withoutPicture(
      'has no embedded thumbnail. Save it again with a preview in the program that made it',
    );
  if (found.uncompressedSize > maxBytes) throw withoutPicture('has a thumbnail of over 32 MiB');
  return embedded(await contentOf(await streamOf(zip, found)), action);
}

/** @param {import('node:stream').Readable} stream @returns {Promise<Buffer>} */
function contentOf(stream) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let size = 0;
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      size += chunk.length;
      if (size > maxBytes) stream.destroy(withoutPicture('has a thumbnail of over 32 MiB'));
      else chunks.push(chunk);
    });
    stream.on('error', reject);
    stream.on('end', () => resolve(Buffer.concat(chunks)));
  });
}
