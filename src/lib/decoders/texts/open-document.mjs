// The text of OpenDocument files. A drawing's pages and a presentation's slides are pages, and so are the sheets of a spreadsheet. A text has
// pages where its program noted where they began.

/** What begins a page, by what the document is. */
const beginsPage = { presentation: 'page', drawing: 'page', spreadsheet: 'table' };
const endsWord = new Set(['p', 'h', 'tab', 's', 'line-break']);

/**
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {import('./pages.mjs').TextPages} pages
 */
export async function readOpenDocument(parts, pages) {
  const texts = [{ page: 0, parts: /** @type {string[]} */ ([]) }];
  let page = 0;
  let length = 0;
  let begins = '';
  /** How deep in paragraphs, and in what was deleted. */
  let paragraphs = 0;
  let deleted = 0;
  /** @param {string} text */
  const add = (text) => {
    length += text.length;
    texts.at(-1)?.parts.push(text);
  };
  const nextPage = () => {
    page += 1;
    texts.push({ page, parts: [] });
  };
  await parts.read('content.xml', {
    open: (name, attributes) => {
      if (Object.hasOwn(beginsPage, name)) begins = beginsPage[/** @type {keyof beginsPage} */ (name)];
      if (name === begins) {
        nextPage();
        add(`${attributes['table:name'] ?? ''} `);
      }
      if (name === 'soft-page-break') nextPage();
      if (name === 'tracked-changes') deleted += 1;
      if (name === 'p' || name === 'h') paragraphs += 1;
    },
    close: (name) => {
      if (name === 'tracked-changes') deleted -= 1;
      if (name === 'p' || name === 'h') paragraphs -= 1;
      if (endsWord.has(name)) add(' ');
    },
    text: (text) => {
      if (paragraphs > 0 && deleted === 0) add(text);
    },
    isDone: () => pages.isEnough(length, page),
  });
  const first = begins === '' ? 1 : 0;
  for (const one of texts) pages.add(page > 0 ? Math.max(1, one.page + first) : null, one.parts.join(''));
}
