// The text of Word documents. They have no pages, but Word notes where pages began when it last showed the document.

/** Where the text of a document is besides the document itself: on no page in particular. */
const others = /^word\/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/;
const endsWord = new Set(['p', 'br', 'cr', 'tab', 'tc']);

/**
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {import('./pages.mjs').TextPages} pages
 */
export async function readWord(parts, pages) {
  const body = parts.names.find((name) => /^word\/document\d*\.xml$/.test(name)) ?? '';
  const sections = await sectionsOf(parts, body, pages);
  // Someone's page breaks count only where Word's are missing: each of those is also one of Word's.
  const by = sections.some(({ shown }) => shown > 0) ? 'shown' : 'broken';
  const hasPages = sections.some((section) => section[by] > 0);
  for (const section of sections) pages.add(hasPages ? section[by] + 1 : null, section.texts.join(''));
  for (const name of parts.names.filter((one) => others.test(one)))
    await parts.read(name, {
      ...textHandlers((text) => pages.add(null, text)),
      isDone: () => pages.isFull,
    });
}

/**
 * The document between page breaks, with how many of each kind come before.
 *
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {string} name
 * @param {import('./pages.mjs').TextPages} pages only asked how much is wanted
 */
async function sectionsOf(parts, name, pages) {
  let section = { shown: 0, broken: 0, texts: /** @type {string[]} */ ([]) };
  const sections = [section];
  let length = 0;
  /** @param {'shown' | 'broken'} kind */
  const breakPage = (kind) => {
    section = { ...section, [kind]: section[kind] + 1, texts: [] };
    sections.push(section);
  };
  const { open, ...handlers } = textHandlers((text) => {
    length += text.length;
    section.texts.push(text);
  });
  await parts.read(name, {
    ...handlers,
    open: (element, attributes) => {
      if (element === 'lastRenderedPageBreak') breakPage('shown');
      if (element === 'br' && Object.values(attributes).includes('page')) breakPage('broken');
      open(element);
    },
    isDone: () => pages.isEnough(length, section.shown),
  });
  return sections;
}

/** Only what is in `t` elements: field codes and deleted text are in others. @param {(text: string) => void} add */
function textHandlers(add) {
  let isText = false;
  return {
    /** @param {string} name */
    open: (name) => {
      isText = name === 't';
    },
    /** @param {string} name */
    close: (name) => {
      isText = false;
      if (endsWord.has(name)) add(' ');
    },
    /** @param {string} text */
    text: (text) => {
      if (isText) add(text);
    },
  };
}
