// A Refusal inside a Payload hook, said in Payload's own error shape, so that the panel shows its words instead of "something went wrong".
import { APIError, ValidationError, type CollectionBeforeChangeHook, type PayloadRequest } from 'payload';
import { isApiError, referenceOf, type Issue } from '../errors.ts';

/** The error as the door that made the request shows it: untouched for our own operations, Payload's for the panel. */
export function asPanelError(req: PayloadRequest, error: unknown, collection?: string): unknown {
  if (!isApiError(error) || req.payloadAPI === 'local') return error;
  // Payload logs what it is given, and that has no cause.
  referenceOf(error, req.payload.logger, { operation: 'panel' });
  const issues = (error.detail as { issues?: Issue[] } | undefined)?.issues;
  if (issues && issues.length > 0 && issues.every(({ path }) => path !== '')) {
    return new ValidationError({ ...(collection ? { collection } : {}), errors: issues }, req.t);
  }
  return new APIError(error.message, error.status, null, true);
}

/** Wraps a hook so that its refusals reach the panel. */
export function panelErrors(
  hook: (args: Parameters<CollectionBeforeChangeHook>[0]) => unknown,
): CollectionBeforeChangeHook {
  return async (args) => {
    try {
      return await hook(args);
    } catch (error) {
      throw asPanelError(args.req, error, args.collection.slug);
    }
  };
}
