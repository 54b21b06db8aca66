// Calls that end when their caller hangs up: they stop before their next step. What runs in a transaction goes on to its end, so that
// nothing is half written.
import { ApiError } from '../errors.ts';
import type { RequestFacts } from '../operation.ts';

/** @throws ApiError gone if the caller has hung up and that cancels the call. Nobody reads the answer. */
export function stopIfCanceled({ cancel }: RequestFacts): void {
  if (cancel?.aborted) throw new ApiError('gone', 'The caller hung up, so this call was stopped.');
}
