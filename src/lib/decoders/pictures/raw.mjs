// Camera RAW: the largest JPEG that the camera put into the file, upright. Found by its markers, as every maker keeps it somewhere else.
import sharp from 'sharp';
import { demandDrawable, maxPixels, withoutPicture } from './limits.mjs';

/** Beginnings of a JPEG that are looked at, and of those, pictures that are tried. */
const maxCandidates = 10_000;
const maxTried = 8;
const startOfImage = Buffer.from([0xff, 0xd8, 0xff]);

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action }, bytes) {
  const found = jpegsIn(bytes).toSorted((one, other) => other.pixels - one.pixels);
  for (const { at } of found.slice(0, maxTried)) {
    const jpeg = bytes.subarray(at);
    try {
      const header = await sharp(jpeg, { limitInputPixels: false }).metadata();
      demandDrawable(header.width, header.height);
      // What the camera says of the whole file, unless the picture says it itself.
      const orientation = header.orientation ?? orientationOf(bytes);
      const isTurned = orientation >= 5;
      const result = isTurned
        ? { width: header.height, height: header.width }
        : { width: header.width, height: header.height };
      // Decoded also for its size: a picture that is cut off gives way to the next.
      const picture = sharp(jpeg, { failOn: 'error', limitInputPixels: maxPixels });
      const upright = header.orientation ? picture.autoOrient() : picture.rotate(angles[orientation] ?? 0);
      const output = await upright.jpeg({ quality: 92 }).toBuffer();
      return action === 'measure' ? { result } : { result, output };
    } catch (error) {
      if (error?.reason === 'complex') throw error;
    }
  }
  throw withoutPicture('has no embedded picture that can be shown');
}

/** @param {Buffer} bytes */
function jpegsIn(bytes) {
  /** @type {{ at: number, pixels: number }[]} */
  const found = [];
  let at = bytes.indexOf(startOfImage);
  for (let seen = 0; at >= 0 && seen < maxCandidates; seen += 1) {
    const pixels = pixelsOf(bytes, at);
    if (pixels > 0) found.push({ at, pixels });
    at = bytes.indexOf(startOfImage, at + 2);
  }
  return found;
}

/**
 * The pixels of a JPEG by its frame header; 0 if this is none, or a lossless one (the sensor's data of some cameras).
 * @param {Buffer} bytes @param {number} start
 */
function pixelsOf(bytes, start) {
  for (let at = start + 2, segments = 0; at + 10 <= bytes.length && segments < 100; segments += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker < 0xc0 || marker === 0xd9 || marker === 0xda) return 0;
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2)
      return bytes[at + 4] === 8 ? bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7) : 0;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return 0;
}

/** The orientation, 1 to 8, in the first directory of a file that is a TIFF, or (CR3) has one inside. @param {Buffer} bytes */
function orientationOf(bytes) {
  const box = bytes.subarray(0, 64 * 1024).indexOf('CMT1', 0, 'latin1');
  const start = box < 0 ? 0 : box + 4;
  const order = bytes.toString('latin1', start, start + 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const short = (/** @type {number} */ at) =>
    start + at + 2 > bytes.length
      ? 0
      : order === 'II'
        ? bytes.readUInt16LE(start + at)
        : bytes.readUInt16BE(start + at);
  const directory = order === 'II' ? bytes.readUInt32LE(start + 4) : bytes.readUInt32BE(start + 4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (short(at) === 0x0112) return Math.min(8, Math.max(1, short(at + 8)));
  }
  return 1;
}

/** Turns by the container's orientation (CIPA DC-008, tag 0x0112); cameras don't mirror. */
const angles = [0, 0, 0, 180, 180, 90, 90, 270, 270];
