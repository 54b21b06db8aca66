// Whose a document, video or sound is, as the file says: an XMP packet, or else the tags of its container.
// cspell:ignore udta ilst IART ICOP TCOP WCOP
import { boxes, readPayload, riffChunks, type Part, type ReadableFile } from './file-parts.ts';
import { id3Frames } from './id3-frames.ts';
import { matroskaTags } from './video-headers.ts';
import { pdfPacket } from './xmp-packets.ts';

/** Texts as they are in the file: any length, with any characters. */
export interface MediaCredits {
  /** Counts more than the tags. */
  xmp: Buffer | null;
  artists: readonly string[];
  copyright: string | null;
  usageTerms: string | null;
  webStatement: string | null;
}

type Tags = Partial<Omit<MediaCredits, 'artists'>> & { artist?: string | undefined };

/** What the specification of XMP gives packets as a maximum of its own, for JPEG; editors write a few kilobytes. */
const maxPacketBytes = 1024 * 1024;
const maxTextBytes = 16 * 1024;
/** Of a list. Later ones are ignored: a recording can have thousands of fragments, and each may be a read of its own from remote storage. */
const maxParts = 200;

/** What a file says of whose it is; null for types whose files can't. One that can't be read says nothing. */
export async function readMediaCredits(file: ReadableFile, mime: string): Promise<MediaCredits | null> {
  const reader = readerOf(mime);
  if (!reader) return null;
  const { artist, ...tags } = await reader(file).catch((): Tags => ({}));
  const nothing = { xmp: null, copyright: null, usageTerms: null, webStatement: null };
  return { ...nothing, ...tags, artists: artist === undefined ? [] : [artist] };
}

export const mayHaveMediaCredits = (mime: string): boolean => readerOf(mime) !== undefined;

function readerOf(mime: string): ((file: ReadableFile) => Promise<Tags>) | undefined {
  if (/^application\/(pdf|illustrator)$/.test(mime)) return async (file) => ({ xmp: await pdfPacket(file) });
  if (/^video\/(mp4|quicktime|x-m4v|3gpp2?)$|^audio\/(mp4|x-m4a)$/.test(mime)) return ofIsoMedia;
  if (/^(video|audio)\/(webm|matroska|x-matroska)$/.test(mime)) return ofMatroska;
  if (/^audio\/(wav|vnd\.wave|x-wav)$|^video\/(vnd\.avi|x-msvideo)$/.test(mime)) return ofRiff;
  if (mime === 'audio/mpeg') return (file) => ofId3(file, 0);
  if (mime === 'audio/flac') return ofFlac;
  return undefined;
}

/** The name of the box that holds XMP (XMP specification part 3, 1.2.7.1). */
const xmpBox = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** XMP in a `uuid` box or in QuickTime's `XMP_`; tags as iTunes, QuickTime and 3GPP write them, all in `moov/udta`. */
async function ofIsoMedia(file: ReadableFile): Promise<Tags> {
  const within = (part: Part | undefined, skipped = 0): Promise<Part[]> =>
    part
      ? boxes(file, part.payloadOffset + skipped, part.payloadOffset + part.payloadLength, maxParts)
      : Promise.resolve([]);
  const named = (parts: Part[], ...types: string[]) => parts.find(({ type }) => types.includes(type));
  const top = await boxes(file, 0, file.size, maxParts);
  const about = await within(named(await within(named(top, 'moov')), 'udta'));
  const meta = named(about, 'meta');
  // A full box with four bytes before its contents, but in QuickTime.
  const isBare = meta && (await file.read(meta.payloadOffset, 8)).toString('latin1', 4, 8) === 'hdlr';
  const items = await within(named(await within(meta, isBare ? 0 : 4), 'ilst'));
  const itemText = async (type: string): Promise<string | undefined> => {
    const data = named(await within(named(items, type)), 'data');
    return data && (await readPayload(file, data, maxTextBytes)).toString('utf8', 8);
  };
  const quickTimeText = async (...types: string[]): Promise<string | undefined> => {
    const part = named(about, ...types);
    if (!part) return undefined;
    const bytes = await readPayload(file, part, maxTextBytes);
    // 3GPP has a version before the language, QuickTime the length of the text.
    return part.type.startsWith('\u00a9')
      ? bytes.toString('utf8', 4, 4 + bytes.readUInt16BE(0))
      : withoutEnd(decoded(bytes.subarray(6)));
  };
  return {
    xmp: await isoPacket(file, top, named(about, 'XMP_')),
    artist: (await itemText('\u00a9ART')) ?? (await quickTimeText('\u00a9ART', '\u00a9aut', 'auth')),
    copyright: (await itemText('cprt')) ?? (await quickTimeText('\u00a9cpy', 'cprt')) ?? null,
  };
}

async function isoPacket(file: ReadableFile, top: Part[], other: Part | undefined): Promise<Buffer | null> {
  for (const part of top.filter(({ type }) => type === 'uuid')) {
    const head = await file.read(part.payloadOffset, xmpBox.length);
    if (!head.equals(xmpBox)) continue;
    return readPayload(file, inside(part, xmpBox.length), maxPacketBytes);
  }
  return other ? readPayload(file, other, maxPacketBytes) : null;
}

const inside = (part: Part, skipped: number): Part => ({
  ...part,
  payloadOffset: part.payloadOffset + skipped,
  payloadLength: Math.max(0, part.payloadLength - skipped),
});

/** UTF-8, or UTF-16 with a mark. */
const decoded = (bytes: Buffer): string =>
  bytes.length >= 2 && bytes.readUInt16BE(0) === 0xfeff
    ? new TextDecoder('utf-16be').decode(bytes)
    : bytes.toString('utf8');

const withoutEnd = (text: string): string => text.split('\0', 1)[0] ?? '';

async function ofMatroska(file: ReadableFile): Promise<Tags> {
  const tags = await matroskaTags(file);
  return {
    artist: tags.get('ARTIST') ?? tags.get('AUTHOR'),
    copyright: tags.get('COPYRIGHT') ?? null,
    usageTerms: tags.get('LICENSE') ?? tags.get('TERMS_OF_USE') ?? null,
  };
}

/** XMP in `_PMX` (XMP specification part 3, 1.2.6); the list INFO; or a tag as of an MP3. */
async function ofRiff(file: ReadableFile): Promise<Tags> {
  const chunks = await riffChunks(file, maxParts);
  const packet = chunks.find(({ type }) => type === '_PMX');
  const id3 = chunks.find(({ type }) => /^id3 $/i.test(type));
  const info = new Map<string, string>();
  for (const list of chunks.filter(({ type }) => type === 'LIST')) {
    const bytes = await readPayload(file, list, 4 * maxTextBytes);
    if (bytes.toString('latin1', 0, 4) !== 'INFO') continue;
    for (let at = 4; at + 8 <= bytes.length;) {
      const length = bytes.readUInt32LE(at + 4);
      info.set(
        bytes.toString('latin1', at, at + 4),
        withoutEnd(bytes.toString('utf8', at + 8, at + 8 + length)),
      );
      at += 8 + length + (length % 2);
    }
  }
  const tags: Tags = id3 ? await ofId3(file, id3.payloadOffset) : {};
  return {
    ...tags,
    artist: info.get('IART') ?? tags.artist,
    copyright: info.get('ICOP') ?? tags.copyright ?? null,
    xmp: packet ? await readPayload(file, packet, maxPacketBytes) : (tags.xmp ?? null),
  };
}

/** Frames of ID3v2 that XMP has an equal of; XMP itself is in a private one (XMP specification part 3, 1.2.5). */
async function ofId3(file: ReadableFile, start: number): Promise<Tags> {
  const frames = await id3Frames(file, start, {
    texts: ['TPE1', 'TCOP', 'WCOP', 'USER'],
    private: 'XMP',
    maxBytes: maxPacketBytes,
  });
  return {
    xmp: frames.private,
    artist: frames.texts.get('TPE1'),
    copyright: frames.texts.get('TCOP') ?? null,
    usageTerms: frames.texts.get('USER') ?? null,
    webStatement: frames.texts.get('WCOP') ?? null,
  };
}

const vorbisComment = 4;

/** Vorbis comments in a metadata block (RFC 9639, 8.6). */
async function ofFlac(file: ReadableFile): Promise<Tags> {
  let at = 4;
  for (let n = 0; n < maxParts; n += 1) {
    const header = await file.read(at, 4);
    if (header.length < 4) return {};
    const length = header.readUIntBE(1, 3);
    if ((header.readUInt8(0) & 0x7f) === vorbisComment)
      return ofComments(await file.read(at + 4, Math.min(length, maxPacketBytes)));
    if ((header.readUInt8(0) & 0x80) !== 0) return {};
    at += 4 + length;
  }
  return {};
}

function ofComments(bytes: Buffer): Tags {
  const found = new Map<string, string>();
  let at = 4 + bytes.readUInt32LE(0);
  const count = bytes.readUInt32LE(at);
  at += 4;
  for (let n = 0; n < count && at + 4 <= bytes.length; n += 1) {
    const length = bytes.readUInt32LE(at);
    const [name = '', ...value] = bytes.toString('utf8', at + 4, at + 4 + length).split('=');
    if (!found.has(name.toUpperCase())) found.set(name.toUpperCase(), value.join('='));
    at += 4 + length;
  }
  return {
    artist: found.get('ARTIST'),
    copyright: found.get('COPYRIGHT') ?? null,
    usageTerms: found.get('LICENSE') ?? null,
  };
}
