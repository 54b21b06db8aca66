// An error beside the form that was refused.
import type { ApiError } from '../core/errors.ts';

/** For people: without the names of fields. */
export function messageOf({ code, message, detail }: ApiError): string {
  if (code !== 'invalid_request') return message;
  const { issues = [] } = (detail ?? {}) as { issues?: { message: string }[] };
  return issues.length === 0 ? message : issues.map((issue) => issue.message).join(' ');
}
