// Posters of videos with ffmpeg, where this server has one.
import { DecoderFailure } from '../lib/decoders/failures.ts';
import { runProgram } from '../lib/decoders/program.ts';
import { readMediaHeaders } from '../lib/media-probe/media-headers.ts';
import { Turns } from '../lib/turns.ts';
import { NoPreview, type Previewer } from '../assets/metadata/previewers.ts';
import { pathOf } from '../env.ts';

const GiB = 1024 ** 3;
const limits = { seconds: 600, memoryBytes: GiB, outputBytes: 64 * 1024 * 1024 };

/**
 * The demuxer for each type. Named, because ffmpeg would otherwise choose by the contents: a playlist that claims to be a video makes it read
 * other files and addresses.
 */
const demuxers: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpeg',
  'video/x-flv': 'flv',
  'video/ogg': 'ogg',
};

/** It uses several threads for one video. */
const turns = new Turns(1);

export const videos: Previewer = {
  name: 'video',
  version: 1,
  types: Object.fromEntries(Object.keys(demuxers).map((type) => [type, null])),
  format: 'jpeg',
  missing: () =>
    pathOf('ffmpeg') === undefined
      ? "Previews of videos need ffmpeg, which this server doesn't have."
      : undefined,
  // The headers of the file say it.
  measure: () => Promise.resolve({ width: null, height: null }),
  draw: (file, { mime }) =>
    turns.take(async () => {
      const { probe } = await readMediaHeaders(file, mime);
      const seconds = typeof probe.durationSeconds === 'number' ? probe.durationSeconds : 0;
      // A tenth into it: the first pictures are often black. Headers can be wrong, or missing.
      const there =
        seconds > 0 ? await posterOf(file.path, mime, ['-ss', (seconds / 10).toFixed(3)], []) : null;
      return there ?? (await posterOf(file.path, mime, [], typical)) ?? noPicture();
    }),
};

function noPicture(): never {
  throw new NoPreview('has no picture that ffmpeg can decode');
}

/** The picture that is most like the others, of the first hundred. */
const typical = ['-vf', 'thumbnail=100'];

/** A JPEG; null if there is nothing. */
async function posterOf(
  path: string,
  mime: string,
  start: readonly string[],
  filter: readonly string[],
): Promise<Buffer | null> {
  const input = [
    '-protocol_whitelist',
    'file',
    '-f',
    demuxers[mime] ?? 'mov',
    ...start,
    '-i',
    `file:${path}`,
  ];
  const output = [
    '-map',
    '0:v:0',
    ...filter,
    '-frames:v',
    '1',
    '-f',
    'image2pipe',
    '-c:v',
    'mjpeg',
    '-q:v',
    '2',
  ];
  try {
    const picture = await runProgram(
      pathOf('ffmpeg') ?? 'ffmpeg',
      ['-v', 'error', '-nostdin', '-threads', '2', ...input, ...output, 'pipe:1'],
      limits,
    );
    return picture.length > 0 ? picture : null;
  } catch (error) {
    if (!(error instanceof DecoderFailure)) throw error;
    if (error.reason === 'broken') return null;
    throw new NoPreview(error.message, error.isLasting);
  }
}
