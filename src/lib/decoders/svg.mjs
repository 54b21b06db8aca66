// Measures and draws an SVG. Runs in the child process: librsvg ignores sharp's time limit.
import sharp from 'sharp';
import { DecoderError } from './decoder-error.mjs';
import { encode } from './encode.mjs';
import { checkSvg, svgText } from './svg-bounds.mjs';

// Each document is different, so caching in libvips would be useless.
sharp.cache(false);

const options = { failOn: /** @type {const} */ ('error') };

/**
 * `measure`: the header as sharp reads it, after drawing the document once at 16 pixels to see whether it can be drawn.
 * `render`: a rendition.
 *
 * @param {{ action: 'measure', maxPixels: number }
 *   | { action: 'render', maxPixels: number, rendition: import('./encode.mjs').Rendition }} request
 *   `maxPixels`: larger ones are not drawn.
 * @param {Buffer} bytes
 */
export async function decode(request, bytes) {
  const text = svgText(bytes);
  checkSvg(text);
  // The checked text, in an encoding that every parser reads alike. Without a path, so that librsvg has no folder to load
  // referenced files from.
  const svg = Buffer.from(recognizable(text));
  return request.action === 'measure' ? measure(svg, request) : render(svg, request);
}

/**
 * libvips recognizes an SVG by `<svg` within its first 1000 bytes; drawing programs write longer prologs (Illustrator's
 * entities). A comment in front contains it, and changes nothing else.
 *
 * @param {string} text
 */
function recognizable(text) {
  return text.slice(0, 900).includes('<svg') ? text : `<!--<svg-->${text}`;
}

/** @param {Buffer} svg @param {{ maxPixels: number }} request */
async function measure(svg, { maxPixels }) {
  const header = await sharp(svg, { ...options, limitInputPixels: false }).metadata();
  const { width, height } = header.autoOrient;
  const isTooLarge = width * height > maxPixels;
  if (!isTooLarge)
    await sharp(svg, options).resize(16, 16, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer();
  const { format, space, channels, depth, hasAlpha, hasProfile, density } = header;
  return {
    result: {
      width,
      height,
      isTooLarge,
      facts: { format, space, channels, depth, hasAlpha, hasProfile, density },
    },
  };
}

/**
 * The density at which an SVG is drawn as large as its rendition, but never smaller than it is: scaling down is for the resize.
 *
 * @param {Buffer} svg @param {{ maxPixels: number, rendition: import('./encode.mjs').Rendition }} request
 */
async function densityFor(svg, { maxPixels, rendition: { w, h, fit, crop } }) {
  const { width, height } = await sharp(svg, { ...options, limitInputPixels: false }).metadata();
  const across = w === undefined ? null : w / (width * (crop?.width ?? 1));
  const down = h === undefined ? null : h / (height * (crop?.height ?? 1));
  const sides = [across, down].filter((side) => side !== null);
  const isCut = fit === 'cover' || fit === 'outside' || fit === 'fill';
  const wanted = sides.length === 0 ? 1 : isCut ? Math.max(...sides) : Math.min(...sides);
  const most = Math.min(mostScale, Math.sqrt(maxPixels / (width * height)));
  return usualDensity * Math.max(1, Math.min(wanted, most));
}

/** SVGs are drawn pixel by pixel at it. */
const usualDensity = 72;
/** Sharp takes densities up to 100,000. */
const mostScale = 1000;

/** @param {Buffer} svg @param {{ maxPixels: number, rendition: import('./encode.mjs').Rendition }} request */
async function render(svg, { maxPixels, rendition }) {
  try {
    const picture = sharp(svg, {
      ...options,
      limitInputPixels: maxPixels,
      autoOrient: true,
      ...(rendition.scaled && { density: await densityFor(svg, { maxPixels, rendition }) }),
    });
    return { result: {}, output: await encode(picture, rendition) };
  } catch (error) {
    if (/exceeds pixel limit/.test(String(error?.message)))
      throw new DecoderError('complex', 'has more pixels than can be rendered');
    throw error;
  }
}
