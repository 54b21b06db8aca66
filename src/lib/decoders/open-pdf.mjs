// Opens a PDF with PDFium, as WebAssembly.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { DecoderError } from './decoder-error.mjs';

const library = PDFiumLibrary.init();

/** @param {Buffer} bytes */
export async function openPdf(bytes) {
  const loaded = await library;
  try {
    return await loaded.loadDocument(bytes);
  } catch (error) {
    if (/password/i.test(String(error?.message))) throw new DecoderError('complex', 'is password-protected');
    throw error;
  }
}
