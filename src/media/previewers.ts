// Previews of what sharp doesn't decode: each kind of file with the decoder that draws it, in a process of its own.
import { DecoderFailure } from '../lib/decoders/failures.ts';
import { decodeApart } from '../lib/decoders/pool.ts';
import type { Decoded } from '../lib/decoders/process.ts';
import type { Measured, PictureRequest } from '../lib/decoders/pictures/index.mjs';
import type { ReadableFile } from '../lib/media-probe/file-parts.ts';
import { NoPreview, type Previewer } from '../assets/metadata/previewers.ts';
import { officeTypes, pdfTypes } from './document-types.ts';
import { videos } from './videos.ts';

const MiB = 1024 * 1024;
/** Larger files get no preview: a decoder holds them in memory. */
const maxBytes = 256 * MiB;

interface Kind {
  kind: PictureRequest['kind'];
  /** What its files are called. */
  name: string;
  decoder: 'pictures' | 'documents';
  /** Media types, all recognized by their bytes. */
  types: readonly string[];
  format?: 'jpeg';
  hasPages?: true;
}

/** Part of the key that pictures are kept under: increase it when a decoder draws more, or otherwise. */
const version = 1;

const kinds: readonly Kind[] = [
  {
    kind: 'heic',
    name: 'HEIC',
    decoder: 'pictures',
    types: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    format: 'jpeg',
  },
  {
    kind: 'raw',
    name: 'camera RAW file',
    decoder: 'pictures',
    types: [
      'image/x-canon-cr2',
      'image/x-canon-cr3',
      'image/x-nikon-nef',
      'image/x-sony-arw',
      'image/x-adobe-dng',
      'image/x-fujifilm-raf',
      'image/x-olympus-orf',
      'image/x-panasonic-rw2',
    ],
    format: 'jpeg',
  },
  {
    kind: 'psd',
    name: 'Photoshop file',
    decoder: 'pictures',
    types: ['image/vnd.adobe.photoshop'],
  },
  {
    kind: 'pdf',
    name: 'PDF',
    decoder: 'documents',
    types: pdfTypes,
    hasPages: true,
  },
  {
    kind: 'cover',
    name: 'sound file',
    decoder: 'documents',
    types: [
      'audio/mpeg',
      'audio/mp4',
      'audio/x-m4a',
      'audio/flac',
      'audio/ogg',
      'audio/opus',
      'audio/wav',
      'audio/vnd.wave',
      'audio/aiff',
      'audio/ape',
      'audio/x-ms-asf',
    ],
    format: 'jpeg',
  },
  {
    kind: 'office',
    name: 'document',
    decoder: 'documents',
    types: [...officeTypes, ...['pages', 'numbers', 'keynote'].map((one) => `application/vnd.apple.${one}`)],
    format: 'jpeg',
  },
  {
    kind: 'font',
    name: 'font',
    decoder: 'documents',
    types: ['font/ttf', 'font/otf', 'font/woff', 'font/woff2', 'font/collection'],
  },
];

/** What the decoder says about the file; it was killed or never started if that fails for another reason. */
async function ask(
  file: ReadableFile,
  kind: Kind,
  action: 'measure' | 'draw',
  page: number,
): Promise<Decoded> {
  if (file.size > maxBytes) throw new NoPreview(`is over ${maxBytes / MiB} MiB, the limit for previews`);
  const request = { decoder: kind.decoder, kind: kind.kind, name: kind.name, action, page };
  try {
    return await decodeApart(request, { path: file.path, size: file.size });
  } catch (error) {
    throw error instanceof DecoderFailure ? new NoPreview(error.message, error.isLasting) : error;
  }
}

function previewerFor(kind: Kind): Previewer {
  return {
    name: kind.kind,
    version,
    types: Object.fromEntries(kind.types.map((type) => [type, null])),
    ...(kind.format && { format: kind.format }),
    ...(kind.hasPages && { hasPages: true }),
    measure: async (file) => {
      const { result } = await ask(file, kind, 'measure', 1);
      const { width, height, facts } = result as Measured;
      return { width, height, ...(facts && { facts }) };
    },
    draw: async (file, { page }) => {
      const { result, bytes } = await ask(file, kind, 'draw', page);
      const { pages } = result as Measured;
      return pages === undefined ? bytes : { picture: bytes, pages };
    },
  };
}

export const previewers: readonly Previewer[] = [...kinds.map(previewerFor), videos];
