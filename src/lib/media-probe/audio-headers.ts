// Duration and format of audio: WAV (RIFF), FLAC (RFC 9639, 8.2) and MP3 (ISO/IEC 11172-3, 2.4.2.3; Xing for variable rates).
import { readPayload, riffChunks, type ReadableFile } from './file-parts.ts';
import { known, seconds } from './header-facts.ts';

/** Reads `fmt ` and the length of `data`. */
export async function readWav(file: ReadableFile): Promise<Record<string, unknown>> {
  const chunks = await riffChunks(file);
  const format = chunks.find(({ type }) => type === 'fmt ');
  const data = chunks.find(({ type }) => type === 'data');
  if (!format || !data) return {};
  const fmt = await readPayload(file, format, 16);
  // An interrupted recording has a length of 0 or 4 GiB; the actual size is used.
  const bytes = Math.min(data.payloadLength || Infinity, file.size - data.payloadOffset);
  return known({
    durationSeconds: seconds(bytes / fmt.readUInt32LE(8)),
    audioCodec: fmt.readUInt16LE(0) === 1 ? 'pcm' : undefined,
    channels: fmt.readUInt16LE(2),
    sampleRate: fmt.readUInt32LE(4),
    bitsPerSample: fmt.readUInt16LE(14) || undefined,
  });
}

/** Reads STREAMINFO, which is always the first block. */
export async function readFlac(file: ReadableFile): Promise<Record<string, unknown>> {
  const info = await file.read(8, 18);
  const sampleRate = info.readUIntBE(10, 3) >> 4;
  const packed = info.readUInt16BE(12);
  const samples = (info.readUInt8(13) & 0x0f) * 2 ** 32 + info.readUInt32BE(14);
  return known({
    durationSeconds: seconds(samples / sampleRate),
    audioCodec: 'flac',
    channels: ((packed >> 9) & 0x07) + 1,
    sampleRate,
    bitsPerSample: ((packed >> 4) & 0x1f) + 1,
  });
}

/** Layer III bitrates in kbit/s by index; index 0 is "free" and 15 forbidden. */
const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const mpeg1SampleRates = [44_100, 48_000, 32_000];

/** Reads the first frame after the ID3 tag. Without a Xing header, a constant bitrate is assumed. */
export async function readMp3(file: ReadableFile): Promise<Record<string, unknown>> {
  const tag = await file.read(0, 10);
  const hasTag = tag.toString('latin1', 0, 3) === 'ID3';
  // ID3v2 lengths have seven bits to a byte.
  const start = hasTag
    ? 10 + [...tag.subarray(6, 10)].reduce((length, byte) => length * 128 + (byte & 0x7f), 0)
    : 0;
  const frame = await file.read(start, 200);
  const header = frame.readUInt32BE(0);
  const isMpeg1 = ((header >>> 19) & 3) === 3;
  const divisor = { 0: 4, 2: 2, 3: 1 }[(header >>> 19) & 3];
  const bitrate = (isMpeg1 ? bitrates.mpeg1 : bitrates.mpeg2)[(header >>> 12) & 15];
  const rate = mpeg1SampleRates[(header >>> 10) & 3];
  const isLayer3 = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === 1;
  if (!isLayer3 || !divisor || !bitrate || !rate) return {};
  const isMono = ((header >>> 6) & 3) === 3;
  const sampleRate = rate / divisor;
  const xing = 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  const hasFrames =
    /^(Xing|Info)$/.test(frame.toString('latin1', xing, xing + 4)) && ((frame[xing + 7] ?? 0) & 1) === 1;
  const samplesPerFrame = isMpeg1 ? 1152 : 576;
  return known({
    durationSeconds: seconds(
      hasFrames
        ? (frame.readUInt32BE(xing + 8) * samplesPerFrame) / sampleRate
        : ((file.size - start) * 8) / (bitrate * 1000),
    ),
    audioCodec: 'mp3',
    channels: isMono ? 1 : 2,
    sampleRate,
  });
}
