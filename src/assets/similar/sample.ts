// Makes the perceptual hash of a picture, with sharp.
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { hashOfPicture, sampleSide, type PictureHash } from '../../lib/picture-hash/hash.ts';
import { decodeOptions } from '../delivery/picture.ts';

/** Icons below this, in pixels on their shorter side, have less in them than is compared. */
const leastSide = 32;

/** How a picture has to be read for its hash: all of it, squeezed into a small square, as stored. */
export const asSample = (picture: Sharp): Sharp =>
  picture.resize(sampleSide, sampleSide, { fit: 'fill' }).toColorspace('srgb').raw({ depth: 'uchar' });

/** @returns null for a picture that has too little in it to be compared. */
export function hashOfSample(
  sample: Uint8Array,
  { width, height, orientation }: Pick<Metadata, 'width' | 'height'> & { orientation?: number | undefined },
): PictureHash | null {
  return Math.min(width, height) < leastSide ? null : hashOfPicture(sample, orientation);
}

/**
 * The hash of a picture that isn't SVG, by its bytes or its path.
 * @throws Error if it can't be decoded.
 */
export async function hashOf(source: string | Buffer): Promise<PictureHash | null> {
  const header = await sharp(source, decodeOptions).metadata();
  return hashOfSample(
    await asSample(sharp(source, { ...decodeOptions, sequentialRead: true }))
      .timeout({ seconds: 30 })
      .toBuffer(),
    header,
  );
}
