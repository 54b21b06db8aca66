// A specimen of a font: its own glyphs, drawn as outlines.
import { create } from 'fontkit';
import sharp from 'sharp';
import { withoutPicture } from './limits.mjs';

/**
 * What is used of fontkit, which has no types.
 *
 * @typedef {{ path: { toSVG: () => string, commands: readonly unknown[] }, advanceWidth: number }} Glyph
 * @typedef {{ unitsPerEm: number, numGlyphs: number, hasGlyphForCodePoint: (point: number) => boolean,
 *   glyphForCodePoint: (point: number) => Glyph, getGlyph: (id: number) => Glyph }} Font
 * @typedef {(glyph: Glyph, x: number, y: number, scale: number) => void} Place draws a glyph, from the left end of its baseline
 */

const [width, height] = [1280, 800];
const margin = 80;
/** Characters of outlines: a glyph can be made of as many curves as its author likes. */
const maxOutline = 8 * 1024 * 1024;

/** Lines of the specimen: the height of their type, and the text. */
const lines = [
  { size: 300, text: 'Aa' },
  { size: 72, text: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
  { size: 72, text: 'abcdefghijklmnopqrstuvwxyz' },
  { size: 72, text: '0123456789 &?!@#%()' },
];
/** Of a font without Latin letters, such as one of icons: its first glyphs. */
const glyphsInRow = 10;
const rows = 5;

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action }, bytes) {
  const opened = /** @type {Font & { fonts?: Font[] }} */ (create(bytes));
  const font = opened.fonts?.[0] ?? opened;
  const result = { width, height };
  if (!(font.unitsPerEm > 0) || !(font.numGlyphs > 0)) throw withoutPicture('has no glyphs');
  if (action === 'measure') return { result };
  const outlines = specimenOf(font);
  if (outlines.length === 0) throw withoutPicture('has no outlines to draw');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g fill="#111">${outlines.join('')}</g></svg>`;
  return { result, output: await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer() };
}

/** @param {Font} font */
function specimenOf(font) {
  /** @type {string[]} */
  const outlines = [];
  let characters = 0;
  /** @type {Place} */
  const place = (glyph, x, y, scale) => {
    // Numbers and letters only, so a font can't bring markup of its own.
    const path = String(glyph.path.toSVG()).replace(/[^0-9A-Za-z.,\s-]/g, '');
    characters += path.length;
    if (characters > maxOutline) throw withoutPicture('has outlines that are too complex to draw');
    if (path !== '')
      outlines.push(`<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${path}"/>`);
  };
  if (font.hasGlyphForCodePoint(65) && font.hasGlyphForCodePoint(97)) placeLines(font, place);
  else placeGlyphs(font, place);
  return outlines;
}

/** @param {Font} font @param {Place} place */
function placeLines(font, place) {
  let y = margin / 2;
  for (const { size, text } of lines) {
    const glyphs = [...text].map((one) => font.glyphForCodePoint(one.codePointAt(0) ?? 0));
    const units = glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) || 1;
    const scale = Math.min(size / font.unitsPerEm, (width - 2 * margin) / units);
    y += size * 1.15;
    let x = margin;
    for (const glyph of glyphs) {
      place(glyph, x, y, scale);
      x += glyph.advanceWidth * scale;
    }
  }
}

/** @param {Font} font @param {Place} place */
function placeGlyphs(font, place) {
  const [across, down] = [(width - 2 * margin) / glyphsInRow, (height - 2 * margin) / rows];
  let placed = 0;
  // The first glyph is the one for missing characters.
  for (let id = 1; id < Math.min(font.numGlyphs, 1000) && placed < glyphsInRow * rows; id += 1) {
    const glyph = font.getGlyph(id);
    if (glyph.path.commands.length === 0) continue;
    const x = margin + (placed % glyphsInRow) * across;
    const y = margin + (Math.floor(placed / glyphsInRow) + 0.8) * down;
    place(glyph, x, y, (Math.min(across, down) * 0.7) / font.unitsPerEm);
    placed += 1;
  }
}
