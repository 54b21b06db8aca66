// Calls that end when their caller disconnects: they stop before their next step. What runs in a transaction goes on to its end, so that
// nothing is half written.
import { ApiError } from '../errors.ts';
import type { RequestFacts } from '../operation.ts';

/** @throws ApiError gone if the caller has disconnected and that cancels the call. Nobody reads the answer. */
export function stopIfCanceled({ cancel }: RequestFacts): void {
  if (cancel?.aborted)
    throw new ApiError('gone', 'The client closed the connection, so this call was canceled.');
}
