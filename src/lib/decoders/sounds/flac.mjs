// The waveform of a FLAC (RFC 9639). What is damaged ends it: a player would stop there as well.
// cspell:ignore subframe
import { Bits, EndOfBits } from './bits.mjs';
import { BrokenFrame } from './broken-frame.mjs';
import { residualInto } from './flac-residual.mjs';

/**
 * @typedef {object} StreamInfo
 * @property {number} rate samples a second
 * @property {number} channels
 * @property {number} depth bits of a sample
 * @property {number} samples of each channel; 0: unknown
 * @property {number} start of the first frame
 */

/** @param {Buffer} bytes @returns {StreamInfo | null} */
function streamInfoOf(bytes) {
  // Some programs put a tag of an MP3 before it.
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3';
  let at = hasTag ? 10 + [...bytes.subarray(6, 10)].reduce((size, byte) => size * 128 + (byte & 0x7f), 0) : 0;
  if (bytes.toString('latin1', at, at + 4) !== 'fLaC') return null;
  at += 4;
  /** @type {Omit<StreamInfo, 'start'> | null} */
  let info = null;
  for (let isLast = false; !isLast && at + 4 <= bytes.length;) {
    isLast = ((bytes[at] ?? 0) & 0x80) !== 0;
    const length = bytes.readUIntBE(at + 1, 3);
    if (((bytes[at] ?? 0) & 0x7f) === 0 && length >= 34 && at + 38 <= bytes.length) {
      const bits = new Bits(bytes, at + 4 + 10);
      info = {
        rate: bits.read(20),
        channels: bits.read(3) + 1,
        depth: bits.read(5) + 1,
        samples: bits.read(36),
      };
    }
    at += 4 + length;
  }
  return info && info.rate > 0 ? { ...info, start: at } : null;
}

const depths = /** @type {Record<number, number>} */ ({ 1: 8, 2: 12, 4: 16, 5: 20, 6: 24, 7: 32 });

/** Samples of a frame, by its code (RFC 9639, 9.1.1). @param {number} code @param {Bits} bits */
function frameSizeOf(code, bits) {
  if (code === 0) throw new BrokenFrame();
  if (code === 1) return 192;
  if (code <= 5) return 144 * 2 ** code;
  if (code === 6) return bits.read(8) + 1;
  if (code === 7) return bits.read(16) + 1;
  return 256 * 2 ** (code - 8);
}

/** @param {Bits} bits @param {StreamInfo} info */
function frameHeader(bits, { depth }) {
  // The last bit says whether frames have all the same size.
  if (bits.read(15) !== 0x7ffc) throw new BrokenFrame();
  bits.read(1);
  const [sizeCode, rateCode, channelCode, depthCode] = [
    bits.read(4),
    bits.read(4),
    bits.read(4),
    bits.read(3),
  ];
  if (bits.read(1) !== 0 || channelCode > 10 || rateCode === 15) throw new BrokenFrame();
  // The number of the frame, written like a character of UTF-8, in up to 7 bytes.
  const ones = Math.clz32(~(bits.read(8) << 24));
  if (ones === 1 || ones > 7) throw new BrokenFrame();
  for (let more = 1; more < ones; more += 1) bits.read(8);
  const size = frameSizeOf(sizeCode, bits);
  if (rateCode === 12) bits.read(8);
  else if (rateCode > 12) bits.read(16);
  bits.read(8); // a checksum
  const known = depthCode === 0 ? depth : depths[depthCode];
  if (known === undefined) throw new BrokenFrame();
  return { size, channelCode, depth: known };
}

/** What each sample is expected to be, by the ones before it (RFC 9639, 9.2.5). */
const fixedCoefficients = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

/**
 * Adds what was predicted to what is left.
 *
 * @param {Float64Array} samples @param {number} size
 * @param {readonly number[]} coefficients the first is for the latest sample
 * @param {number} shift
 */
function predict(samples, size, coefficients, shift) {
  const order = coefficients.length;
  const scale = 2 ** shift;
  for (let at = order; at < size; at += 1) {
    let sum = 0;
    for (let back = 0; back < order; back += 1)
      sum += /** @type {number} */ (coefficients[back]) * /** @type {number} */ (samples[at - 1 - back]);
    samples[at] = /** @type {number} */ (samples[at]) + Math.floor(sum / scale);
  }
}

/** One channel of a frame. @param {Bits} bits @param {Float64Array} samples @param {number} size @param {number} depth */
function subframe(bits, samples, size, depth) {
  if (bits.read(1) !== 0) throw new BrokenFrame();
  const type = bits.read(6);
  const wasted = bits.read(1) === 1 ? bits.readUnary() + 1 : 0;
  const own = depth - wasted;
  if (own < 1) throw new BrokenFrame();
  const warmUp = (/** @type {number} */ order) => {
    if (order > size) throw new BrokenFrame();
    for (let at = 0; at < order; at += 1) samples[at] = bits.readSigned(own);
  };
  if (type === 0) samples.fill(bits.readSigned(own), 0, size);
  else if (type === 1) warmUp(size);
  else if (type >= 8 && type <= 12) {
    const coefficients = /** @type {number[]} */ (fixedCoefficients[type - 8]);
    warmUp(coefficients.length);
    residualInto(bits, samples, size, coefficients.length);
    predict(samples, size, coefficients, 0);
  } else if (type >= 32) {
    const order = type - 31;
    warmUp(order);
    const precision = bits.read(4) + 1;
    const shift = bits.readSigned(5);
    if (precision === 16 || shift < 0) throw new BrokenFrame();
    const coefficients = Array.from({ length: order }, () => bits.readSigned(precision));
    residualInto(bits, samples, size, order);
    predict(samples, size, coefficients, shift);
  } else throw new BrokenFrame();
  if (wasted > 0)
    for (let at = 0; at < size; at += 1) samples[at] = /** @type {number} */ (samples[at]) * 2 ** wasted;
}

/**
 * Both channels from one and the difference (RFC 9639, 4.2).
 *
 * @param {Float64Array} one @param {Float64Array} other @param {number} size @param {number} channelCode
 */
function separate(one, other, size, channelCode) {
  for (let at = 0; at < size; at += 1) {
    const [a, b] = [/** @type {number} */ (one[at]), /** @type {number} */ (other[at])];
    if (channelCode === 8) other[at] = a - b;
    else if (channelCode === 9) one[at] = a + b;
    else {
      const middle = a * 2 + Math.abs(b % 2);
      one[at] = (middle + b) / 2;
      other[at] = (middle - b) / 2;
    }
  }
}

/** A frame into the channels. @param {Bits} bits @param {StreamInfo} info @param {Float64Array[]} channels */
function frame(bits, info, channels) {
  const { size, channelCode, depth } = frameHeader(bits, info);
  const isDifferent = channelCode >= 8;
  const count = isDifferent ? 2 : channelCode + 1;
  if (count > channels.length) throw new BrokenFrame();
  // The difference takes a bit more.
  const differenceAt = channelCode === 9 ? 0 : 1;
  for (let channel = 0; channel < count; channel += 1) {
    const more = isDifferent && channel === differenceAt ? 1 : 0;
    subframe(bits, /** @type {Float64Array} */ (channels[channel]), size, depth + more);
  }
  const [one, other] = channels;
  if (isDifferent && one && other) separate(one, other, size, channelCode);
  bits.toNextByte();
  bits.read(16); // a checksum
  return { size, count, loudest: 2 ** (depth - 1) };
}

/** Samples of a frame, at most. */
const largestFrame = 65_536;

/**
 * @param {Buffer} bytes
 * @param {number} parts at most
 * @returns {{ peaks: number[], seconds: number } | null} null: it's no FLAC, or has no frame that can be read
 */
export function flacWaveform(bytes, parts) {
  const info = streamInfoOf(bytes);
  if (!info) return null;
  const channels = Array.from({ length: info.channels }, () => new Float64Array(largestFrame));
  const bits = new Bits(bytes, info.start);
  // Without a known length, each frame has a level of its own.
  const levels = info.samples > 0 ? new Array(Math.min(parts, info.samples)).fill(0) : [];
  let decoded = 0;
  try {
    while (bits.at < bits.end) {
      const { size, count, loudest } = frame(bits, info, channels);
      const placeOf =
        info.samples > 0
          ? (/** @type {number} */ at) => Math.floor(((decoded + at) / info.samples) * levels.length)
          : () => levels.length - 1;
      if (info.samples === 0) levels.push(0);
      for (let at = 0; at < size; at += 1) {
        const place = Math.min(placeOf(at), levels.length - 1);
        for (let channel = 0; channel < count; channel += 1) {
          const level = Math.abs(/** @type {number} */ (channels[channel]?.[at])) / loudest;
          if (level > levels[place]) levels[place] = level;
        }
      }
      decoded += size;
    }
  } catch (error) {
    if (!(error instanceof BrokenFrame) && !(error instanceof EndOfBits)) throw error;
  }
  if (decoded === 0) return null;
  return { peaks: asParts(levels, parts).map((level) => Math.min(1, level)), seconds: decoded / info.rate };
}

/** The loudest of each of so many parts at most. @param {number[]} levels @param {number} most */
function asParts(levels, most) {
  const parts = Math.min(most, levels.length);
  const peaks = new Array(parts).fill(0);
  levels.forEach((level, at) => {
    const part = Math.floor((at * parts) / levels.length);
    peaks[part] = Math.max(peaks[part], level);
  });
  return peaks;
}
