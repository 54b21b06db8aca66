// The thumbnail that office programs put into their files (Microsoft Office, OpenDocument, Apple iWork, InDesign's IDML).
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { embedded, withoutPicture } from './limits.mjs';

const openZip = promisify(
  /** @type {(bytes: Buffer, options: yauzl.Options, done: (error: Error | null, zip: yauzl.ZipFile) => void) => void} */ (
    yauzl.fromBuffer
  ),
);

const maxEntries = 20_000;
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
  const zip = await openZip(bytes, { lazyEntries: true });
  const entries = await entriesOf(zip);
  const found = places.flatMap((place) => entries.filter(({ fileName }) => place.test(fileName)))[0];
  if (!found)
    throw withoutPicture(
      'has no embedded thumbnail. Save it again with a preview in the program that made it',
    );
  if (found.uncompressedSize > maxBytes) throw withoutPicture('has a thumbnail of over 32 MiB');
  return embedded(await contentOf(zip, found), action);
}

/** @param {yauzl.ZipFile} zip @returns {Promise<yauzl.Entry[]>} */
function entriesOf(zip) {
  return new Promise((resolve, reject) => {
    /** @type {yauzl.Entry[]} */
    const entries = [];
    zip.on('entry', (/** @type {yauzl.Entry} */ entry) => {
      if (places.some((place) => place.test(entry.fileName))) entries.push(entry);
      if (zip.entriesRead > maxEntries) resolve(entries);
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/** @param {yauzl.ZipFile} zip @param {yauzl.Entry} entry @returns {Promise<Buffer>} */
function contentOf(zip, entry) {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
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
  });
}
