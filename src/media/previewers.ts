// Previews of what sharp doesn't decode: each kind of file with the decoder that draws it, in a process of its own.
import type { Measured } from '../lib/decoders/pictures/index.mjs';
import type { Previewer } from '../assets/metadata/previewers.ts';
import { askDecoder, type Decoder } from './ask-decoder.ts';
import { officeTypes, pdfTypes } from './document-types.ts';
import { sounds } from './sounds.ts';
import { videos } from './videos.ts';

interface Kind extends Decoder {
  /** Media types, all recognized by their bytes. */
  types: readonly string[];
  format?: 'jpeg';
  hasPages?: true;
  /** Part of the key that pictures are kept under: increase it when the decoder draws more, or otherwise. */
  version?: number;
}

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
    version: 2,
  },
  {
    kind: 'pdf',
    name: 'PDF',
    decoder: 'documents',
    types: pdfTypes,
    hasPages: true,
    opens: true,
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

function previewerFor(kind: Kind): Previewer {
  return {
    name: kind.kind,
    version: kind.version ?? 1,
    types: Object.fromEntries(kind.types.map((type) => [type, null])),
    ...(kind.format && { format: kind.format }),
    ...(kind.hasPages && { hasPages: true }),
    measure: async (file) => {
      const { result } = await askDecoder(file, kind, 'measure', 1);
      const { width, height, facts } = result as Measured;
      return { width, height, ...(facts && { facts }) };
    },
    draw: async (file, { page }) => {
      const { result, bytes } = await askDecoder(file, kind, 'draw', page);
      const { pages } = result as Measured;
      return pages === undefined ? bytes : { picture: bytes, pages };
    },
  };
}

export const previewers: readonly Previewer[] = [...kinds.map(previewerFor), sounds, videos];
