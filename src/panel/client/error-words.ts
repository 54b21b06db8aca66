// What an error of the API says to a person. Its own message is in English; in other languages, a sentence by its code comes first.
import type { ErrorCode } from '../../core/errors.ts';
import type { PlainKey } from '../../words/keys.ts';
import { spoken } from './spoken.ts';

const keys = {
  invalid_request: 'errors:invalidRequest',
  unauthorized: 'errors:unauthorized',
  password: 'errors:password',
  forbidden: 'errors:forbidden',
  limit_reached: 'errors:limitReached',
  not_found: 'errors:notFound',
  method_not_allowed: 'errors:methodNotAllowed',
  conflict: 'errors:conflict',
  gone: 'errors:gone',
  precondition_failed: 'errors:preconditionFailed',
  too_large: 'errors:tooLarge',
  unsupported: 'errors:unsupported',
  range_not_satisfiable: 'errors:rangeNotSatisfiable',
  invalid: 'errors:invalid',
  idempotency_mismatch: 'errors:idempotencyMismatch',
  rate_limited: 'errors:rateLimited',
  internal_error: 'errors:internalError',
  unavailable: 'errors:unavailable',
  outcome_unknown: 'errors:outcomeUnknown',
  insufficient_storage: 'errors:insufficientStorage',
} as const satisfies Record<ErrorCode, PlainKey>;

/** Those whose sentence says all that a person can know or do about them. */
const complete: ReadonlySet<string> = new Set<ErrorCode>([
  'password',
  'not_found',
  'method_not_allowed',
  'gone',
  'precondition_failed',
  'rate_limited',
  'internal_error',
  'unavailable',
  'outcome_unknown',
  'insufficient_storage',
]);

const isKnown = (code: string | undefined): code is ErrorCode => code !== undefined && code in keys;

/** @param message the server's. @returns undefined if neither says anything */
export function errorWords(code: string | undefined, message: string | undefined): string | undefined {
  const { t, said } = spoken();
  if (!isKnown(code)) return message;
  const sentence = t(keys[code]);
  if (message === undefined) return sentence;
  if (t('errors:language') === 'en') return message;
  if (complete.has(code)) return sentence;
  const translation = said(message);
  return translation === message ? t('errors:withMessage', { sentence, message }) : translation;
}
