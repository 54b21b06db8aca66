// The text of PowerPoint presentations: slides in their order, each with its notes and diagrams.
import { relationIn, relationsOf } from './relations.mjs';

const presentation = 'ppt/presentation.xml';
const ofSlide = /^ppt\/(?:notesSlides\/|diagrams\/data)[^/]+\.xml$/;

/**
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {import('./pages.mjs').TextPages} pages
 */
export async function readSlides(parts, pages) {
  const targets = await relationsOf(parts, presentation);
  /** @type {string[]} */
  const slides = [];
  await parts.read(presentation, {
    open: (name, attributes) => {
      const slide = name === 'sldId' ? targets.get(relationIn(attributes) ?? '') : undefined;
      if (slide !== undefined) slides.push(slide);
    },
  });
  for (const [at, slide] of slides.entries()) {
    if (pages.isFull) return;
    const others = [...(await relationsOf(parts, slide)).values()].filter((name) => ofSlide.test(name));
    for (const part of new Set([slide, ...others])) await readTexts(parts, part, pages, at + 1);
  }
}

/**
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {string} part
 * @param {import('./pages.mjs').TextPages} pages
 * @param {number} page
 */
async function readTexts(parts, part, pages, page) {
  let isText = false;
  await parts.read(part, {
    open: (name) => {
      isText = name === 't';
    },
    close: (name) => {
      isText = false;
      // Not after each `t`: a word can be in several, with a look of their own.
      if (name === 'p' || name === 'br') pages.add(page, ' ');
    },
    text: (text) => {
      if (isText) pages.add(page, text);
    },
    isDone: () => pages.isFull,
  });
}
