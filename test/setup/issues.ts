// What an error says about the values of a request.
import type { Reply } from './service.ts';

/** The paths of the values that an error names, in its order. */
export const issuePaths = (reply: Reply): string[] =>
  (reply.body.error.detail.issues as { path: string }[]).map(({ path }) => path);
