// HEIC and HEIF with libheif, as WebAssembly: the primary image at full size, upright, with its color profile.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { DecoderError } from '../decoder-error.mjs';
import { demandDrawable } from './limits.mjs';
import { withProfile } from './jpeg-profile.mjs';

const require = createRequire(import.meta.url);
const heif = require('libheif-js/libheif-wasm/libheif.js')({
  wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')),
});

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action }, bytes) {
  // Errors of libheif aren't exceptions: it answers no images.
  const images = new heif.HeifDecoder().decode(bytes);
  const image = images.find((/** @type {any} */ one) => one.is_primary()) ?? images[0];
  if (!image) throw new DecoderError('broken', "can't be read; it is damaged, or not a HEIC");
  // As displayed: libheif turns and mirrors what the file says. Its EXIF orientation doesn't count (ISO 23008-12, 6.5.10).
  const [width, height] = [image.get_width(), image.get_height()];
  demandDrawable(width, height);
  const result = { width, height };
  if (action === 'measure') return { result };
  const data = new Uint8ClampedArray(width * height * 4);
  const shown = await new Promise((resolve) => image.display({ data, width, height }, resolve));
  if (!shown) throw new DecoderError('broken', "can't be decoded; it is truncated or damaged");
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  if (isTransparent(data)) return { result, output: await picture.png({ compressionLevel: 3 }).toBuffer() };
  const jpeg = await picture.removeAlpha().jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
  return { result, output: withProfile(jpeg, profileOf(bytes)) };
}

/** Alpha is compressed as well, so white isn't always 255. @param {Uint8ClampedArray} rgba */
function isTransparent(rgba) {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 250) return true;
  return false;
}

/** Folders of boxes on the way to the color profile, with the bytes before their contents (ISO 14496-12). */
const folders = /** @type {Record<string, number>} */ ({ meta: 4, iprp: 0, ipco: 0 });

/**
 * The first ICC profile of the file. Cameras write one, for all tiles of the picture.
 *
 * @param {Buffer} bytes @param {number} [from] @param {number} [to]
 * @returns {Buffer | null}
 */
function profileOf(bytes, from = 0, to = bytes.length) {
  for (let at = from; at + 8 <= to;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = length === 0 ? to : at + length;
    if (length === 1 || end > to || end < at + 8) return null;
    const before = folders[type];
    if (before !== undefined) return profileOf(bytes, at + 8 + before, end);
    if (type === 'colr' && /^(prof|rICC)$/.test(bytes.toString('latin1', at + 8, at + 12)))
      return bytes.subarray(at + 12, end);
    at = end;
  }
  return null;
}
