// The text of a document as it's collected: by page, and never more than the limits. What lies beyond isn't read.

export const textLimits = {
  /** UTF-8 bytes of a document's text. */
  bytes: 1024 * 1024,
  pages: 2000,
  /** Reading ends after this long with what was found so far: well before the process is killed. */
  seconds: 20,
};

/** @typedef {{ page: number | null, text: string }} TextPage `page`: from 1; null where it isn't known. */

export class TextPages {
  /** @type {Map<number | null, string[]>} */
  #parts = new Map();
  #bytes = 0;
  #end = Date.now() + textLimits.seconds * 1000;

  /** True once nothing more is wanted. */
  get isFull() {
    return this.#bytes >= textLimits.bytes || Date.now() > this.#end;
  }

  /** Whether so much is all that is wanted, before it's added. @param {number} length @param {number} page */
  isEnough(length, page) {
    return this.isFull || length >= textLimits.bytes || page > textLimits.pages;
  }

  /** @param {number | null} page @param {string} text */
  add(page, text) {
    if (this.#bytes >= textLimits.bytes || (page ?? 0) > textLimits.pages) return;
    const left = textLimits.bytes - this.#bytes;
    // A character is at least a byte.
    const taken = text.slice(0, left);
    this.#bytes += Buffer.byteLength(taken);
    const parts = this.#parts.get(page);
    if (parts) parts.push(taken);
    else this.#parts.set(page, [taken]);
  }

  /** @returns {TextPage[]} those with any text, in the order in which they were found */
  finish() {
    return [...this.#parts]
      .map(([page, parts]) => ({ page, text: parts.join('') }))
      .filter(({ text }) => text.trim() !== '');
  }
}
