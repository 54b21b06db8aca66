// An error response of Marque, as something that is thrown.
import type { components } from '../generated/client.ts';

export type ErrorCode = components['schemas']['Error']['error']['code'];

/** Every response that isn't a success. */
export class MarqueError extends Error {
  override readonly name = 'MarqueError';

  constructor(
    message: string,
    /** The HTTP status. */
    readonly status: number,
    /** For programs; null if the response isn't Marque's, such as a proxy's. */
    readonly code: ErrorCode | null,
    /** What the code says more, such as the `issues` of an `invalid_request`. */
    readonly detail: unknown,
    readonly response: Response,
  ) {
    super(message);
  }
}

/** @param body the parsed body of the response, or its text */
export function errorOf(response: Response, body: unknown): MarqueError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: { code: ErrorCode; message: string; detail?: unknown };
  };
  const { status } = response;
  return new MarqueError(
    error?.message ?? `The server responded with ${status}.`,
    status,
    error?.code ?? null,
    error?.detail,
    response,
  );
}

/** The result of a call: openapi-fetch returns errors, and doesn't throw them. */
interface Called<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * What a call returned, for code that would rather catch errors: `const { data } = await orThrow(marque.GET('/api/v1/me'))`.
 * @throws MarqueError if the response isn't a success
 */
export async function orThrow<Data>(call: Promise<Called<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorOf(response, error);
  return data as Data;
}
