// The text of office files: Microsoft's (Office Open XML) and OpenDocument. Which it is, is told by the parts there are.
import { DecoderError } from '../decoder-error.mjs';
import { entriesOf, openZip } from '../zip.mjs';
import { readOpenDocument } from './open-document.mjs';
import { TextPages } from './pages.mjs';
import { readSlides } from './slides.mjs';
import { readSheets } from './sheets.mjs';
import { readWord } from './word.mjs';
import { XmlParts } from './xml.mjs';

/** @type {readonly [part: RegExp, read: (parts: XmlParts, pages: TextPages) => Promise<void>][]} */
const formats = [
  [/^word\/document\d*\.xml$/, readWord],
  [/^ppt\/presentation\.xml$/, readSlides],
  [/^xl\/workbook\.xml$/, readSheets],
  [/^content\.xml$/, readOpenDocument],
];

/** @param {Buffer} bytes */
export async function read(bytes) {
  const zip = await openZip(bytes);
  const parts = new XmlParts(zip, await entriesOf(zip, (name) => /\.(?:xml|rels)$/.test(name)));
  const format = formats.find(([part]) => parts.names.some((name) => part.test(name)));
  if (!format) throw new DecoderError('broken', 'has no text in a place where office programs put it');
  const pages = new TextPages();
  await format[1](parts, pages);
  return pages.finish();
}
