// Photoshop files (PSD, PSB): the composite that Photoshop saves beside the layers, and the layers' names.
//
// The composite is handed to sharp as a TIFF with the file's own color profile, so that CMYK and grey are converted as everywhere
// else; Lab is converted here. The libraries there are only draw RGB. Adobe Photoshop File Formats Specification, 2019.
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import sharp from 'sharp';
import { DecoderError } from '../decoder-error.mjs';
import { demandDrawable, maxPixels, withoutPicture } from './limits.mjs';
import { labToSrgb } from './lab.mjs';
import { layerNames } from './psd-layers.mjs';
import { asTiff } from './tiff.mjs';

/** Channels of the composite, and TIFF's photometric interpretation, by color mode. */
const modes = /** @type {Record<number, { channels: number, photometric: number, name: string }>} */ ({
  0: { channels: 1, photometric: 0, name: 'bitmap' },
  1: { channels: 1, photometric: 1, name: 'grayscale' },
  2: { channels: 1, photometric: 3, name: 'indexed' },
  3: { channels: 3, photometric: 2, name: 'rgb' },
  4: { channels: 4, photometric: 5, name: 'cmyk' },
  8: { channels: 1, photometric: 1, name: 'duotone' },
  9: { channels: 3, photometric: 2, name: 'lab' },
});

const lab = 9;

const profileResource = 1039;
const versionResource = 1057;

/** @param {import('./index.mjs').PictureRequest} request @param {Buffer} bytes */
export async function decode({ action }, bytes) {
  const file = sectionsOf(bytes);
  const { width, height } = file;
  demandDrawable(width, height);
  const mode = modes[file.mode];
  if (!mode || (file.mode === lab && file.depth !== 8 && file.depth !== 16))
    throw withoutPicture('uses a color mode that has no preview, such as multichannel');
  const layers = layerNames(file.layers, file.isLarge);
  const facts = { space: mode.name, depth: file.depth, ...(layers.length > 0 ? { layers } : {}) };
  const result = { width, height, facts };
  if (file.hasNoComposite)
    throw withoutPicture('was saved without a composite. Save it again with "Maximize compatibility"');
  demandWhole(file, mode.channels);
  if (action === 'measure') return { result };
  const planes = await planesOf(file, mode.channels);
  const pixels = interleaved(file, planes);
  const tiff = asTiff(file.mode === lab ? labToSrgb(pixels) : pixels, {
    width,
    height,
    channels: mode.channels,
    photometric: file.mode === 0 ? 1 : mode.photometric,
    profile: file.mode === lab ? null : file.profile,
    palette: file.mode === 2 ? file.colors : null,
  });
  const picture = sharp(tiff, { limitInputPixels: maxPixels }).toColorspace('srgb');
  return { result, output: await picture.png({ compressionLevel: 3 }).toBuffer() };
}

/**
 * @typedef {object} Sections
 * @property {boolean} isLarge PSB: some lengths have 8 bytes
 * @property {number} channels @property {number} width @property {number} height @property {number} depth @property {number} mode
 * @property {Buffer} colors @property {Buffer} layers @property {Buffer} image
 * @property {Buffer | null} profile
 * @property {boolean} hasNoComposite
 */

/** @param {Buffer} bytes @returns {Sections} */
function sectionsOf(bytes) {
  const version = bytes.readUInt16BE(4);
  if (bytes.toString('latin1', 0, 4) !== '8BPS' || (version !== 1 && version !== 2))
    throw new DecoderError('broken', "can't be read; it is damaged, or not a Photoshop file");
  const isLarge = version === 2;
  let at = 26;
  const section = (/** @type {boolean} */ isLong) => {
    const length = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
    const start = at + (isLong ? 8 : 4);
    if (start + length > bytes.length) throw truncated();
    at = start + length;
    return bytes.subarray(start, at);
  };
  const colors = section(false);
  const resources = resourcesOf(section(false));
  const layers = section(isLarge);
  return {
    isLarge,
    channels: bytes.readUInt16BE(12),
    height: bytes.readUInt32BE(14),
    width: bytes.readUInt32BE(18),
    depth: bytes.readUInt16BE(22),
    mode: bytes.readUInt16BE(24),
    colors,
    layers,
    image: bytes.subarray(at),
    profile: resources.get(profileResource) ?? null,
    hasNoComposite: resources.get(versionResource)?.[4] === 0,
  };
}

const truncated = () => new DecoderError('broken', "can't be decoded; it is truncated or damaged");

/** The blocks of image resources that are used here. @param {Buffer} section */
function resourcesOf(section) {
  /** @type {Map<number, Buffer>} */
  const found = new Map();
  for (let at = 0; at + 12 <= section.length && section.toString('latin1', at, at + 4) === '8BIM';) {
    const id = section.readUInt16BE(at + 4);
    const name = section[at + 6] ?? 0;
    // Names and contents are padded to even lengths.
    const start = at + 6 + name + 1 + ((name + 1) % 2);
    if (start + 4 > section.length) break;
    const length = section.readUInt32BE(start);
    if (id === profileResource || id === versionResource)
      found.set(id, section.subarray(start + 4, start + 4 + length));
    at = start + 4 + length + (length % 2);
  }
  return found;
}

/** Whether the composite is as long as the header says. @param {Sections} file @param {number} wanted channels */
function demandWhole({ image, width, height, depth, channels, isLarge }, wanted) {
  if (![1, 8, 16, 32].includes(depth) || channels < wanted || image.length < 2) throw truncated();
  const compression = image.readUInt16BE(0);
  let size = 2;
  if (compression === 0) size += Math.ceil((width * depth) / 8) * height * wanted;
  if (compression === 1) {
    const lengthBytes = isLarge ? 4 : 2;
    size += channels * height * lengthBytes;
    if (image.length < size) throw truncated();
    for (let row = 0; row < height * wanted; row += 1)
      size += image.readUIntBE(2 + row * lengthBytes, lengthBytes);
  }
  if (image.length < size) throw truncated();
}

/** The channels of the composite, one after the other, rows of whole bytes. @param {Sections} file @param {number} wanted */
async function planesOf({ image, width, height, depth, channels, isLarge }, wanted) {
  const row = Math.ceil((width * depth) / 8);
  const size = row * height * wanted;
  const compression = image.readUInt16BE(0);
  if (compression === 0) return image.subarray(2, 2 + size);
  if (compression === 1)
    return unpacked(image.subarray(2), { row, rows: height * wanted, all: height * channels, isLarge });
  if (compression !== 2)
    throw withoutPicture("has a composite that is compressed in a way that can't be read");
  const planes = await promisify(inflate)(image.subarray(2), { maxOutputLength: row * height * channels });
  if (planes.length < size) throw truncated();
  return planes.subarray(0, size);
}

/**
 * Rows in PackBits, after the lengths of all of them.
 * @param {Buffer} packed @param {{ row: number, rows: number, all: number, isLarge: boolean }} shape
 */
function unpacked(packed, { row, rows, all, isLarge }) {
  const planes = Buffer.alloc(row * rows);
  const lengthBytes = isLarge ? 4 : 2;
  let from = all * lengthBytes;
  for (let index = 0; index < rows; index += 1) {
    const length = packed.readUIntBE(index * lengthBytes, lengthBytes);
    if (from + length > packed.length) throw truncated();
    unpackRow(packed.subarray(from, from + length), planes.subarray(index * row, (index + 1) * row));
    from += length;
  }
  return planes;
}

/** @param {Buffer} packed @param {Buffer} row */
function unpackRow(packed, row) {
  let to = 0;
  for (let at = 0; at < packed.length && to < row.length;) {
    const control = packed.readInt8(at);
    at += 1;
    if (control >= 0) {
      to += packed.copy(row, to, at, at + control + 1);
      at += control + 1;
    } else if (control !== -128) {
      row.fill(packed[at] ?? 0, to, to + 1 - control);
      to += 1 - control;
      at += 1;
    }
  }
}

/** Pixels of 8 bits a channel. @param {Sections} file @param {Buffer} planes */
function interleaved({ width, height, depth, mode }, planes) {
  const { channels } = modes[mode] ?? { channels: 1 };
  const pixels = Buffer.alloc(width * height * channels);
  const row = Math.ceil((width * depth) / 8);
  const read = readerOf(depth, planes, mode);
  for (let channel = 0; channel < channels; channel += 1) {
    for (let y = 0; y < height; y += 1) {
      const start = (channel * height + y) * row;
      for (let x = 0; x < width; x += 1) {
        const value = read(start, x);
        // Ink is stored inverted.
        pixels[(y * width + x) * channels + channel] = mode === 4 ? 255 - value : value;
      }
    }
  }
  return pixels;
}

/** @param {number} depth @param {Buffer} planes @param {number} mode @returns {(start: number, x: number) => number} */
function readerOf(depth, planes, mode) {
  if (depth === 8) return (start, x) => planes[start + x] ?? 0;
  if (depth === 16) return (start, x) => planes[start + x * 2] ?? 0;
  // Black is 1.
  if (depth === 1) return (start, x) => (((planes[start + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 0 : 255);
  // Light, without gamma.
  return (start, x) => {
    const light = Math.min(1, Math.max(0, planes.readFloatBE(start + x * 4)));
    return Math.round(255 * (mode === 3 || mode === 1 ? light ** (1 / 2.2) : light)) || 0;
  };
}
