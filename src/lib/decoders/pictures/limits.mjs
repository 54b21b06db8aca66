// What all pictures that are drawn here have in common: how large they can be, and how they're handed over.
import sharp from 'sharp';
import { DecoderError } from '../decoder-error.mjs';

// Each picture is decoded once, so caching in libvips would be useless.
sharp.cache(false);

export const maxPixels = 64_000_000;

/** @param {number} width @param {number} height */
export function demandDrawable(width, height) {
  if (!(width >= 1 && height >= 1)) throw new DecoderError('broken', 'has no size; it is damaged');
  if (width * height > maxPixels)
    throw new DecoderError(
      'complex',
      `has ${width} × ${height} pixels; previews are limited to 64 megapixels`,
    );
}

/** @param {string} what continues "The file" */
export const withoutPicture = (what) => new DecoderError('complex', what);

/**
 * The size of an embedded picture as shown, if it can be decoded: by its header.
 * @param {Buffer} bytes
 */
export async function measurePicture(bytes) {
  if (!/^(\u0089PNG|\u00ff\u00d8\u00ff|RIFF....WEBP)/s.test(bytes.toString('latin1', 0, 12)))
    throw withoutPicture("has an embedded picture that isn't a JPEG, PNG or WebP");
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  demandDrawable(autoOrient.width, autoOrient.height);
  return autoOrient;
}

/**
 * An embedded picture, decoded once to see that it's whole, and upright.
 *
 * @param {Buffer} bytes
 * @param {'measure' | 'draw'} action
 */
export async function embedded(bytes, action) {
  const result = await measurePicture(bytes);
  if (action === 'measure') return { result };
  return {
    result,
    output: await sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
      .autoOrient()
      .jpeg({ quality: 92 })
      .toBuffer(),
  };
}
