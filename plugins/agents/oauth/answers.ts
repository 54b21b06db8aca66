// OAuth's own responses and errors (RFC 6749, section 5.2): flat, and never cached.
import { isApiError } from '../../../src/core/errors.ts';
import { Answer, type RequestFacts } from '../../../src/core/operation.ts';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export function document(value: unknown, status = 200): Answer {
  return Answer.json(status, value, { 'cache-control': 'no-store' });
}

/** Runs `work` and converts its errors to OAuth's format. */
export async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OAuthError)
      return document({ error: error.code, error_description: error.message }, error.status);
    if (isApiError(error) && error.status === 429) {
      const { retryAfterSeconds } = error.detail as { retryAfterSeconds: number };
      return new Answer(
        429,
        { kind: 'json', value: { error: 'temporarily_unavailable', error_description: error.message } },
        { 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) },
      );
    }
    throw error;
  }
}

const maxForm = 16 * 1024;

/** The form of a token request. Repeated parameters are rejected (RFC 6749, section 3.2). */
export async function formOf(request: RequestFacts): Promise<Map<string, string>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxForm) throw new OAuthError('invalid_request', 'The form is too large.', 413);
    chunks.push(chunk);
  }
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) {
    if (form.has(name)) throw new OAuthError('invalid_request', `${name} was sent twice.`);
    form.set(name, value);
  }
  return form;
}
