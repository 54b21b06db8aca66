// What a decoder says of a file that it doesn't decode, as opposed to a decoder that fails.

/**
 * `broken`: the file isn't what it says it is. `complex`: it may well be, but decoding it would take more than it is worth.
 * @typedef {'broken' | 'complex'} RefusalReason
 */
export class DecoderRefusal extends Error {
  /** @param {RefusalReason} reason @param {string} message */
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}
