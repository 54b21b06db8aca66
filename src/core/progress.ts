// How far a call has got that takes long, for whoever follows it: an agent that asked for progress, or that polls a task.

export interface Progress {
  /** How much of the whole is done, from 0 to 1; null if that can't be told. Never goes back. */
  part: number | null;
  /** What is being done, in a few words. */
  message: string;
  /** What goes on from here even if the call ends, as the path of the operation that reads it: `{id, deployment}`. */
  begun?: Readonly<Record<string, string>>;
}

/** Called with everything that is done, so it must be cheap. */
export type Report = (progress: Progress) => void;

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Reports the bytes of a file that is being fetched.
 * @param upTo how much of the call fetching is, from 0 to 1
 */
export function reportFetched(
  report: Report | undefined,
  upTo: number,
): ((bytes: number, total: number | null) => void) | undefined {
  if (!report) return undefined;
  return (bytes, total) => {
    const fetched = `Fetched ${size(bytes)}`;
    if (total === null || total === 0) report({ part: null, message: `${fetched}.` });
    else report({ part: Math.min(1, bytes / total) * upTo, message: `${fetched} of ${size(total)}.` });
  };
}
