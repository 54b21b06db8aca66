// Small documents with text, one string or list of lines a page: made here, so that what is in them is known.
import { zip } from './files.ts';

const parts = 'http://schemas.openxmlformats.org';

/** A PDF with these words on its pages, which are in WinAnsi. */
export function textPdf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, at) => `${at * 2 + 4} 0 R`).join(' ');
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj',
    ...pages.flatMap((text, at) => {
      const lines = text.split('\n').map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`);
      const drawn = `BT /F 12 Tf 20 180 Td ${lines.join(' ')} ET`;
      return [
        `${at * 2 + 4} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Resources<</Font<</F 3 0 R>>>>/Contents ${at * 2 + 5} 0 R>>endobj`,
        `${at * 2 + 5} 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`,
      ];
    }),
  ];
  return Buffer.from(`%PDF-1.4\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF\n`, 'latin1');
}

const types = (part: string, type: string): string =>
  `<?xml version="1.0"?><Types xmlns="${parts}/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/></Types>`;

const relations = (targets: readonly string[]): string =>
  `<Relationships xmlns="${parts}/package/2006/relationships">${targets
    .map((target, at) => `<Relationship Id="rId${at + 1}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A Word document with this body, and other parts. */
export const word = (body: string, others: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': types('word/document.xml', 'wordprocessingml.document.main'),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${parts}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...others,
  });

/** A paragraph of Word. */
export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Slides, whose files are numbered the other way round. */
export function slides(texts: readonly string[], notesOfFirst: string): Promise<Buffer> {
  const names = texts.map((_, at) => `slides/slide${texts.length - at}.xml`);
  const slide = (text: string): string => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  return zip({
    '[Content_Types].xml': types('ppt/presentation.xml', 'presentationml.presentation.main'),
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${names.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(names),
    ...Object.fromEntries(names.map((name, at) => [`ppt/${name}`, slide(texts[at] ?? '')])),
    [`ppt/slides/_rels/slide${texts.length}.xml.rels`]: relations(['../notesSlides/notesSlide1.xml']),
    'ppt/notesSlides/notesSlide1.xml': slide(notesOfFirst),
  });
}

/** Sheets by name, each with the XML of its cells. */
export function sheets(cells: Readonly<Record<string, string>>, shared: readonly string[]): Promise<Buffer> {
  const names = Object.keys(cells);
  return zip({
    '[Content_Types].xml': types('xl/workbook.xml', 'spreadsheetml.sheet.main'),
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(names.map((_, at) => `worksheets/sheet${at + 1}.xml`)),
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(cells).map((row, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData><row>${row}</row></sheetData></worksheet>`,
      ]),
    ),
  });
}

/** An OpenDocument file with this body, such as `<office:text>…</office:text>`. */
export const openDocument = (kind: 'text' | 'spreadsheet' | 'presentation', body: string): Promise<Buffer> =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  });
