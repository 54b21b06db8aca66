// Lists what is in a zip, without unpacking anything: of any zip that has a directory, whatever a site would refuse in it.
import { open } from 'node:fs/promises';
import { fromRandomAccessReaderPromise } from 'yauzl';
import { nameOf, Windowed } from './zip-directory.ts';

export interface ListedZip {
  /** The first of them. Names can say anything, and sizes (bytes, unpacked) are what the zip claims. */
  entries: { name: string; size: number }[];
  /** How many there are, as the zip claims. */
  total: number;
}

/** @throws Error if it has no directory, or one that is damaged before `maxEntries` */
export async function listZip(path: string, maxEntries: number): Promise<ListedZip> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const zip = await fromRandomAccessReaderPromise(new Windowed(handle, size), size, {
      decodeStrings: false,
      autoClose: false,
    });
    const entries: ListedZip['entries'] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push({ name: nameOf(entry), size: entry.uncompressedSize });
      if (entries.length >= maxEntries) break;
    }
    return { entries, total: zip.entryCount };
  } finally {
    await handle.close();
  }
}
