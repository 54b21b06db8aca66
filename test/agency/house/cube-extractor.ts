// An extractor: reads metadata from a file type that Marque doesn't know. Color lookup tables (.cube, Adobe's Cube LUT 1.0) are text
// with their keywords at the top.
import type { Extractor } from 'marque/extend';

/** Keywords come before the table, which may be megabytes long. */
const headBytes = 4096;

export const cubeExtractor: Extractor = {
  name: 'agency-cube',
  knows: ({ mime, filename }) => mime.startsWith('text/') && filename.toLowerCase().endsWith('.cube'),
  extract: async (file) => {
    const head = (await file.read(0, headBytes)).toString('utf8');
    const [, dimensions, size] = /^LUT_([13])D_SIZE\s+(\d+)/m.exec(head) ?? [];
    const title = /^TITLE\s+"([^"\n]*)"/m.exec(head)?.[1];
    return {
      metadata: title ? { title } : {},
      probe: size ? { lut: { dimensions: Number(dimensions), size: Number(size) } } : {},
    };
  },
};
