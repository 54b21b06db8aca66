// Posters of videos with ffmpeg, where this server has one, and what comes beside them.
import { readMediaHeaders } from '../lib/media-probe/media-headers.ts';
import type { ReadableFile } from '../lib/media-probe/file-parts.ts';
import { NoPreview, type Previewer } from '../assets/metadata/previewers.ts';
import { demandAtMost } from './ask-decoder.ts';
import { hasFfmpeg, maxPlayedBytes, runFfmpeg, videoDemuxers } from './ffmpeg.ts';
import { clipOf, stripOf, writePlayable } from './video-pieces.ts';

export const videos: Previewer = {
  name: 'video',
  version: 2,
  types: Object.fromEntries(Object.keys(videoDemuxers).map((type) => [type, null])),
  format: 'jpeg',
  missing: () =>
    hasFfmpeg() ? undefined : "Previews of videos need ffmpeg, which this server doesn't have.",
  // The headers of the file say it.
  measure: () => Promise.resolve({ width: null, height: null }),
  draw: async (file, { mime }) => {
    demandAtMost(file, maxPlayedBytes);
    const seconds = await headerSecondsOf(file, mime);
    // A tenth into it: the first pictures are often black. Headers can be wrong, or missing.
    const there =
      seconds === null ? null : await posterOf(file, mime, ['-ss', (seconds / 10).toFixed(3)], []);
    return there ?? (await posterOf(file, mime, [], typical)) ?? noPicture();
  },
  makePieces: async (file, { mime }) => {
    demandAtMost(file, maxPlayedBytes);
    const known = await headerSecondsOf(file, mime);
    const seconds = known ?? (await countedSecondsOf(file, mime));
    const video = { path: file.path, mime, seconds: seconds ?? 0 };
    const strip = await stripOf(video);
    const clip = await clipOf(video);
    return {
      ...(known === null && seconds !== null && { durationSeconds: seconds }),
      ...(strip && { strip }),
      ...(clip && { clip }),
    };
  },
  makePlayable: async (file, { mime, into }) => {
    demandAtMost(file, maxPlayedBytes);
    if (!(await writePlayable({ path: file.path, mime }, into))) noPicture();
  },
};

function noPicture(): never {
  throw new NoPreview('has no picture that ffmpeg can decode');
}

async function headerSecondsOf(file: ReadableFile, mime: string): Promise<number | null> {
  const { probe } = await readMediaHeaders(file, mime);
  return typeof probe.durationSeconds === 'number' && probe.durationSeconds > 0
    ? probe.durationSeconds
    : null;
}

/** How long a video is whose headers don't say it: its packets are read, and not decoded. */
async function countedSecondsOf({ path }: ReadableFile, mime: string): Promise<number | null> {
  const output = ['-map', '0:v:0', '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-'];
  const printed = (await runFfmpeg({ path, mime, output }))?.toString('latin1') ?? '';
  const last = [...printed.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1];
  const seconds = Number(last ?? 0) / 1e6;
  return seconds > 0 ? seconds : null;
}

/** The picture that is most like the others, of the first hundred. */
const typical = ['-vf', 'thumbnail=100'];

/** A JPEG; null if there is nothing. */
const posterOf = (
  { path }: ReadableFile,
  mime: string,
  start: readonly string[],
  filter: readonly string[],
): Promise<Buffer | null> =>
  runFfmpeg({
    path,
    mime,
    input: start,
    output: [
      ...['-map', '0:v:0', ...filter, '-frames:v', '1'],
      ...['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '2', 'pipe:1'],
    ],
  });
