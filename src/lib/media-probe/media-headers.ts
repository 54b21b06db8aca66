// Reads the headers of video, audio and font files. Unreadable headers yield nothing; the file is still kept.
import type { MediaHeaders } from './header-facts.ts';
import type { ReadableFile } from './file-parts.ts';
import { readIsoMedia, readMatroska } from './video-headers.ts';
import { readFont } from './font-headers.ts';
import { readFlac, readMp3, readWav } from './audio-headers.ts';

const nothing: MediaHeaders = { width: null, height: null, probe: {} };

/** Reads the headers of this kind of file; kinds without a reader have none. */
export async function readMediaHeaders(file: ReadableFile, mime: string): Promise<MediaHeaders> {
  try {
    return (await readerOf(mime)?.(file)) ?? nothing;
  } catch {
    // A range error in a header with wrong lengths: nothing in it is reliable.
    return nothing;
  }
}

function readerOf(mime: string): ((file: ReadableFile) => Promise<MediaHeaders>) | undefined {
  const withoutSize =
    (read: (file: ReadableFile) => Promise<Record<string, unknown>>) => async (file: ReadableFile) => ({
      ...nothing,
      probe: await read(file),
    });
  if (/^video\/(mp4|quicktime|x-m4v|3gpp2?)$|^audio\/(mp4|x-m4a)$/.test(mime)) return readIsoMedia;
  if (/^(video|audio)\/(webm|matroska|x-matroska)$/.test(mime)) return readMatroska;
  if (/^audio\/(wav|vnd\.wave|x-wav)$/.test(mime)) return withoutSize(readWav);
  if (mime === 'audio/flac') return withoutSize(readFlac);
  if (mime === 'audio/mpeg') return withoutSize(readMp3);
  if (mime.startsWith('font/')) return withoutSize(readFont);
  return undefined;
}
