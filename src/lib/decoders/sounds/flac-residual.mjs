// What is left of a channel of a FLAC once each sample was predicted: numbers in Rice's code (RFC 9639, 9.2.7).
import { BrokenFrame } from './broken-frame.mjs';

/**
 * @param {import('./bits.mjs').Bits} bits
 * @param {Float64Array} samples of the channel, those before `order` are there
 * @param {number} size samples of the frame
 * @param {number} order
 */
export function residualInto(bits, samples, size, order) {
  const method = bits.read(2);
  if (method > 1) throw new BrokenFrame();
  const parameterBits = method === 0 ? 4 : 5;
  const partitionOrder = bits.read(4);
  const length = size / 2 ** partitionOrder;
  if (!Number.isInteger(length) || length < order) throw new BrokenFrame();
  for (let start = 0; start < size; start += length) {
    const from = start === 0 ? order : start;
    const parameter = bits.read(parameterBits);
    if (parameter === 2 ** parameterBits - 1) plain(bits, samples, from, start + length);
    else rice(bits, samples, from, start + length, parameter);
  }
}

/** As they are. @param {import('./bits.mjs').Bits} bits @param {Float64Array} samples @param {number} from @param {number} to */
function plain(bits, samples, from, to) {
  const width = bits.read(5);
  for (let at = from; at < to; at += 1) samples[at] = width === 0 ? 0 : bits.readSigned(width);
}

/**
 * The quotient in unary, and the rest: most of the time goes here, so a rest of up to 24 bits is read at once.
 *
 * @param {import('./bits.mjs').Bits} bits @param {Float64Array} samples @param {number} from @param {number} to
 * @param {number} parameter bits of the rest
 */
function rice(bits, samples, from, to, parameter) {
  const { bytes } = bits;
  const scale = 2 ** parameter;
  for (let at = from; at < to; at += 1) {
    let value = bits.readUnary() * scale;
    if (parameter > 24) value += bits.read(parameter);
    else if (parameter > 0) {
      const byte = bits.at >>> 3;
      const word =
        (((bytes[byte] ?? 0) << 24) |
          ((bytes[byte + 1] ?? 0) << 16) |
          ((bytes[byte + 2] ?? 0) << 8) |
          (bytes[byte + 3] ?? 0)) <<
        (bits.at & 7);
      value += word >>> (32 - parameter);
      bits.at += parameter;
    }
    // Even numbers are positive, odd ones negative.
    samples[at] = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
