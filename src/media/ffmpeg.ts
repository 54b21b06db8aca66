// Runs this server's ffmpeg on a file from strangers: with the container that its bytes say, and without other files or a network.
import { DecoderFailure } from '../lib/decoders/failures.ts';
import { runProgram } from '../lib/decoders/program.ts';
import { Turns } from '../lib/turns.ts';
import { pathOf } from '../env.ts';
import { asNoPreview } from './ask-decoder.ts';

const GiB = 1024 ** 3;
/** Larger files get no preview. They are read from the disk, never held in memory. */
export const maxPlayedBytes = 5 * GiB;
const limits = { seconds: 600, memoryBytes: GiB, outputBytes: 64 * 1024 * 1024 };

/**
 * The demuxer for each type. Named, because ffmpeg would otherwise choose by the contents: a playlist that claims to be a video makes it read
 * other files and addresses.
 */
export const videoDemuxers: Readonly<Record<string, string>> = {
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
export const soundDemuxers: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/aiff': 'aiff',
  'audio/ape': 'ape',
  'audio/webm': 'matroska',
  'audio/x-ms-asf': 'asf',
};

export const hasFfmpeg = (): boolean => pathOf('ffmpeg') !== undefined;

/** It uses several threads for one file. */
const turns = new Turns(1);
/** Of a file that it writes. */
const maxWrittenBytes = 4 * GiB;

interface Run {
  path: string;
  mime: string;
  /** Options of the input, such as where to begin. */
  input?: readonly string[];
  /** What is made of it, and how it's printed. */
  output: readonly string[];
}

function argumentsOf({ path, mime, input = [], output }: Run): string[] {
  const demuxer = videoDemuxers[mime] ?? soundDemuxers[mime];
  if (demuxer === undefined) throw new TypeError(`No demuxer for ${mime}`);
  return [
    ...['-v', 'error', '-nostdin', '-nostats', '-threads', '2'],
    ...['-protocol_whitelist', 'file', '-f', demuxer, ...input, '-i', `file:${path}`],
    ...output,
  ];
}

/**
 * Writes a file, in minutes: whoever calls it does so one after the other. It holds up no posters.
 *
 * @returns whether it could decode the file
 * @throws NoPreview if it takes too much, or can't be started
 */
export async function writeWithFfmpeg(run: Run, into: string): Promise<boolean> {
  const written = ['-fs', String(maxWrittenBytes), '-y', `file:${into}`];
  try {
    await runProgram(pathOf('ffmpeg') ?? 'ffmpeg', [...argumentsOf(run), ...written], limits);
    return true;
  } catch (error) {
    if (error instanceof DecoderFailure && error.reason === 'broken') return false;
    throw asNoPreview(error);
  }
}

/**
 * @returns what it prints; null if it can't decode the file
 * @throws NoPreview if it takes too much, or can't be started
 */
export function runFfmpeg(run: Run): Promise<Buffer | null> {
  const args = argumentsOf(run);
  return turns.take(async () => {
    try {
      const printed = await runProgram(pathOf('ffmpeg') ?? 'ffmpeg', args, limits);
      return printed.length > 0 ? printed : null;
    } catch (error) {
      if (error instanceof DecoderFailure && error.reason === 'broken') return null;
      throw asNoPreview(error);
    }
  });
}
