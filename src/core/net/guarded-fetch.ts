// The one way to fetch an address that a caller gave, or to connect to one. FETCH_ALLOW has the exceptions to public addresses.
import type { LookupFunction, Socket } from 'node:net';
import { parseAllowRule, type AllowRule } from '../../lib/guarded-fetch/allow-rules.ts';
import { connectPublic } from '../../lib/guarded-fetch/connect.ts';
import { fetchPublic, type FetchedResponse, type FetchOptions } from '../../lib/guarded-fetch/fetch.ts';
import { FetchError } from '../../lib/guarded-fetch/fetch-error.ts';
import { demandNoConnectionHeld } from '../db/held-connection.ts';
import { ApiError, invalid } from '../errors.ts';
import { namesFolder } from './folders.ts';

export type { FetchedResponse };

export interface FetchGuardedOptions extends Omit<FetchOptions, 'allow'> {
  /**
   * Exceptions for addresses that aren't public (FETCH_ALLOW): a host name or address, `host:port`, `[v6]:port`, or a CIDR range. A
   * name allows whatever it resolves to; an address or range allows every name that resolves to it.
   */
  allow: readonly string[];
  /** Called with the bytes of the body that have arrived so far, and how many there will be; null if the server doesn't say. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

/**
 * Fetches a user-supplied URL.
 * @throws `invalid` at path `url` if it's blocked or fails: scheme, credentials in the URL, a non-public address, too many redirects,
 *   timeout, an aborted `signal`, connection, a status outside 200 to 299. `too_large` if the response announces more than `maxBytes`. The body throws
 *   the same two while it's read.
 * @throws TypeError for an invalid entry of `allow`.
 */
export async function fetchGuarded(
  url: string,
  { onBytes, ...options }: FetchGuardedOptions,
): Promise<FetchedResponse> {
  demandNoConnectionHeld('fetchGuarded');
  const allow = parseAllow(options.allow);
  const headers = { 'user-agent': 'Marque', ...options.headers };
  try {
    const response = await fetchPublic(url, { ...options, allow, headers });
    const body = withApiErrors(response.body);
    return { ...response, body: onBytes ? counted(body, lengthIn(response), onBytes) : body };
  } catch (error) {
    throw toApiError(error, 'url');
  }
}

/** The announced length of the body, unless it is decoded on the way. */
function lengthIn({ headers }: FetchedResponse): number | null {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? null : Number(length);
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  total: number | null,
  onBytes: (bytes: number, total: number | null) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    onBytes(bytes, total);
    yield piece;
  }
}

async function* withApiErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    throw toApiError(error, 'url');
  }
}

/**
 * A connection to a user-supplied host for other protocols than HTTP (mail): to permitted addresses only, like `fetchGuarded`.
 * @param options.allow as in `fetchGuarded`.
 * @throws `invalid` at path `host` for an address that isn't public; the system's own error if it can't be reached.
 */
export async function dialGuarded(options: {
  host: string;
  port: number;
  allow: readonly string[];
  timeoutMs: number;
  lookup?: LookupFunction;
}): Promise<Socket> {
  demandNoConnectionHeld('dialGuarded');
  try {
    return await connectPublic({ ...options, allow: parseAllow(options.allow) });
  } catch (error) {
    throw toApiError(error, 'host');
  }
}

function toApiError(error: unknown, path: 'url' | 'host'): unknown {
  if (!(error instanceof FetchError)) return error;
  if (error.reason === 'too-large') return new ApiError('too_large', error.message);
  const allowed = path === 'url' ? 'its host' : 'it';
  const advice = ` Use a public one, or ask the server admin to add ${allowed} to FETCH_ALLOW.`;
  const apiError = invalid([
    { path, message: `${error.message}${error.reason === 'not-public' ? advice : ''}` },
  ]);
  apiError.cause = error.cause;
  return apiError;
}

/**
 * Reads the addresses in FETCH_ALLOW; folders (folders.ts) are skipped.
 * @throws TypeError naming the entry that isn't a host, `host:port` or CIDR range.
 */
export function parseAllow(entries: readonly string[]): AllowRule[] {
  const addresses = entries.filter((entry) => !namesFolder(entry));
  return addresses.map((entry) => {
    const rule = parseAllowRule(entry);
    if (!rule) {
      throw new TypeError(
        `FETCH_ALLOW takes hosts, host:port, CIDR ranges and folders (file:///srv/git/), not ${JSON.stringify(entry)}.`,
      );
    }
    return rule;
  });
}
