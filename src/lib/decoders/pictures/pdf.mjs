// Pages of PDFs with PDFium, as WebAssembly; also of Illustrator files, which are PDFs inside.
import sharp from 'sharp';
import { DecoderError } from '../decoder-error.mjs';
import { openPdf } from '../open-pdf.mjs';
import { openPdfFile } from '../pdf-file.mjs';
import { demandDrawable, withoutPicture } from './limits.mjs';

/** Pixels of a page's longer side: the widest ready-made rendition. */
const longestSide = 2560;

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action, page: number, opened }, bytes) {
  const document = opened === undefined ? await openPdf(bytes) : await openPdfFile(opened);
  try {
    const pages = document.getPageCount();
    if (pages < 1) throw new DecoderError('broken', 'has no pages; it is damaged');
    if (number > pages) throw withoutPicture(`has ${pages} ${pages === 1 ? 'page' : 'pages'}`);
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = longestSide / Math.max(originalWidth, originalHeight);
    const [width, height] = [originalWidth, originalHeight].map((side) =>
      Math.max(1, Math.round(side * scale)),
    );
    demandDrawable(width, height);
    const result = { width, height, pages };
    if (action === 'measure') return { result };
    const { data } = await page.render({ width, height, render: 'bitmap', renderFormFields: true });
    // Paper is white; text and lines stay sharp in PNG.
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' });
    return { result, output: await picture.png({ compressionLevel: 3 }).toBuffer() };
  } finally {
    document.destroy();
  }
}
