// Finds the XMP packet of a PDF, which lies in it as plain text so that programs which don't know the format find it.
import type { ReadableFile } from './file-parts.ts';

/** Files up to this size are searched whole, larger ones at both ends. */
const maxWholeBytes = 32 * 1024 * 1024;
const endBytes = 8 * 1024 * 1024;
const windowBytes = 1024 * 1024;

/** Editors write a few kilobytes. */
const maxPacketBytes = 1024 * 1024;
const maxPackets = 200;

const begin = Buffer.from('<?xpacket begin');
const end = Buffer.from('<?xpacket end');

/** What only a packet about a document says: pictures inside have packets of their own. */
const aboutDocument =
  /application\/(?:pdf|postscript|vnd\.adobe\.illustrator)|http:\/\/ns\.adobe\.com\/(?:pdf|illustrator)\//;

/**
 * The last packet about the document, since a change is appended to the file. One that is compressed or encrypted isn't found, and neither
 * is one of a larger file that is far from both ends.
 */
export async function pdfPacket(file: ReadableFile): Promise<Buffer | null> {
  let latest: Buffer | null = null;
  for await (const packet of packetsIn(file))
    if (aboutDocument.test(packet.toString('latin1'))) latest = packet;
  return latest;
}

async function* packetsIn(file: ReadableFile): AsyncGenerator<Buffer> {
  const { size } = file;
  const parts =
    size <= maxWholeBytes
      ? [[0, size] as const]
      : ([
          [0, endBytes],
          [size - endBytes, size],
        ] as const);
  let packets = 0;
  for (const [from, to] of parts) {
    for (let at = from; at < to && packets < maxPackets;) {
      const window = await file.read(at, Math.min(windowBytes, to - at));
      if (window.length === 0) break;
      const found = window.indexOf(begin);
      if (found === -1) {
        // A mark may lie across the end of the window.
        at += Math.max(1, window.length < windowBytes ? window.length : window.length - begin.length);
        continue;
      }
      packets += 1;
      const bytes = await file.read(at + found, Math.min(maxPacketBytes, size - at - found));
      const stop = bytes.indexOf(end);
      if (stop !== -1) yield Buffer.from(bytes.subarray(0, stop + end.length));
      at += found + (stop === -1 ? begin.length : stop + end.length);
    }
  }
}
