// Maps an image's EXIF, IPTC and XMP to asset metadata. Only the part of the file that can hold them is read; a file with
// malformed metadata has none.
import ExifReader from 'exifreader';
import { cleanLine, cleanText } from '../../lib/media-probe/clean-text.ts';
import {
  jpegSegments,
  pngChunks,
  readPayload,
  riffChunks,
  type ReadableFile,
} from '../../lib/media-probe/file-parts.ts';
import { readMediaCredits } from '../../lib/media-probe/media-credits.ts';
import type { Credits } from '../../lib/metadata-writer/credits.ts';
import type { Metadata } from '../schemas.ts';

/** Longest values, in UTF-16 units: what a person may type into the same field. */
const maxLength = {
  title: 500,
  description: 5000,
  creator: 500,
  copyright: 1000,
  camera: 200,
  lens: 200,
  keyword: 100,
};
const maxKeywords = 100;

/** Head of a JPEG: EXIF, extended XMP and previews stay far below. */
const maxHeadBytes = 16 * 1024 * 1024;
/** Formats that keep metadata anywhere (TIFF, HEIC) are read whole up to this size and by their beginning beyond it. */
const maxWholeBytes = 32 * 1024 * 1024;
const beginningBytes = 8 * 1024 * 1024;
/** Parsing half a megabyte takes a tenth of a second. Editors write a few kilobytes, with a long history some hundred. */
const maxXmpBytes = 512 * 1024;
/** Against a small compressed chunk that unpacks to gigabytes. */
const maxUnpackedBytes = 8 * 1024 * 1024;

/** Chunks that hold metadata; leaving the pixels out makes a file of a gigabyte one of a few kilobytes. */
const metadataChunks = new Set(['IHDR', 'eXIf', 'iTXt', 'tEXt', 'zTXt', 'VP8X', 'EXIF', 'XMP ']);

type TagGroup = Record<string, unknown>;
interface Groups {
  exif: TagGroup;
  iptc: TagGroup;
  xmp: TagGroup;
  gps: { Latitude?: number; Longitude?: number };
}

/**
 * The embedded metadata of an image, empty if there is none that can be read. XMP takes precedence over IPTC over EXIF,
 * because it is what editors write last. `capturedAt` is ISO 8601, with an offset if the camera recorded one, otherwise
 * local time. `gps` is in degrees, south and west negative.
 *
 * @param xmp the XMP packet found by the decoder, for files that keep it where only a decoder looks.
 */
export async function readEmbedded(file: ReadableFile, mime: string, xmp?: Buffer): Promise<Embedded> {
  const groups = await groupsIn(file, mime, xmp);
  if (!groups) return { metadata: {}, source: { type: null, aiSystem: null } };
  const { digitalSourceType: type, aiSystem } = sourceOf(groups);
  return { metadata: metadataOf(groups), source: { type, aiSystem } };
}

export interface Embedded {
  metadata: Metadata;
  /** How the picture came about, as `Credits` have it. */
  source: { type: string | null; aiSystem: string | null };
}

/** Longest text of a credit, in UTF-16 units: renditions carry it, the small ones too. */
const maxCredit = 1000;
const maxCreators = 10;

/**
 * What has to stay with copies of a picture, or with pictures of a document, video or sound; null for a file that can't be read.
 *
 * @param xmp the packet that the decoder found
 */
export async function readCredits(file: ReadableFile, mime: string, xmp?: Buffer): Promise<Credits | null> {
  const media = await readMediaCredits(file, mime);
  const groups = media ? await groupsOfPacket(media.xmp) : await groupsIn(file, mime, xmp);
  if (!groups) return null;
  const { exif, iptc, xmp: said } = groups;
  const creators = [
    ...[said.creator, iptc['By-line'], exif.Artist].map(texts),
    ...(media ? [media.artists] : []),
  ].find((names) => names.length > 0);
  const [licensor] = itemsOf(said.Licensor);
  return {
    creators: (creators ?? []).flatMap((name) => cleanLine(name, maxCredit) ?? []).slice(0, maxCreators),
    copyright: line(said.rights, iptc['Copyright Notice'], exif.Copyright) ?? plainLine(media?.copyright),
    credit: line(said.Credit, iptc.Credit),
    usageTerms: line(said.UsageTerms) ?? plainLine(media?.usageTerms),
    webStatement: line(said.WebStatement) ?? plainLine(media?.webStatement),
    licensor: { name: line(licensor?.LicensorName), url: line(licensor?.LicensorURL) },
    ...sourceOf(groups),
    dataMining: line(said.DataMining),
  };
}

const plainLine = (text: string | null | undefined): string | null => cleanLine(text, maxCredit) ?? null;

/** The first of some tags that says something. */
const line = (...tags: unknown[]): string | null =>
  cleanLine(
    tags.flatMap(texts).find((text) => text.trim() !== ''),
    maxCredit,
  ) ?? null;

const sourceOf = ({ xmp }: Groups): Pick<Credits, 'digitalSourceType' | 'aiSystem'> => ({
  digitalSourceType: line(xmp.DigitalSourceType),
  aiSystem: line(xmp.AISystemUsed),
});

/** The structures in a list of them. */
function itemsOf(tag: unknown): TagGroup[] {
  const value = typeof tag === 'object' && tag !== null && 'value' in tag ? tag.value : undefined;
  return [value].flat().filter((item): item is TagGroup => typeof item === 'object' && item !== null);
}

/** Null for a file whose parts can't be read: that's no reason to reject an image that can be displayed. */
async function groupsIn(file: ReadableFile, mime: string, xmp?: Buffer): Promise<Groups | null> {
  let bytes: Buffer;
  try {
    bytes = await metadataBytes(file, mime);
  } catch {
    return null;
  }
  const groups = await readGroups(bytes, 'all but xmp');
  const packet = xmpPacketIn(xmp ?? bytes, { isPacket: xmp !== undefined });
  if (packet) groups.xmp = (await readGroups(packet, 'xmp')).xmp;
  return groups;
}

async function groupsOfPacket(xmp: Buffer | null): Promise<Groups> {
  const packet = xmp && xmpPacketIn(xmp, { isPacket: true });
  return packet ? readGroups(packet, 'xmp') : { exif: {}, iptc: {}, xmp: {}, gps: {} };
}

/**
 * XMP is read apart from the rest, as a packet that `xmpPacketIn` has cut out: what the reader itself does to find the end of one
 * (an expression with two stars) takes minutes for 64 KB made for it.
 */
async function readGroups(bytes: Buffer, part: 'xmp' | 'all but xmp'): Promise<Groups> {
  try {
    const tags = await ExifReader.load(bytes, {
      expanded: true,
      async: true,
      // Thumbnails, profiles and maker notes are large and nothing shown comes from them.
      excludeTags: {
        icc: true,
        mpf: true,
        makerNotes: true,
        thumbnail: true,
        photoshop: true,
        ...(part === 'all but xmp' && { xmp: true }),
      },
      decompress: { maxDecompressedSize: maxUnpackedBytes },
    });
    return {
      exif: (tags.exif ?? {}) as TagGroup,
      iptc: (tags.iptc ?? {}) as TagGroup,
      xmp: tags.xmp ?? {},
      gps: tags.gps ?? {},
    };
  } catch {
    // Unreadable metadata is no reason to reject an image that can be displayed.
    return { exif: {}, iptc: {}, xmp: {}, gps: {} };
  }
}

/** A smaller file with the same metadata. */
async function metadataBytes(file: ReadableFile, mime: string): Promise<Buffer> {
  switch (mime) {
    case 'image/jpeg': {
      const scan = (await jpegSegments(file)).at(-1);
      return file.read(0, Math.min(scan ? scan.offset + scan.length : file.size, maxHeadBytes));
    }
    case 'image/png':
    case 'image/apng': {
      const end = Buffer.from('0000000049454e44ae426082', 'hex');
      return Buffer.concat([await file.read(0, 8), ...(await copies(file, await pngChunks(file))), end]);
    }
    case 'image/webp': {
      const chunks = Buffer.concat(await copies(file, await riffChunks(file)));
      const header = Buffer.from('RIFF____WEBP', 'latin1');
      header.writeUInt32LE(chunks.length + 4, 4);
      return Buffer.concat([header, chunks]);
    }
    default:
      return file.read(0, file.size <= maxWholeBytes ? file.size : beginningBytes);
  }
}

async function copies(file: ReadableFile, parts: Awaited<ReturnType<typeof pngChunks>>): Promise<Buffer[]> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (!metadataChunks.has(part.type) || bytes + part.length > maxHeadBytes) continue;
    bytes += part.length;
    kept.push(
      await readPayload(
        file,
        { ...part, payloadOffset: part.offset, payloadLength: part.length },
        maxHeadBytes,
      ),
    );
  }
  return kept;
}

/**
 * The XMP packet in some bytes, with nothing behind it; null where there is none, or one that is too large. The reader knows a bare
 * packet by its wrapper, which one inside a picture may lack.
 */
function xmpPacketIn(bytes: Buffer, { isPacket }: { isPacket: boolean }): Buffer | null {
  const begin = bytes.indexOf('<?xpacket begin');
  const end = bytes.indexOf('<?xpacket end', Math.max(0, begin));
  if (!isPacket && (begin === -1 || end === -1)) return null;
  const head = begin === -1 ? -1 : bytes.indexOf('?>', begin);
  const content = bytes.subarray(head === -1 ? 0 : head + 2, end === -1 ? bytes.length : end);
  if (content.length > maxXmpBytes) return null;
  return Buffer.concat([Buffer.from('<?xpacket begin="" id=""?>'), content]);
}

function metadataOf({ exif, iptc, xmp, gps }: Groups): Metadata {
  const first = (...values: string[][]) => values.flat().find((value) => value.trim() !== '');
  const joined = (...values: string[][]) => values.find((list) => list.length > 0)?.join(', ');
  const { title, description, creator, copyright, camera, lens } = {
    title: cleanLine(first(texts(xmp.title), texts(iptc['Object Name'])), maxLength.title),
    description: cleanText(
      first(texts(xmp.description), texts(iptc['Caption/Abstract']), texts(exif.ImageDescription)),
      maxLength.description,
    ),
    creator: cleanLine(
      joined(texts(xmp.creator), texts(iptc['By-line']), texts(exif.Artist)),
      maxLength.creator,
    ),
    copyright: cleanLine(
      first(texts(xmp.rights), texts(iptc['Copyright Notice']), texts(exif.Copyright)),
      maxLength.copyright,
    ),
    camera: cameraOf(first(texts(exif.Make), texts(xmp.Make)), first(texts(exif.Model), texts(xmp.Model))),
    lens: cleanLine(first(texts(exif.LensModel), texts(xmp.LensModel), texts(xmp.Lens)), maxLength.lens),
  };
  const keywords = keywordsOf([...texts(xmp.subject), ...texts(iptc.Keywords)]);
  const capturedAt = capturedAtOf(exif, iptc, xmp);
  const position = positionOf(gps);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(creator !== undefined && { creator }),
    ...(copyright !== undefined && { copyright }),
    ...(capturedAt !== undefined && { capturedAt }),
    ...(camera !== undefined && { camera }),
    ...(lens !== undefined && { lens }),
    ...(keywords.length > 0 && { keywords }),
    ...(position && { gps: position }),
  };
}

/**
 * The texts of a tag, whatever shape the reader gave it: a repeated IPTC tag is an array of tags, an XMP list holds its
 * items as `value`, a language alternative has its default first (XMP specification part 1, 8.2.2.4).
 */
function texts(tag: unknown): string[] {
  if (Array.isArray(tag)) return tag.flatMap(texts);
  if (typeof tag !== 'object' || tag === null) return [];
  const { value, description } = tag as { value?: unknown; description?: unknown };
  const isList =
    Array.isArray(value) &&
    value.some((item) => typeof item === 'object' && item !== null && 'value' in item);
  if (isList) return (value as unknown[]).flatMap(texts);
  return typeof description === 'string' && description.trim() !== '' ? [description] : [];
}

function keywordsOf(words: string[]): string[] {
  const kept = new Map<string, string>();
  for (const word of words) {
    const cleaned = cleanLine(word, maxLength.keyword);
    if (cleaned === undefined || kept.has(cleaned.toLowerCase())) continue;
    kept.set(cleaned.toLowerCase(), cleaned);
    if (kept.size === maxKeywords) break;
  }
  return [...kept.values()];
}

/** `Canon` and `Canon EOS R5` are a Canon EOS R5; `NIKON CORPORATION` and `NIKON D850` a NIKON D850. */
function cameraOf(make: string | undefined, model: string | undefined): string | undefined {
  const maker = make?.trim().split(/\s+/)[0]?.toLowerCase();
  const isNamed = maker !== undefined && maker !== '' && model?.trim().toLowerCase().startsWith(maker);
  return cleanLine(isNamed ? model : [make, model].filter(Boolean).join(' '), maxLength.camera);
}

function capturedAtOf(exif: TagGroup, iptc: TagGroup, xmp: TagGroup): string | undefined {
  const one = (tag: unknown) => texts(tag)[0] ?? '';
  return (
    isoDateTime(one(exif.DateTimeOriginal), one(exif.OffsetTimeOriginal)) ??
    isoDateTime(one(xmp.DateTimeOriginal)) ??
    isoDateTime(one(xmp.DateCreated)) ??
    isoDateTime(`${one(iptc['Date Created'])}T${one(iptc['Time Created'])}`)
  );
}

/** EXIF's `2024:05:06 07:08:09` and XMP's ISO 8601 as ISO 8601; undefined for a clock that was never set. */
function isoDateTime(text: string, offset = ''): string | undefined {
  const [, year, month, day, hour, minute, second = '00', zone = ''] =
    /^\s*(\d{4})[:-](\d\d)[:-](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:\d\d)?/.exec(
      text,
    ) ?? [];
  if (!year || !month || !day || !hour || !minute) return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}Z`);
  // A day that doesn't exist rolls over into another, so it doesn't read back as itself.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== local || Number(year) < 1800)
    return undefined;
  const knownZone = zone || (/^\s*(Z|[+-]\d\d:\d\d)\s*$/.exec(offset)?.[1] ?? '');
  return local + knownZone;
}

function positionOf({
  Latitude: lat,
  Longitude: lon,
}: Groups['gps']): { lat: number; lon: number } | undefined {
  // NaN, which cameras without a fix make of 0/0, fails every comparison.
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180))
    return undefined;
  // 1e-7 degrees is about a centimeter; more digits are noise of the fractions it was stored as.
  const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  return { lat: rounded(lat), lon: rounded(lon) };
}
