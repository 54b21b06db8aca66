// Entries of zip files from strangers, for decoders: by name, and never more of one than asked for.
import { promisify } from 'node:util';
import yauzl from 'yauzl';

const fromBuffer = promisify(
  /** @type {(bytes: Buffer, options: yauzl.Options, done: (error: Error | null, zip: yauzl.ZipFile) => void) => void} */ (
    yauzl.fromBuffer
  ),
);

/** Entries past this one aren't looked at. */
const maxEntries = 20_000;

/** @param {Buffer} bytes */
export const openZip = (bytes) => fromBuffer(bytes, { lazyEntries: true });

/**
 * @param {yauzl.ZipFile} zip
 * @param {(name: string) => boolean} isWanted
 * @returns {Promise<yauzl.Entry[]>} in the order of the file
 */
export function entriesOf(zip, isWanted) {
  return new Promise((resolve, reject) => {
    /** @type {yauzl.Entry[]} */
    const entries = [];
    zip.on('entry', (/** @type {yauzl.Entry} */ entry) => {
      if (isWanted(entry.fileName)) entries.push(entry);
      if (zip.entriesRead > maxEntries) resolve(entries);
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/** @param {yauzl.ZipFile} zip @param {yauzl.Entry} entry @returns {Promise<import('node:stream').Readable>} */
export function streamOf(zip, entry) {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
