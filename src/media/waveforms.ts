// Waveforms of sounds: their peaks, and a picture of them.
import sharp from 'sharp';
import { decodeApart } from '../lib/decoders/pool.ts';
import type { DecodedWaveform } from '../lib/decoders/sounds/index.mjs';
import type { ReadableFile } from '../lib/media-probe/file-parts.ts';
import { readMediaHeaders } from '../lib/media-probe/media-headers.ts';
import { wavPeaks } from '../lib/media-probe/wav-peaks.ts';
import { asNoPreview, demandAtMost, maxDecodedBytes } from './ask-decoder.ts';
import { hasFfmpeg, runFfmpeg } from './ffmpeg.ts';

/** Parts of a sound, at most. */
const maxPeaks = 500;

export interface Waveform {
  /** From 0 to 1. */
  peaks: number[];
  /** As decoded. */
  seconds: number | null;
}

const wavTypes: readonly string[] = ['audio/wav', 'audio/vnd.wave'];
const flacType = 'audio/flac';

/** @returns null if there's no sound that can be decoded here. @throws NoPreview */
export async function waveformOf(file: ReadableFile, mime: string): Promise<Waveform | null> {
  const peaks = wavTypes.includes(mime) ? await wavPeaks(file, maxPeaks) : null;
  if (peaks) return { peaks: peaks.map(rounded), seconds: null };
  if (hasFfmpeg()) return decodedWaveformOf(file, mime);
  return mime === flacType ? flacWaveformOf(file) : null;
}

/** Decoded in a process of its own, where there's no ffmpeg. @throws NoPreview */
async function flacWaveformOf(file: ReadableFile): Promise<Waveform> {
  demandAtMost(file, maxDecodedBytes);
  const request = { decoder: 'sounds', kind: 'flac', name: 'FLAC', parts: maxPeaks } as const;
  try {
    const { result } = await decodeApart(request, { path: file.path, size: file.size });
    const { peaks, seconds } = result as DecodedWaveform;
    return { peaks: peaks.map(rounded), seconds };
  } catch (error) {
    throw asNoPreview(error);
  }
}

/** Whether this server can decode such a file without ffmpeg. */
export const isDecodedHere = (mime: string): boolean => wavTypes.includes(mime) || mime === flacType;

const rounded = (peak: number): number => Math.round(Math.min(1, Math.max(0, peak)) * 1000) / 1000;

/** Of each measured stretch; several make a part. */
const stretches = 4 * maxPeaks;
/** Bounds what is printed for a file whose headers say it's shorter than it is. */
const minStretchSamples = 1024;
const usualRate = 44_100;
/** Of music and speech, in bits a second: a sound is seldom longer than its size divided by it. */
const lowestBitrate = 32_000;

/** ffmpeg prints the loudest sample of each stretch, so that only numbers leave its process. */
async function decodedWaveformOf(file: ReadableFile, mime: string): Promise<Waveform | null> {
  const { probe } = await readMediaHeaders(file, mime);
  const seconds =
    typeof probe.durationSeconds === 'number' ? probe.durationSeconds : (file.size * 8) / lowestBitrate;
  const rate = typeof probe.sampleRate === 'number' && probe.sampleRate > 0 ? probe.sampleRate : usualRate;
  const samples = Math.max(minStretchSamples, Math.round((seconds * rate) / stretches));
  const measure =
    'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=Peak_level,ametadata=mode=print:key=lavfi.astats.Overall.Peak_level:file=-';
  const printed = await runFfmpeg({
    path: file.path,
    mime,
    output: ['-map', '0:a:0', '-af', `asetnsamples=n=${samples}:p=0,${measure}`, '-f', 'null', '-'],
  });
  return printed && waveformIn(printed.toString('latin1'));
}

/** @returns null if nothing was measured */
function waveformIn(printed: string): Waveform | null {
  // Decibels below the loudest there can be; `-inf` is silence.
  const levels = [...printed.matchAll(/Peak_level=(\S+)/g)].map(([, level]) => {
    const decibels = Number(level);
    return Number.isFinite(decibels) ? 10 ** (decibels / 20) : 0;
  });
  if (levels.length === 0) return null;
  const times = [...printed.matchAll(/pts_time:([\d.]+)/g)].map(([, time]) => Number(time));
  const last = times.at(-1) ?? 0;
  // The last stretch begins there; how long it is isn't said.
  const stretch = times.length > 1 ? last / (times.length - 1) : 0;
  return { peaks: loudest(levels, maxPeaks).map(rounded), seconds: last + stretch || null };
}

/** Of each of so many parts at most. */
function loudest(levels: readonly number[], most: number): number[] {
  const parts = Math.min(most, levels.length);
  const peaks = new Array<number>(parts).fill(0);
  levels.forEach((level, at) => {
    const part = Math.floor((at * parts) / levels.length);
    peaks[part] = Math.max(peaks[part] ?? 0, level);
  });
  return peaks;
}

/** Of the picture, in pixels: as wide as thumbnails are for their height, so that they aren't cut. */
export const waveformSize = { width: 1280, height: 960 } as const;
const bar = { count: 80, width: 10, color: [124, 130, 150, 255] } as const;

/** A PNG on nothing: bars that stand out on a light and on a dark page. */
export function drawWaveform(peaks: readonly number[]): Promise<Buffer> {
  const { width, height } = waveformSize;
  const pixels = Buffer.alloc(width * height * 4);
  const pixel = Buffer.from(bar.color);
  const step = width / (bar.count + 2);
  const levels = Array.from({ length: bar.count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / bar.count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / bar.count));
    return Math.max(0, ...peaks.slice(from, to));
  });
  levels.forEach((level, at) => {
    const left = Math.round((at + 1) * step + (step - bar.width) / 2);
    const half = Math.max(bar.width / 2, Math.round(level * height * 0.36));
    for (let y = height / 2 - half; y < height / 2 + half; y += 1)
      for (let x = left; x < left + bar.width; x += 1) pixel.copy(pixels, (y * width + x) * 4);
  });
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
