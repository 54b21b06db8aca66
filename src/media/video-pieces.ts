// Of a video: ten pictures in a row, and a few seconds without sound.
// cspell:ignore libopus
import sharp from 'sharp';
import { runFfmpeg, writeWithFfmpeg } from './ffmpeg.ts';

interface Video {
  path: string;
  mime: string;
  /** 0: unknown. */
  seconds: number;
}

const frameCount = 10;
const frameSide = 320;
const shrunk = (side: number): string =>
  `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;

/** Up to here a video is decoded once from beginning to end. */
const wholeSeconds = 30;
/** From here on, the nearest picture that can be decoded alone will do: it is less than a tenth away. */
const keyframesFromSeconds = 100;

/** A picture as a PPM holds it: rows of red, green, blue. */
interface Frame {
  width: number;
  height: number;
  pixels: Buffer;
}

/** Reads PPMs that follow one another, and stops at anything else. */
function framesIn(printed: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < printed.length && frames.length < frameCount;) {
    const head = /^P6\n(\d{1,4}) (\d{1,4})\n255\n/.exec(printed.toString('latin1', at, at + 24));
    if (!head) break;
    const [width, height] = [Number(head[1]), Number(head[2])];
    const start = at + head[0].length;
    const end = start + width * height * 3;
    if (width < 1 || height < 1 || end > printed.length) break;
    frames.push({ width, height, pixels: printed.subarray(start, end) });
    at = end;
  }
  return frames;
}

/** Undefined: there's none at that moment. */
async function framesOf({ path, mime, seconds }: Video): Promise<(Frame | undefined)[]> {
  const run = async (input: readonly string[], filter: string, count: number): Promise<Frame[]> => {
    const output = ['-map', '0:v:0', '-vf', filter, '-frames:v', String(count)];
    const printed = await runFfmpeg({
      path,
      mime,
      input,
      output: [...output, '-f', 'image2pipe', '-c:v', 'ppm', 'pipe:1'],
    });
    return printed ? framesIn(printed) : [];
  };
  if (seconds === 0) return run([], `thumbnail=30,${shrunk(frameSide)}`, frameCount);
  if (seconds <= wholeSeconds)
    return run([], `fps=${(frameCount / seconds).toFixed(6)}:round=near,${shrunk(frameSide)}`, frameCount);
  const alone = seconds > keyframesFromSeconds ? ['-noaccurate_seek', '-skip_frame', 'nokey'] : [];
  const frames: (Frame | undefined)[] = [];
  for (let n = 0; n < frameCount; n += 1) {
    const at = ((n + 0.5) / frameCount) * seconds;
    frames.push((await run([...alone, '-ss', at.toFixed(3)], shrunk(frameSide), 1))[0]);
  }
  return frames;
}

/** A WebP; null if there's no picture. Where one is missing, or of another size, the one before it stands in. */
export async function stripOf(video: Video): Promise<Buffer | null> {
  const frames = await framesOf(video);
  const first = frames.find((frame) => frame !== undefined);
  if (!first) return null;
  const { width, height } = first;
  const rowBytes = width * 3;
  const pixels = Buffer.alloc(rowBytes * frameCount * height);
  let shown = first;
  for (let n = 0; n < frameCount; n += 1) {
    const next = frames[n];
    if (next?.width === width && next.height === height) shown = next;
    for (let y = 0; y < height; y += 1)
      shown.pixels.copy(pixels, (y * frameCount + n) * rowBytes, y * rowBytes, (y + 1) * rowBytes);
  }
  return sharp(pixels, { raw: { width: width * frameCount, height, channels: 3 } })
    .webp({ quality: 70 })
    .toBuffer();
}

/** Sides of 720p, of a video that lies or stands. Smaller ones keep their size. */
const scaledFor720p =
  "scale=w='if(gt(iw,ih),min(1280,iw),min(720,iw))':h='if(gt(iw,ih),min(720,ih),min(1280,ih))':force_original_aspect_ratio=decrease:force_divisible_by=2";

/** A WebM with VP9 and Opus: every ffmpeg has the encoders, and every browser plays it. @returns whether there's a picture */
export function writePlayable({ path, mime }: Pick<Video, 'path' | 'mime'>, into: string): Promise<boolean> {
  const picture = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'];
  const rate = ['-b:v', '1800k', '-maxrate', '2600k', '-bufsize', '5200k', '-g', '120'];
  const output = [
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-vf', scaledFor720p, '-pix_fmt', 'yuv420p', ...picture, ...rate],
    ...['-c:a', 'libopus', '-b:a', '96k', '-ac', '2', '-f', 'webm'],
  ];
  return writeWithFfmpeg({ path, mime, output }, into);
}

const clipSeconds = 6;
const clipSide = 480;

/**
 * A WebM: VP9, because every ffmpeg has it, and it's as fast as H.264 when it encodes in real time. About 400 KB; null if there's no picture.
 */
export function clipOf({ path, mime, seconds }: Video): Promise<Buffer | null> {
  // From where the poster is, as far as there are that many seconds left.
  const start = Math.max(0, Math.min(seconds / 10, seconds - clipSeconds));
  const encoder = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'];
  return runFfmpeg({
    path,
    mime,
    input: start > 0 ? ['-ss', start.toFixed(3)] : [],
    output: [
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-map_metadata', '-1', '-t', String(clipSeconds)],
      ...['-vf', `${shrunk(clipSide)},fps=24`, '-pix_fmt', 'yuv420p'],
      ...[...encoder, '-b:v', '500k', '-maxrate', '800k', '-bufsize', '1600k', '-f', 'webm', 'pipe:1'],
    ],
  });
}
