// A file that a decoder rejects, as opposed to a decoder that fails.

/**
 * `broken`: the file isn't what it claims to be. `complex`: it may be, but decoding it would take too much.
 * @typedef {'broken' | 'complex'} RefusalReason
 */
export class DecoderError extends Error {
  /** @param {RefusalReason} reason @param {string} message */
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}
