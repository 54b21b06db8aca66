'use client';
// What an effect reads from the API: passed on, unless the effect has ended by then.

/**
 * Reads for an effect.
 *
 * @param onFailed left out: the view does without it.
 * @returns the effect's clean-up: it aborts the request, and nothing is called after it.
 */
export function reading<T>(
  read: (signal: AbortSignal) => Promise<T>,
  onRead: (answer: T) => void,
  onFailed?: (error: unknown) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  read(signal).then(
    (answer) => {
      if (!signal.aborted) onRead(answer);
    },
    (error: unknown) => {
      if (!signal.aborted) onFailed?.(error);
    },
  );
  return () => {
    controller.abort();
  };
}
