// The size of a HEIC or HEIF picture from its item properties: the decoder for its pixels isn't part of sharp, so this
// is the only way to know it.
import { boxes, readPayload, type Part, type ReadableFile } from './file-parts.ts';

const maxPropertyBytes = 1024 * 1024;

/**
 * Width and height in pixels as shown (rotation applied), or null if the file doesn't have them in a supported form.
 * Follows ISO/IEC 23008-12: the primary item (`pitm`), its properties (`ipma`), of these `ispe` and `irot`.
 */
export async function heifSize(file: ReadableFile): Promise<{ width: number; height: number } | null> {
  const meta = (await boxes(file)).find(({ type }) => type === 'meta');
  if (!meta) return null;
  const inside = await boxes(file, meta.payloadOffset + 4, meta.payloadOffset + meta.payloadLength);
  const primary = inside.find(({ type }) => type === 'pitm');
  const properties = inside.find(({ type }) => type === 'iprp');
  if (!primary || !properties) return null;
  const parts = await boxes(
    file,
    properties.payloadOffset,
    properties.payloadOffset + properties.payloadLength,
  );
  const container = parts.find(({ type }) => type === 'ipco');
  const association = parts.find(({ type }) => type === 'ipma');
  if (!container || !association) return null;
  const known = await boxes(file, container.payloadOffset, container.payloadOffset + container.payloadLength);
  const pitm = await readPayload(file, primary, 8);
  const itemId = pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4);
  const indices = propertiesOfItem(await readPayload(file, association, maxPropertyBytes), itemId);
  // Indices count from 1; 0 means none.
  const own = indices.map((index) => known[index - 1]).filter((part): part is Part => part !== undefined);
  const extent = own.find(({ type }) => type === 'ispe');
  if (!extent) return null;
  const ispe = await readPayload(file, extent, 12);
  const rotation = own.find(({ type }) => type === 'irot');
  const quarterTurns = rotation ? ((await readPayload(file, rotation, 1))[0] ?? 0) & 3 : 0;
  const [width, height] = [ispe.readUInt32BE(4), ispe.readUInt32BE(8)];
  if (width === 0 || height === 0) return null;
  return quarterTurns % 2 === 1 ? { width: height, height: width } : { width, height };
}

/** The property indices of one item in an `ipma` box (its version and flags included). */
function propertiesOfItem(ipma: Buffer, itemId: number): number[] {
  const hasWideIds = (ipma[0] ?? 0) >= 1;
  const hasWideIndices = ((ipma[3] ?? 0) & 1) === 1;
  let at = 8;
  for (let entry = ipma.readUInt32BE(4); entry > 0; entry -= 1) {
    const id = hasWideIds ? ipma.readUInt32BE(at) : ipma.readUInt16BE(at);
    at += hasWideIds ? 4 : 2;
    const count = ipma.readUInt8(at);
    at += 1;
    const indices = Array.from({ length: count }, (_, index) =>
      hasWideIndices ? ipma.readUInt16BE(at + index * 2) & 0x7fff : ipma.readUInt8(at + index) & 0x7f,
    );
    if (id === itemId) return indices;
    at += count * (hasWideIndices ? 2 : 1);
  }
  return [];
}
