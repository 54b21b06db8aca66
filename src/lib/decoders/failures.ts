// Why decoding a file in the child process can fail.

/**
 * - `broken`: the file isn't what it claims to be;
 * - `complex`: it needs more than is allowed, as found before drawing;
 * - `time`, `memory`, `crash`: the decoder was killed, or died;
 * - `busy`: too much is waiting, or waited too long;
 * - `start`: the process can't be started on this machine.
 */
export type DecoderFailureReason = 'broken' | 'complex' | 'time' | 'memory' | 'crash' | 'busy' | 'start';

export class DecoderFailure extends Error {
  override readonly name = 'DecoderFailure';

  /**
   * @param message continues "The file".
   * @param isLasting whether the same bytes would fail again; false if the machine was too busy.
   */
  constructor(
    readonly reason: DecoderFailureReason,
    message: string,
    readonly isLasting: boolean,
  ) {
    super(message);
  }
}

/** The pool belongs to the first copy of this module, and so do the failures that it throws: callers compare with the class of their own. */
export function ownFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'DecoderFailure' || error instanceof DecoderFailure)
    return error;
  const { reason, message, isLasting } = error as DecoderFailure;
  return Object.assign(new DecoderFailure(reason, message, isLasting), { stack: error.stack });
}
