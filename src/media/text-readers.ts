// The words inside PDFs and office files: each kind with the decoder that reads it, in a process of its own.
import { DecoderFailure } from '../lib/decoders/failures.ts';
import { decodeApart } from '../lib/decoders/pool.ts';
import type { TextPage, TextRequest } from '../lib/decoders/texts/index.mjs';
import { NoText, type TextReader } from '../assets/texts/text-readers.ts';
import { officeTypes, pdfTypes } from './document-types.ts';

const MiB = 1024 * 1024;
/** Larger files aren't read by a decoder that holds them in memory. */
const maxBytes = 256 * MiB;
/** Larger files aren't read by one that reads them as it needs them. */
const maxOpenedBytes = 5 * 1024 * MiB;

interface Kind {
  kind: TextRequest['kind'];
  /** What its files are called. */
  name: string;
  types: readonly string[];
  /** Increase it when the decoder reads more, or otherwise. */
  version: number;
  /** Its decoder can read a large file as it needs it. */
  opens?: true;
}

const kinds: readonly Kind[] = [
  { kind: 'pdf', name: 'PDF', types: pdfTypes, version: 1, opens: true },
  { kind: 'office', name: 'document', types: officeTypes, version: 1 },
];

function textReaderFor({ kind, name, types, version, opens }: Kind): TextReader {
  return {
    name: kind,
    version,
    types,
    read: async (file) => {
      const { path, size } = file;
      const limit = opens ? maxOpenedBytes : maxBytes;
      if (size > limit) throw new NoText(`is over ${limit / MiB} MiB, the limit for its text`);
      try {
        const request = { decoder: 'texts', kind, name } as const;
        const input = size > maxBytes ? ({ path, size, isOpened: true } as const) : { path, size };
        const { result } = await decodeApart(request, input);
        return (result as { pages: TextPage[] }).pages;
      } catch (error) {
        throw error instanceof DecoderFailure ? new NoText(error.message, error.isLasting) : error;
      }
    },
  };
}

export const textReaders: readonly TextReader[] = kinds.map(textReaderFor);
