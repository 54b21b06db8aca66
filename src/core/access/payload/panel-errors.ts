// Converts an ApiError in a Payload hook to Payload's error format, so that the panel shows its message.
import { APIError, ValidationError, type PayloadRequest } from 'payload';
import { saidIn, translated } from '../../../lib/phrases.ts';
import { isApiError, type Issue } from '../../errors.ts';

/** The error for the caller: unchanged for our operations, in Payload's format and the person's language for the panel. */
export function asPanelError(req: PayloadRequest, error: unknown, collection?: string): unknown {
  // Errors from 500 on stay as they are: payload-failures.ts answers them with a reference.
  if (!isApiError(error) || error.status >= 500 || req.payloadAPI === 'local') return error;
  const issues = (error.detail as { issues?: Issue[] } | undefined)?.issues;
  const translations = saidIn(req.i18n.translations);
  const said = (message: string): string => translated(translations, message);
  if (issues && issues.length > 0 && issues.every(({ path }) => path !== '')) {
    const errors = issues.map((issue) => ({ ...issue, message: said(issue.message) }));
    return new ValidationError({ ...(collection ? { collection } : {}), errors }, req.t);
  }
  return new APIError(said(error.message), error.status, null, true);
}

/** Wraps a hook so that its errors are shown in the panel. */
export function panelErrors<Args extends { req: PayloadRequest; collection: { slug: string } }>(
  hook: (args: Args) => unknown,
) {
  return async (args: Args): Promise<unknown> => {
    try {
      return await hook(args);
    } catch (error) {
      throw asPanelError(args.req, error, args.collection.slug);
    }
  };
}
