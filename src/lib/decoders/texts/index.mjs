// Reads the text of documents, page by page. Runs in the child process.
import { DecoderError } from '../decoder-error.mjs';

/** Loaded on first use: some bring a large library. */
const kinds = {
  pdf: () => import('./pdf.mjs'),
  office: () => import('./office.mjs'),
};

/** @typedef {import('./pages.mjs').TextPage} TextPage */

/**
 * @typedef {{ kind: keyof typeof kinds, name: string, opened?: number }} TextRequest
 *   `name`: what a file of this kind is called in messages, such as "PDF". `opened`: as for pictures.
 * @param {TextRequest} request
 * @param {Buffer} bytes
 * @returns {Promise<{ result: { pages: TextPage[] } }>}
 */
export async function decode(request, bytes) {
  const kind = await kinds[request.kind]();
  try {
    return { result: { pages: await kind.read(bytes, request) } };
  } catch (error) {
    if (error instanceof DecoderError) throw error;
    throw new DecoderError('broken', `can't be read; it is damaged, or not a ${request.name}`);
  }
}
