// PNG: XMP in an iTXt chunk (ISO 16684-3), EXIF in eXIf; everything else is sent unchanged.
import { crc32, inflateSync } from 'node:zlib';
import { pngChunks, readPayload, type Part, type ReadableFile } from '../media-probe/file-parts.ts';
import { writeExif } from './exif.ts';
import { replaced, type Piece, type WritableFields } from './pieces.ts';
import { writeXmp } from './xmp.ts';

const xmpKeyword = 'XML:com.adobe.xmp';
/** Keywords of the specification (11.3.3.2) that would contradict our values. */
const ownKeywords = ['Title', 'Author', 'Description', 'Copyright'];
const textChunks = new Set(['iTXt', 'tEXt', 'zTXt']);
const maxKeywordBytes = 80;
const maxTextBytes = 4 * 1024 * 1024;

function chunk(type: string, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), payload]);
  const framed = Buffer.alloc(body.byteLength + 8);
  framed.writeUInt32BE(payload.byteLength, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.byteLength + 4);
  return framed;
}

function keywordOf(payload: Buffer): string {
  return payload.toString('latin1', 0, Math.max(0, payload.indexOf(0)));
}

/** The text of an iTXt chunk, after keyword, flags, language and translated keyword. */
function textOf(payload: Buffer): Buffer | null {
  const keywordEnd = payload.indexOf(0);
  const isCompressed = payload[keywordEnd + 1] === 1;
  const languageEnd = payload.indexOf(0, keywordEnd + 3);
  const translatedEnd = payload.indexOf(0, languageEnd + 1);
  if (languageEnd < 0 || translatedEnd < 0) return null;
  const text = payload.subarray(translatedEnd + 1);
  if (!isCompressed) return text;
  try {
    return inflateSync(text, { maxOutputLength: maxTextBytes });
  } catch {
    // Broken or a decompression bomb: ignored.
    return null;
  }
}

/** Content Credentials cover the bytes around them. */
const mustStay = (parts: readonly Part[], { isSignedAgain }: WritableFields): boolean =>
  !isSignedAgain && parts.some(({ type }) => type === 'caBX');

/** @returns null if the file stays unchanged: nothing to write, Content Credentials, or a broken PNG. */
export async function rewritePng(file: ReadableFile, fields: WritableFields): Promise<Piece[] | null> {
  const parts = await pngChunks(file);
  const [header] = parts;
  if (header?.type !== 'IHDR' || parts.at(-1)?.type !== 'IEND') return null;
  if (mustStay(parts, fields)) return null;
  const xmpParts: Part[] = [];
  const changes: Parameters<typeof replaced>[1][number][] = [];
  for (const part of parts) {
    const drop = { start: part.offset, end: part.offset + part.length };
    if (textChunks.has(part.type)) {
      const keyword = keywordOf(await readPayload(file, part, maxKeywordBytes));
      if (part.type === 'iTXt' && keyword === xmpKeyword) xmpParts.push(part);
      else if (ownKeywords.includes(keyword)) changes.push({ ...drop, by: [] });
    }
    if (part.type === 'eXIf' && part.payloadLength <= maxTextBytes) {
      const exif = writeExif(Buffer.from(await readPayload(file, part, maxTextBytes)), fields);
      if (exif) changes.push({ ...drop, by: [chunk('eXIf', exif)] });
    }
  }
  const [xmpPart] = xmpParts;
  const xmp = writeXmp(
    xmpPart ? textOf(Buffer.from(await readPayload(file, xmpPart, maxTextBytes))) : null,
    fields,
  );
  if (xmp) {
    for (const part of xmpParts) changes.push({ start: part.offset, end: part.offset + part.length, by: [] });
    const before = Buffer.from(`${xmpKeyword}\0\0\0\0\0`, 'latin1');
    const at = header.offset + header.length;
    changes.push({ start: at, end: at, by: [chunk('iTXt', Buffer.concat([before, xmp.packet]))] });
  }
  return changes.length === 0 ? null : replaced(file.size, changes);
}
