// Pictures of sounds: their cover art, or else their waveform.
import type { Measured } from '../lib/decoders/pictures/index.mjs';
import type { ReadableFile } from '../lib/media-probe/file-parts.ts';
import { readMediaHeaders } from '../lib/media-probe/media-headers.ts';
import { NoPreview, type Previewer } from '../assets/metadata/previewers.ts';
import { askDecoder, demandAtMost, maxDecodedBytes, type Decoder } from './ask-decoder.ts';
import { hasFfmpeg, maxPlayedBytes, soundDemuxers } from './ffmpeg.ts';
import { drawWaveform, isDecodedHere, waveformOf, waveformSize } from './waveforms.ts';

const covers: Decoder = { kind: 'cover', name: 'sound file', decoder: 'documents' };

/** @returns what was made of the cover, or why there is none. */
async function coverOf(file: ReadableFile, action: 'measure' | 'draw') {
  if (file.size > maxDecodedBytes) return new NoPreview('is too large to be searched for cover art');
  try {
    return await askDecoder(file, covers, action, 1);
  } catch (error) {
    if (error instanceof NoPreview && error.isLasting) return error;
    throw error;
  }
}

function demandDecoder(mime: string): void {
  if (hasFfmpeg() || isDecodedHere(mime)) return;
  throw new NoPreview(
    "has no cover art that can be shown, and its waveform needs ffmpeg, which this server doesn't have",
  );
}

export const sounds: Previewer = {
  // Of its own where there's no ffmpeg: what it couldn't draw is tried again once there is one.
  get name() {
    return hasFfmpeg() ? 'sound' : 'sound-alone';
  },
  version: 1,
  types: Object.fromEntries(Object.keys(soundDemuxers).map((type) => [type, null])),
  format: 'jpeg',
  measure: async (file, { mime }) => {
    demandAtMost(file, maxPlayedBytes);
    const cover = await coverOf(file, 'measure');
    if (!(cover instanceof NoPreview)) {
      const { width, height } = cover.result as Measured;
      return { width, height };
    }
    demandDecoder(mime);
    const { probe } = await readMediaHeaders(file, mime);
    // Without a duration nothing says that there's any sound in it: found out when it's drawn.
    return typeof probe.durationSeconds === 'number' ? waveformSize : { width: null, height: null };
  },
  draw: async (file, { mime }) => {
    demandAtMost(file, maxPlayedBytes);
    const cover = await coverOf(file, 'draw');
    if (!(cover instanceof NoPreview)) return cover.bytes;
    demandDecoder(mime);
    const waveform = await waveformOf(file, mime);
    if (!waveform) throw cover;
    const { peaks, seconds } = waveform;
    return {
      picture: await drawWaveform(peaks),
      isDiagram: true,
      pieces: { peaks, ...(seconds !== null && { durationSeconds: seconds }) },
    };
  },
  makePieces: async (file, { mime }) => {
    const waveform = await waveformOf(file, mime);
    if (!waveform) return {};
    const { peaks, seconds } = waveform;
    return { peaks, ...(seconds !== null && { durationSeconds: seconds }) };
  },
};
