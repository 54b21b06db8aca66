// Conditional requests (RFC 9110, section 13): an ETag on every read of a single record, and If-Match on writes, compared while
// the record is locked, so that of two concurrent edits one fails.
import { z } from 'zod';
import { clientHas, names, tagOf } from '../../lib/entity-tags.ts';
import { Answer, methodOf, pathOf, writes, type AnyOperation } from '../operation.ts';
import { ApiError } from '../errors.ts';

interface Traits {
  /** False for sign-in, health and delivery, which have their own rules. */
  inInterface: boolean;
  /** A read that answers one record as JSON. */
  readsRecord: boolean;
  /** A write that supports If-Match. */
  conditional: boolean;
}

const known = new WeakMap<AnyOperation, Traits>();

function isList(output: z.ZodType): boolean {
  return (
    output instanceof z.ZodObject && (output.shape as Record<string, unknown>).data instanceof z.ZodArray
  );
}

/** Computed once per operation: every call needs it. */
function traitsOf(operation: AnyOperation): Traits {
  let traits = known.get(operation);
  if (!traits) {
    const method = methodOf(operation);
    const inInterface = pathOf(operation).startsWith('/api/v1/');
    traits = {
      inInterface,
      readsRecord:
        inInterface &&
        method === 'GET' &&
        !operation.http.produces &&
        operation.output !== undefined &&
        !isList(operation.output),
      conditional: inInterface && writes(operation) && ['PATCH', 'PUT', 'DELETE'].includes(method),
    };
    known.set(operation, traits);
  }
  return traits;
}

/** True for operations under `/api/v1`. */
export function isInInterface(operation: AnyOperation): boolean {
  return traitsOf(operation).inInterface;
}

/** True if responses carry an ETag: the GET of a single record. */
export function readsRecord(operation: AnyOperation): boolean {
  return traitsOf(operation).readsRecord;
}

/** True if If-Match is supported. Uploads don't: their bytes stream and belong to no record yet. */
export function isConditional(operation: AnyOperation): boolean {
  return traitsOf(operation).conditional;
}

const readers = new WeakMap<AnyOperation, { among: readonly AnyOperation[]; read: AnyOperation | null }>();

/** The operation that reads the record this one changes: the GET at the same path. */
export function readerOf(operation: AnyOperation, among: readonly AnyOperation[]): AnyOperation | null {
  const found = readers.get(operation);
  if (found?.among === among) return found.read;
  const address = pathOf(operation);
  const read = among.find((one) => readsRecord(one) && pathOf(one) === address) ?? null;
  readers.set(operation, { among, read });
  return read;
}

/**
 * A record with more than the record, such as the addresses of thumbnails. Its ETag is that of the record alone: it can be named by
 * If-Match, and doesn't change with what is beside it.
 *
 * @param record what is answered without more
 * @param value what is answered
 */
export function recordWith(record: unknown, value: unknown): Answer {
  return Answer.json(200, value, { etag: tagOf(JSON.stringify(record)) });
}

/** Adds the ETag to a response, unless the operation has set the record's own, and answers 304 if the client already has it. */
export function withTag(
  operation: AnyOperation,
  among: readonly AnyOperation[],
  headers: Headers,
  answer: Answer,
): Answer {
  if (answer.status !== 200 || answer.body.kind !== 'text') return answer;
  const reads = readsRecord(operation);
  // A write returns what the next read would, so its ETag saves that read.
  if (!reads && !(isConditional(operation) && answersAsRead(operation, among))) return answer;
  const etag = answer.headers.etag?.toString() ?? tagOf(answer.body.json);
  // Private and always revalidated: the ETag depends on what this caller can see.
  const tagged = { 'cache-control': 'private, no-cache', ...answer.headers, etag };
  return reads && clientHas(headers, etag)
    ? new Answer(304, { kind: 'none' }, tagged)
    : new Answer(200, answer.body, tagged);
}

function answersAsRead(operation: AnyOperation, among: readonly AnyOperation[]): boolean {
  const read = readerOf(operation, among);
  return read !== null && read.output === operation.output;
}

/**
 * Compares If-Match with the current record.
 *
 * @param read returns what the record's GET would answer; null if there is no such GET. Not called for `*`.
 * @throws precondition_failed
 */
export async function demandMatch(header: string, read: () => Promise<Answer | null>): Promise<void> {
  if (header.trim() === '*') return;
  const answer = await read();
  if (answer?.body.kind === 'text' && names(header, tagOf(answer.body.json))) return;
  throw new ApiError(
    'precondition_failed',
    'This has changed since you read it. Fetch it again, apply your change to the current version, and send the new ETag as If-Match.',
  );
}
