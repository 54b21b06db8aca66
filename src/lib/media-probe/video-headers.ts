// Duration, size and codecs of video: ISO base media (MP4, MOV, M4A; ISO/IEC 14496-12) and Matroska (WebM; RFC 9559).
import { cleanLine } from './clean-text.ts';
import { boxes, readPayload, type Part, type ReadableFile } from './file-parts.ts';
import { known, seconds, type MediaHeaders } from './header-facts.ts';

const maxTracks = 50;
/** Matroska writes its headers before the first cluster, within kilobytes. */
const matroskaHeadBytes = 1024 * 1024;

interface Track {
  kind: string;
  codec: string | undefined;
  width?: number;
  height?: number;
  channels?: number;
  sampleRate?: number;
}

/** Reads `moov`, wherever it is in the file; sample tables, which can be large, are skipped. */
export async function readIsoMedia(file: ReadableFile): Promise<MediaHeaders> {
  const within = (part: Part | undefined): Promise<Part[]> =>
    part ? boxes(file, part.payloadOffset, part.payloadOffset + part.payloadLength) : Promise.resolve([]);
  const named = (parts: Part[], type: string) => parts.find((part) => part.type === type);
  const bytesOf = (part: Part | undefined, length: number) =>
    part ? readPayload(file, part, length) : Promise.resolve(Buffer.alloc(0));

  const movie = await within(named(await boxes(file), 'moov'));
  const mvhd = await bytesOf(named(movie, 'mvhd'), 32);
  const isLong = mvhd[0] === 1;
  const duration = isLong
    ? Number(mvhd.readBigUInt64BE(24)) / mvhd.readUInt32BE(20)
    : mvhd.readUInt32BE(16) / mvhd.readUInt32BE(12);

  const tracks: Track[] = [];
  for (const trak of movie.filter(({ type }) => type === 'trak').slice(0, maxTracks)) {
    const track = await within(trak);
    const media = await within(named(track, 'mdia'));
    const handler = (await bytesOf(named(media, 'hdlr'), 12)).toString('latin1', 8, 12);
    const tables = await within(named(await within(named(media, 'minf')), 'stbl'));
    const entry = await bytesOf(named(tables, 'stsd'), 64);
    const codec = cleanLine(entry.toString('latin1', 12, 16), 4);
    if (handler === 'vide')
      tracks.push({ kind: 'video', codec, ...shownSize(await bytesOf(named(track, 'tkhd'), 96)) });
    if (handler === 'soun') {
      tracks.push({
        kind: 'audio',
        codec,
        channels: entry.readUInt16BE(32),
        sampleRate: entry.readUInt16BE(40),
      });
    }
  }
  return summary(duration, tracks);
}

/** Width and height of a track header in pixels, rotated by its matrix: phones record sideways. */
function shownSize(tkhd: Buffer): { width: number; height: number } {
  const matrix = tkhd[0] === 1 ? 52 : 40;
  const width = tkhd.readUInt16BE(matrix + 36);
  const height = tkhd.readUInt16BE(matrix + 40);
  const isTurned = tkhd.readInt32BE(matrix) === 0 && tkhd.readInt32BE(matrix + 16) === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** The EBML elements that are entered or read; all others are skipped. */
const elements = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  sampleRate: 0xb5,
  channels: 0x9f,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const;

/** Reads Matroska's `Info` and `Tracks`. */
export async function readMatroska(file: ReadableFile): Promise<MediaHeaders> {
  const head = await file.read(0, matroskaHeadBytes);
  const segment = child(head, elements.segment);
  const info = segment && child(segment, elements.info);
  // Timestamps count in this many nanoseconds, a million unless the file says otherwise.
  const scale = (info && wholeNumber(child(info, elements.timestampScale))) ?? 1_000_000;
  const duration = ((info && fraction(child(info, elements.duration))) ?? NaN) * (scale / 1e9);
  const list = segment && child(segment, elements.tracks);
  const tracks = (list ? children(list) : [])
    .filter(({ id }) => id === elements.track)
    .slice(0, maxTracks)
    .flatMap(({ data }): Track[] => {
      const codec = cleanLine(child(data, elements.codec)?.toString('latin1'), 50);
      const video = child(data, elements.video);
      const audio = child(data, elements.audio);
      const type = wholeNumber(child(data, elements.trackType));
      if (type === 1 && video) {
        const width = wholeNumber(child(video, elements.pixelWidth));
        return [{ kind: 'video', codec, width, height: wholeNumber(child(video, elements.pixelHeight)) }];
      }
      if (type !== 2 || !audio) return [];
      const sampleRate = fraction(child(audio, elements.sampleRate));
      return [
        { kind: 'audio', codec, sampleRate, channels: wholeNumber(child(audio, elements.channels)) ?? 1 },
      ];
    });
  return summary(duration, tracks);
}

/** Matroska's tags by name, of each the first: those before the recording, where writers put them that know them in time. */
export async function matroskaTags(file: ReadableFile): Promise<Map<string, string>> {
  const head = await file.read(0, matroskaHeadBytes);
  const segment = child(head, elements.segment);
  const within = (list: readonly Element[], id: number): Element[] =>
    list.filter((one) => one.id === id).flatMap(({ data }) => children(data));
  const tags = within(within(segment ? children(segment) : [], elements.tags), elements.tag);
  const found = new Map<string, string>();
  for (const { data } of tags.filter(({ id }) => id === elements.simpleTag)) {
    const name = child(data, elements.tagName)?.toString('utf8').toUpperCase();
    const text = child(data, elements.tagString)?.toString('utf8');
    if (name !== undefined && text !== undefined && !found.has(name)) found.set(name, text);
  }
  return found;
}

function summary(duration: number, tracks: Track[]): MediaHeaders {
  const video = tracks.find(({ kind }) => kind === 'video');
  const audio = tracks.find(({ kind }) => kind === 'audio');
  return {
    width: video?.width || null,
    height: video?.height || null,
    probe: known({
      durationSeconds: seconds(duration),
      videoCodec: video?.codec,
      audioCodec: audio?.codec,
      channels: audio?.channels || undefined,
      sampleRate: audio?.sampleRate || undefined,
      tracks: tracks.length || undefined,
    }),
  };
}

interface Element {
  id: number;
  data: Buffer;
}

/** EBML elements in a row (RFC 8794, 4): an id and a length of 1 to 8 bytes each, then the data. */
function children(bytes: Buffer): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const idLength = vintLength(bytes[at] ?? 0);
    const sizeLength = vintLength(bytes[at + idLength] ?? 0);
    const start = at + idLength + sizeLength;
    if (idLength > 4 || sizeLength > 8 || start > bytes.length) break;
    const id = bytes.readUIntBE(at, idLength);
    const size = vintValue(bytes.subarray(at + idLength, start));
    found.push({ id, data: bytes.subarray(start, start + size) });
    at = start + size;
  }
  return found;
}

function child(bytes: Buffer, id: number): Buffer | undefined {
  return children(bytes).find((element) => element.id === id)?.data;
}

/** A variable-length integer is as many bytes long as its first byte has leading zeros, and one. */
function vintLength(first: number): number {
  return Math.clz32(first) - 23;
}

/** Its value without the length marker. All ones means "unknown": the rest of the file, as live recordings write it. */
function vintValue(bytes: Buffer): number {
  const marker = 0x80 >> (bytes.length - 1);
  const digits = [(bytes[0] ?? 0) & (marker - 1), ...bytes.subarray(1)];
  const isUnknown = digits[0] === marker - 1 && digits.slice(1).every((digit) => digit === 0xff);
  return isUnknown ? Infinity : digits.reduce((value, digit) => value * 256 + digit, 0);
}

function wholeNumber(data: Buffer | undefined): number | undefined {
  return data && data.length > 0 && data.length <= 6 ? data.readUIntBE(0, data.length) : undefined;
}

function fraction(data: Buffer | undefined): number | undefined {
  if (data?.length === 4) return data.readFloatBE(0);
  return data?.length === 8 ? data.readDoubleBE(0) : undefined;
}
