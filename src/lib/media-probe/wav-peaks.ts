// The waveform of a WAV that isn't compressed (RIFF, WAVE_FORMAT_PCM, _IEEE_FLOAT and _EXTENSIBLE).
import { readPayload, riffChunks, type ReadableFile } from './file-parts.ts';

const formats = { pcm: 1, float: 3, extensible: 0xfffe } as const;

/** What is read of each part: all of it in a sound of minutes, and its beginning in one of hours. */
const maxPartBytes = 256 * 1024;
/** Time is given to others after so many bytes. */
const readBytes = 64 * 1024;

type Sample = (bytes: Buffer, at: number) => number;

/** Reads one sample as a number from -1 to 1; undefined for formats that aren't read here. */
function readerOf(format: number, bytes: number): Sample | undefined {
  if (format === formats.float && bytes === 4) return (from, at) => from.readFloatLE(at);
  if (format !== formats.pcm) return undefined;
  if (bytes === 1) return (from, at) => (from.readUInt8(at) - 128) / 128; // the only one without a sign
  if (bytes === 2) return (from, at) => from.readInt16LE(at) / 2 ** 15;
  if (bytes === 3) return (from, at) => from.readIntLE(at, 3) / 2 ** 23;
  if (bytes === 4) return (from, at) => from.readInt32LE(at) / 2 ** 31;
  return undefined;
}

async function loudestIn(
  file: ReadableFile,
  { from, to, sampleBytes, sample }: { from: number; to: number; sampleBytes: number; sample: Sample },
): Promise<number> {
  let loudest = 0;
  const piece = readBytes - (readBytes % sampleBytes);
  for (let at = from; at < Math.min(to, from + maxPartBytes); at += piece) {
    const bytes = await file.read(at, Math.min(piece, to - at));
    for (let i = 0; i + sampleBytes <= bytes.length; i += sampleBytes) {
      const value = Math.abs(sample(bytes, i));
      if (value > loudest) loudest = value;
    }
  }
  // Samples of numbers may be louder than loud, or no numbers.
  return Math.min(1, loudest);
}

/**
 * @param most parts, all of the same length
 * @returns the loudest sample of each part, from 0 to 1; null if the file is compressed, or has no sound
 */
export async function wavPeaks(file: ReadableFile, most: number): Promise<number[] | null> {
  const chunks = await riffChunks(file);
  const format = chunks.find(({ type }) => type === 'fmt ');
  const data = chunks.find(({ type }) => type === 'data');
  if (!format || !data) return null;
  const fmt = await readPayload(file, format, 40);
  if (fmt.length < 16) return null;
  const tag = fmt.readUInt16LE(0);
  const blockBytes = fmt.readUInt16LE(12);
  const sampleBytes = fmt.readUInt16LE(14) / 8;
  const isExtended = tag === formats.extensible && fmt.length >= 26;
  const sample = readerOf(isExtended ? fmt.readUInt16LE(24) : tag, sampleBytes);
  // An interrupted recording has a length of 0 or 4 GiB; the actual size is used.
  const length = Math.min(data.payloadLength || Infinity, file.size - data.payloadOffset);
  const blocks = Math.floor(length / blockBytes);
  if (!sample || blockBytes % sampleBytes !== 0 || !(blocks >= 1)) return null;
  const parts = Math.min(most, blocks);
  const startOf = (part: number): number =>
    data.payloadOffset + Math.floor((part * blocks) / parts) * blockBytes;
  const peaks: number[] = [];
  for (let part = 0; part < parts; part += 1)
    peaks.push(await loudestIn(file, { from: startOf(part), to: startOf(part + 1), sampleBytes, sample }));
  return peaks;
}
