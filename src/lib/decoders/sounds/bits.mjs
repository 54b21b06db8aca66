// Reads numbers of any number of bits, the highest bit first.

/** Thrown at the end of the bytes. */
export class EndOfBits extends Error {}

export class Bits {
  /** @param {Uint8Array} bytes @param {number} from the first byte */
  constructor(bytes, from) {
    this.bytes = bytes;
    /** Of the next bit. */
    this.at = from * 8;
    this.end = bytes.length * 8;
  }

  /** @param {number} count up to 53 */
  read(count) {
    let value = 0;
    for (let left = count; left > 0;) {
      if (this.at >= this.end) throw new EndOfBits();
      const inByte = 8 - (this.at & 7);
      const taken = Math.min(inByte, left);
      const byte = this.bytes[this.at >>> 3] ?? 0;
      value = value * 2 ** taken + ((byte >>> (inByte - taken)) & ((1 << taken) - 1));
      this.at += taken;
      left -= taken;
    }
    return value;
  }

  /** In two's complement. @param {number} count up to 53 */
  readSigned(count) {
    const value = this.read(count);
    return value >= 2 ** (count - 1) ? value - 2 ** count : value;
  }

  /** Zeros before the next one, which is read as well. */
  readUnary() {
    let zeros = 0;
    for (;;) {
      if (this.at >= this.end) throw new EndOfBits();
      const rest = ((this.bytes[this.at >>> 3] ?? 0) << (this.at & 7)) & 0xff;
      if (rest !== 0) {
        const more = Math.clz32(rest) - 24;
        this.at += more + 1;
        return zeros + more;
      }
      const inByte = 8 - (this.at & 7);
      zeros += inByte;
      this.at += inByte;
    }
  }

  toNextByte() {
    this.at = Math.ceil(this.at / 8) * 8;
  }
}
