// The text of PDFs with PDFium, as WebAssembly; also of Illustrator files, which are PDFs inside.
// cspell:ignore FPDF
import { openPdf } from '../open-pdf.mjs';
import { openPdfFile } from '../pdf-file.mjs';
import { TextPages, textLimits } from './pages.mjs';

// How PDFium hands over a hyphen at the end of a line, where the word goes on in the next.
// eslint-disable-next-line no-control-regex -- PDFium's own mark
const softHyphen = /[\u0002\u00ad\ufffe](?:\r?\n)?/g;

/** @param {Buffer} bytes @param {{ opened?: number }} request */
export async function read(bytes, { opened }) {
  const document = opened === undefined ? await openPdf(bytes) : await openPdfFile(opened);
  const pages = new TextPages();
  try {
    const count = Math.min(document.getPageCount(), textLimits.pages);
    for (let number = 1; number <= count && !pages.isFull; number += 1)
      pages.add(number, textOf(document.getPage(number - 1)).replace(softHyphen, ''));
  } finally {
    document.destroy();
  }
  return pages.finish();
}

/** @param {import('@hyzyla/pdfium').PDFiumPage} page */
function textOf(page) {
  const { module, pageIdx } = /** @type {PageInside} */ (/** @type {unknown} */ (page));
  try {
    return page.getText();
  } catch {
    // One damaged page doesn't cost the text of the others.
    return '';
  } finally {
    // The library closes pages only when it renders them; two thousand open ones take hundreds of megabytes.
    if (pageIdx) module._FPDF_ClosePage(pageIdx);
  }
}

/** @typedef {{ pageIdx: number, module: { _FPDF_ClosePage: (page: number) => void } }} PageInside */
