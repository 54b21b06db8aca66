// What is compared of a picture, made with sharp: its perceptual hashes, and its dominant colors.
import sharp from 'sharp';
import type { Metadata, OutputInfo, Sharp } from 'sharp';
import { dominantColors, type DominantColor } from '../../lib/picture-colors/dominant-colors.ts';
import { hashOfPicture, type PictureHash } from '../../lib/picture-hash/hash.ts';
import { decodeOptions } from '../delivery/picture.ts';

/** Pixels on each side of a sample: enough for the lines of a logo to keep their color. */
const sampleSide = 128;

/** Icons below this, in pixels on their shorter side, have less in them than is compared. */
const leastSide = 32;

/** What is known of a picture for comparing it. */
export interface Fingerprint {
  /** null: there is too little in it to be compared. */
  hash: PictureHash | null;
  /** None if all of it is transparent. */
  colors: DominantColor[];
}

/** What an encoder of sharp returns with `resolveWithObject`. */
export interface SampledPicture {
  data: Buffer;
  info: Pick<OutputInfo, 'channels'>;
}

/** How a picture has to be read for its fingerprint: all of it, squeezed into a small square, as stored. */
export const asSample = (picture: Sharp): Sharp =>
  picture.resize(sampleSide, sampleSide, { fit: 'fill' }).toColorspace('srgb').raw({ depth: 'uchar' });

export function fingerprintOfSample(
  { data, info: { channels } }: SampledPicture,
  { width, height, orientation }: Pick<Metadata, 'width' | 'height'> & { orientation?: number | undefined },
): Fingerprint {
  const isSmall = Math.min(width, height) < leastSide;
  return {
    hash: isSmall ? null : hashOfPicture({ data, channels, side: sampleSide }, orientation),
    colors: dominantColors(data, channels),
  };
}

/**
 * The fingerprint of a picture that isn't SVG, by its bytes or its path.
 * @throws Error if it can't be decoded.
 */
export async function fingerprintOf(source: string | Buffer): Promise<Fingerprint> {
  const header = await sharp(source, decodeOptions).metadata();
  return fingerprintOfSample(
    await asSample(sharp(source, { ...decodeOptions, sequentialRead: true }))
      .timeout({ seconds: 30 })
      .toBuffer({ resolveWithObject: true }),
    header,
  );
}
