// The text of Excel workbooks: each sheet is a page. Whole numbers count as words, since article numbers are written as such.
import { relationIn, relationsOf } from './relations.mjs';
import { textLimits } from './pages.mjs';

const workbook = 'xl/workbook.xml';

/**
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {import('./pages.mjs').TextPages} pages
 */
export async function readSheets(parts, pages) {
  const targets = await relationsOf(parts, workbook);
  /** @type {{ name: string, part: string }[]} */
  const sheets = [];
  await parts.read(workbook, {
    open: (name, attributes) => {
      const part = name === 'sheet' ? targets.get(relationIn(attributes) ?? '') : undefined;
      if (part !== undefined) sheets.push({ name: attributes.name ?? '', part });
    },
  });
  const shared = await sharedTexts(parts, pages);
  for (const [at, { name, part }] of sheets.entries()) {
    if (pages.isFull) return;
    pages.add(at + 1, `${name} `);
    await readSheet(parts, part, shared, (text) => pages.add(at + 1, `${text} `), pages);
  }
}

/**
 * The texts that cells refer to by number. Reading a sheet that refers to one a million times ends at the limit for the text.
 *
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {import('./pages.mjs').TextPages} pages
 */
async function sharedTexts(parts, pages) {
  /** @type {string[]} */
  const texts = [];
  let length = 0;
  let text = '';
  let isText = false;
  let phonetic = false;
  await parts.read('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      isText = name === 't' && !phonetic;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') texts.push(text);
    },
    text: (more) => {
      if (!isText) return;
      length += more.length;
      text += more;
    },
    // The first sheets may refer to any of them.
    isDone: () => pages.isFull || length > 8 * textLimits.bytes,
  });
  return texts;
}

/**
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {string} part
 * @param {readonly string[]} shared
 * @param {(text: string) => void} add
 * @param {import('./pages.mjs').TextPages} pages
 */
async function readSheet(parts, part, shared, add, pages) {
  let type = '';
  let value = '';
  let isValue = false;
  await parts.read(part, {
    open: (name, { t }) => {
      if (name === 'c') {
        type = t ?? 'n';
        value = '';
      }
      isValue = name === 'v' || name === 't';
    },
    close: (name) => {
      isValue = false;
      if (name !== 'c') return;
      if (type === 's') value = shared[Number(value)] ?? '';
      if (type === 'n' && !/^\d{1,15}$/.test(value)) value = '';
      if (value !== '' && type !== 'b' && type !== 'e') add(value);
    },
    text: (text) => {
      if (isValue) value += text;
    },
    isDone: () => pages.isFull,
  });
}
