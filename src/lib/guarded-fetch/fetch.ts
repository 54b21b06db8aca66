// Fetches a user-supplied URL. It connects to public addresses only, checks the address it actually connects to at every redirect, and
// limits the response. The threat is SSRF: a caller who makes the server read its own network, by address, by name, by redirect,
// or by a name that resolves differently between check and use.
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request, type Dispatcher } from 'undici';
import type { AllowRule } from './allow-rules.ts';
import { guardedConnector } from './connect.ts';
import { failed, FetchError, messageOf, tooLarge } from './fetch-error.ts';
import { filenameOf } from './filename.ts';
import { checkedUrl, nextHop, redirectStatuses, type Hop } from './redirects.ts';

export interface FetchOptions {
  /** Exceptions for addresses that aren't public. */
  allow: readonly AllowRule[];
  /** Maximum size of the decoded body, in bytes. */
  maxBytes: number;
  /** For everything, including the body. Defaults to 30,000 milliseconds. */
  timeoutMs?: number;
  /** Ends the fetch, its body included, when it aborts. */
  signal?: AbortSignal | undefined;
  /** Defaults to 5; 0 rejects any redirect, or returns it with `anyStatus`. */
  maxRedirects?: number;
  method?: Hop['method'];
  headers?: Record<string, string>;
  /** A buffer, so that a 307 or 308 redirect can send it again. */
  body?: string | Uint8Array;
  /** True: responses of any status are returned, not only 200 to 299. */
  anyStatus?: boolean;
  /** Defaults to the system's resolver. Called once per connection. */
  lookup?: LookupFunction;
}

export interface FetchedResponse {
  /** 200 to 299, unless `anyStatus` is set. */
  status: number;
  /** By lowercase name; several of one name are joined with a comma. */
  headers: Record<string, string>;
  /** The final URL after redirects. */
  url: string;
  /** Must be read once, in time; stopping early closes the connection. */
  body: AsyncIterable<Uint8Array>;
  /** From Content-Disposition, otherwise the last part of the path; without folders, at most 255 characters. */
  filename?: string;
}

/** Some servers send a compressed file whatever was requested. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Fetches a user-supplied URL.
 * @throws FetchError: `not-public`; `too-large` if the response announces more than `maxBytes`; `failed` for a URL that isn't plain http
 *   or https, too many redirects, a timeout, an aborted `signal`, a failed connection, a status outside 200 to 299. The body throws the
 *   same while it's read.
 */
export async function fetchPublic(url: string, options: FetchOptions): Promise<FetchedResponse> {
  const call = new GuardedCall(options);
  try {
    return await call.follow(checkedUrl(url));
  } catch (error) {
    const reported = call.errorFor(error);
    call.end();
    throw reported;
  }
}

/** One fetch with its redirects: its own connections, so that none opened by `allow` can be reused by another caller. */
class GuardedCall {
  readonly #options: FetchOptions;
  readonly #agent: Agent;
  readonly #deadline = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #timeoutMs: number;
  /** A redirect is the answer. */
  readonly #takesRedirects: boolean;

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#takesRedirects = options.anyStatus === true && options.maxRedirects === 0;
    this.#agent = new Agent({
      connect: guardedConnector(options.allow, options.lookup ?? systemLookup),
      // The deadline below is the only clock: undici's own may be half a second fast, and would end the call with another message.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#timer = setTimeout(this.#stop, this.#timeoutMs);
    // An unread body must not keep a process from exiting.
    this.#timer.unref();
    if (options.signal?.aborted) this.#stop();
    else options.signal?.addEventListener('abort', this.#stop, { once: true });
  }

  readonly #stop = (): void => {
    this.#deadline.abort();
    // Closes connections that undici keeps open, and a body that was never read.
    this.end();
  };

  async follow(start: URL): Promise<FetchedResponse> {
    let hop: Hop = {
      url: start,
      method: this.#options.method ?? 'GET',
      headers: lowerCased(this.#options.headers ?? {}),
      body: this.#options.body,
    };
    for (let left = this.#options.maxRedirects ?? 5; ; left -= 1) {
      const response = await this.#send(hop);
      const location = redirectStatuses.has(response.statusCode) ? response.headers.location : undefined;
      if (location === undefined || this.#takesRedirects) return this.#answer(hop, response);
      if (left <= 0) throw failed('The URL redirects too often. Use the final URL.');
      // The body of a redirect is useless, and may be endless.
      response.body.on('error', () => undefined).destroy();
      hop = nextHop(hop, response.statusCode, Array.isArray(location) ? location[0] : location);
    }
  }

  /** The error for the caller: never a resolved address, never a cause. */
  errorFor(error: unknown): unknown {
    if (error instanceof FetchError) return error;
    if (this.#options.signal?.aborted) return failed('The fetch was canceled.');
    if (this.#deadline.signal.aborted) {
      return failed(
        `The URL didn't respond in full within ${this.#timeoutMs / 1000} seconds. Try again later.`,
      );
    }
    if (error instanceof TypeError) return error;
    return new FetchError('failed', messageOf(error), { cause: error });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#stop);
    // Rejects only pending requests, and these have reported to their caller already.
    this.#agent.destroy().catch(() => undefined);
  }

  #send(hop: Hop): Promise<Dispatcher.ResponseData> {
    return request(hop.url, {
      dispatcher: this.#agent,
      method: hop.method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...hop.headers },
      body: hop.body ?? null,
      signal: this.#deadline.signal,
    });
  }

  #answer(hop: Hop, { statusCode, headers: raw, body }: Dispatcher.ResponseData): FetchedResponse {
    // No one listens until the body is read, and an unhandled error would end the process.
    body.on('error', () => undefined);
    const headers = joined(raw);
    if (!this.#options.anyStatus && (statusCode < 200 || statusCode > 299)) {
      throw failed(
        `The URL responded with status ${statusCode}. Check it, and whether it requires signing in.`,
      );
    }
    const encoding = hop.method === 'HEAD' ? '' : (headers['content-encoding'] ?? '').trim().toLowerCase();
    const decoder = decoders.get(encoding);
    if (encoding !== '' && encoding !== 'identity' && !decoder) {
      throw failed('The URL responds with an unsupported encoding. Use one that serves the plain file.');
    }
    if (decoder) {
      // They describe the bytes on the wire, not the decoded ones.
      delete headers['content-encoding'];
      delete headers['content-length'];
    }
    if (hop.method !== 'HEAD' && Number(headers['content-length'] ?? 0) > this.#options.maxBytes) {
      throw tooLarge(this.#options.maxBytes);
    }
    const filename = filenameOf(headers['content-disposition'], hop.url);
    return {
      status: statusCode,
      headers,
      url: hop.url.href,
      body: this.#capped(body, decoder?.()),
      ...(filename === undefined ? {} : { filename }),
    };
  }

  async *#capped(
    body: Dispatcher.ResponseData['body'],
    decoder?: Transform,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let size = 0;
    try {
      // Not pipe(): a decoder would wait forever after a broken body. The loop handles errors.
      const chunks: AsyncIterable<Uint8Array> = decoder ? pipeline(body, decoder, () => undefined) : body;
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        if (size > this.#options.maxBytes) throw tooLarge(this.#options.maxBytes);
        yield chunk;
      }
    } catch (error) {
      throw this.errorFor(error);
    } finally {
      decoder?.destroy();
      body.destroy();
      this.end();
    }
  }
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}
