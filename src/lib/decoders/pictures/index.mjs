// Measures and draws the picture of a file that sharp can't decode. Runs in the child process.
import { DecoderError } from '../decoder-error.mjs';

/** Loaded on first use: some bring a large library. */
const kinds = {
  heic: () => import('./heic.mjs'),
  pdf: () => import('./pdf.mjs'),
  psd: () => import('./psd.mjs'),
  raw: () => import('./raw.mjs'),
  cover: () => import('./cover.mjs'),
  office: () => import('./office.mjs'),
  font: () => import('./font.mjs'),
};

/**
 * `measure`: the size of the picture, without drawing it. `draw`: the picture as PNG or JPEG.
 *
 * @typedef {{ kind: keyof typeof kinds, action: 'measure' | 'draw', page: number, name: string, opened?: number }} PictureRequest
 *   `page`: from 1. `name`: what a file of this kind is called in messages, such as "PDF". `opened`: the size of the file that the process was
 *   started with, instead of its bytes; of PDFs only.
 * @typedef {{ width: number, height: number, pages?: number, facts?: Record<string, unknown> }} Measured
 *   `facts`: what else the file says of itself.
 * @param {PictureRequest} request
 * @param {Buffer} bytes
 * @returns {Promise<{ result: Measured, output?: Buffer }>}
 */
export async function decode(request, bytes) {
  const kind = await kinds[request.kind]();
  try {
    return await kind.decode(request, bytes);
  } catch (error) {
    if (error instanceof DecoderError) throw error;
    throw new DecoderError('broken', `can't be read; it is damaged, or not a ${request.name}`);
  }
}
