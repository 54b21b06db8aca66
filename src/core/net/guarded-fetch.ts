// The one way to fetch a user-supplied URL. It connects to public addresses only, checks the address it actually connects to at every hop,
// and limits the response. The threat is SSRF: a caller who makes the server read its own network, by address, by name, by redirect,
// or by a name that resolves differently between check and use.
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { invalid, isApiError, ApiError } from '../errors.ts';
import { demandNoConnectionHeld } from '../db/held-connection.ts';
import { namesFolder } from './folders.ts';

export interface FetchGuardedOptions {
  /**
   * Exceptions for addresses that aren't public (FETCH_ALLOW): a host name or address, `host:port`, `[v6]:port`, or a CIDR range. A
   * name allows whatever it resolves to; an address or range allows every name that resolves to it.
   */
  allow: readonly string[];
  /** Maximum size of the decoded body, in bytes. */
  maxBytes: number;
  /** For everything, including the body. Defaults to 30,000 milliseconds. */
  timeoutMs?: number;
  /** Defaults to 5; 0 rejects any redirect. */
  maxRedirects?: number;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
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

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Headers that must not follow a redirect to another origin (WHATWG Fetch, "HTTP-redirect fetch"). */
const privateHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers that describe a body, dropped when a redirect turns a POST into a GET. */
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding', 'content-language']);

/** Some servers send a compressed file whatever was requested. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Fetches a user-supplied URL.
 * @throws `invalid` at path `url` if it's blocked or fails: scheme, credentials in the URL, a non-public address, too many redirects,
 *   timeout, connection, a status outside 200 to 299. `too_large` if the response announces more than `maxBytes`. The body throws
 *   the same two while it's read.
 * @throws TypeError for an invalid entry of `allow`.
 */
export async function fetchGuarded(url: string, options: FetchGuardedOptions): Promise<FetchedResponse> {
  demandNoConnectionHeld('fetchGuarded');
  const call = new GuardedCall(options);
  try {
    return await call.follow(checkedUrl(url));
  } catch (error) {
    const told = call.tell(error);
    call.end();
    throw told;
  }
}

/** One fetch with its redirects: its own connections, so that none opened by `allow` can be reused by another caller. */
class GuardedCall {
  readonly #options: FetchGuardedOptions;
  readonly #agent: Agent;
  readonly #deadline = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #timeoutMs: number;

  constructor(options: FetchGuardedOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#agent = new Agent({
      connect: guardedConnector(parseAllow(options.allow), options.lookup ?? systemLookup, this.#timeoutMs),
      headersTimeout: this.#timeoutMs,
      bodyTimeout: this.#timeoutMs,
    });
    this.#timer = setTimeout(() => {
      this.#deadline.abort();
      // Closes connections that undici keeps open, and a body that was never read.
      this.end();
    }, this.#timeoutMs);
    // An unread body must not keep a process from exiting.
    this.#timer.unref();
  }

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
      if (location === undefined) return this.#answer(hop, response);
      if (left <= 0) throw refusedUrl('The URL redirects too often. Use the final URL.');
      // The body of a redirect is useless, and may be endless.
      response.body.on('error', () => undefined).destroy();
      hop = nextHop(hop, response.statusCode, Array.isArray(location) ? location[0] : location);
    }
  }

  /** The error for the caller: never a resolved address, never a cause. */
  tell(error: unknown): unknown {
    if (isApiError(error)) return error;
    if (this.#deadline.signal.aborted) {
      return refusedUrl(
        `The URL didn't respond in full within ${this.#timeoutMs / 1000} seconds. Try again later.`,
      );
    }
    if (error instanceof TypeError) return error;
    const apiError = refusedUrl(messageOf(error));
    apiError.cause = error;
    return apiError;
  }

  end(): void {
    clearTimeout(this.#timer);
    // Rejects only pending requests, and these have reported to their caller already.
    this.#agent.destroy().catch(() => undefined);
  }

  #send(hop: Hop): Promise<Dispatcher.ResponseData> {
    return request(hop.url, {
      dispatcher: this.#agent,
      method: hop.method,
      headers: { 'user-agent': 'Marque', accept: '*/*', 'accept-encoding': 'identity', ...hop.headers },
      body: hop.body ?? null,
      signal: this.#deadline.signal,
    });
  }

  #answer(hop: Hop, { statusCode, headers: raw, body }: Dispatcher.ResponseData): FetchedResponse {
    // No one listens until the body is read, and an unhandled error would end the process.
    body.on('error', () => undefined);
    const headers = joined(raw);
    if (!this.#options.anyStatus && (statusCode < 200 || statusCode > 299)) {
      throw refusedUrl(
        `The URL responded with status ${statusCode}. Check it, and whether it requires signing in.`,
      );
    }
    const encoding = hop.method === 'HEAD' ? '' : (headers['content-encoding'] ?? '').trim().toLowerCase();
    const decoder = decoders.get(encoding);
    if (encoding !== '' && encoding !== 'identity' && !decoder) {
      throw refusedUrl('The URL responds with an unsupported encoding. Use one that serves the plain file.');
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
      throw this.tell(error);
    } finally {
      decoder?.destroy();
      body.destroy();
      this.end();
    }
  }
}

interface Hop {
  url: URL;
  method: NonNullable<FetchGuardedOptions['method']>;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** The next request of a redirect (WHATWG Fetch, "HTTP-redirect fetch"). */
function nextHop(hop: Hop, status: number, location: string | undefined): Hop {
  const url = checkedUrl(location ?? '', hop.url);
  const isSameOrigin = url.origin === hop.url.origin;
  const dropsBody =
    (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => (isSameOrigin || !privateHeaders.has(name)) && !(dropsBody && bodyHeaders.has(name)),
    ),
  );
  return { url, headers, method: dropsBody ? 'GET' : hop.method, body: dropsBody ? undefined : hop.body };
}

function checkedUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) {
    throw refusedUrl(
      base ? 'The URL redirects to an invalid URL.' : 'Not a valid URL. Use one that starts with https://.',
    );
  }
  // The WHATWG parser normalizes every spelling of an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1).
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusedUrl('Only http and https URLs can be fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refusedUrl('The URL must not contain a user name or password.');
  }
  return url;
}

interface AllowRule {
  port: string | undefined;
  /** Lowercase, without a trailing dot. */
  name?: string;
  range?: [ipaddr.IPv4 | ipaddr.IPv6, number];
}

/**
 * Reads the addresses in FETCH_ALLOW; folders (folders.ts) are skipped.
 * @throws TypeError naming the entry that isn't a host, `host:port` or CIDR range.
 */
export function parseAllow(entries: readonly string[]): AllowRule[] {
  const addresses = entries.filter((entry) => !namesFolder(entry));
  return addresses.map((entry) => {
    const text = entry.trim().toLowerCase();
    if (ipaddr.isValidCIDR(text)) return { port: undefined, range: unmappedRange(ipaddr.parseCIDR(text)) };
    if (isIP(text) !== 0) return { port: undefined, range: wholeAddress(text) };
    const [, bracketed, plain, port] =
      /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) {
      throw new TypeError(
        `FETCH_ALLOW takes hosts, host:port, CIDR ranges and folders (file:///srv/git/), not ${JSON.stringify(entry)}.`,
      );
    }
    return isIP(host) !== 0 ? { port, range: wholeAddress(host) } : { port, name: withoutDot(host) };
  });
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** `::ffff:10.0.0.0/104` means 10.0.0.0/8; addresses are compared in that form. */
function unmappedRange([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [
  ipaddr.IPv4 | ipaddr.IPv6,
  number,
] {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}

/** The prefix that translates IPv4 (RFC 6052): the embedded address counts. */
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** All allocated global unicast space (IANA); outside are local NAT64, site-local, IPv4-compatible and others. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Documentation addresses since RFC 9637, unknown to ipaddr.js 2.2.0. */
const documentation: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('3fff::'), 20];

/** Public by number, but it's the host of an Azure machine, which returns credentials to it. */
const azureHost = '168.63.129.16';

/**
 * Whether an address is public unicast: reachable by anyone on the Internet. An IPv6 address that contains an IPv4 one (mapped, NAT64) is
 * judged by that; tunnels (6to4, Teredo) are never public.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js would accept a bare number as an address.
  if (isIP(text) === 0) return false;
  const address = innermost(ipaddr.parse(text));
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== azureHost;
  return address.range() === 'unicast' && address.match(globalUnicast) && !address.match(documentation);
}

function innermost(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** Destination of a connection: the host in the URL, and the port as text, `''` for the default. */
interface Destination {
  hostname: string;
  port: string;
}

function isPermitted(address: string, destination: Destination, rules: readonly AllowRule[]): boolean {
  if (isPublicAddress(address)) return true;
  if (isIP(address) === 0) return false;
  const dialled = ipaddr.process(address);
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== destination.port) return false;
    if (rule.name !== undefined) return rule.name === withoutDot(destination.hostname.toLowerCase());
    return rule.range !== undefined && rule.range[0].kind() === dialled.kind() && dialled.match(rule.range);
  });
}

/**
 * Connects to permitted addresses only. The resolver's answer is filtered on its way into the socket, so the checked address is the
 * one connected to; literal addresses skip the resolver and are checked here.
 */
function guardedConnector(
  rules: readonly AllowRule[],
  lookup: LookupFunction,
  timeoutMs: number,
): buildConnector.connector {
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, '');
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const destination = { hostname, port };
    if (isIP(hostname) !== 0 && !isPermitted(hostname, destination, rules)) {
      callback(notPublic(), null);
      return;
    }
    const dial = buildConnector({ lookup: guardedLookup(destination, rules, lookup), timeout: timeoutMs });
    dial(options, (...[error, socket]) => {
      if (error) {
        callback(error, null);
      } else if (!isPermitted(socket.remoteAddress ?? '', destination, rules)) {
        // Can't happen according to Node's docs for `lookup`; checked because everything depends on it.
        socket.destroy();
        callback(notPublic(), null);
      } else {
        callback(null, socket);
      }
    });
  };
}

/**
 * A connection to a user-supplied host for other protocols than HTTP (mail): to permitted addresses only, like `fetchGuarded`.
 * @param options.allow as in `fetchGuarded`.
 * @throws `invalid` at path `host` for an address that isn't public; the system's own error if it can't be reached.
 */
export function dialGuarded(options: {
  host: string;
  port: number;
  allow: readonly string[];
  timeoutMs: number;
  lookup?: LookupFunction;
}): Promise<Socket> {
  demandNoConnectionHeld('dialGuarded');
  const { host, port, timeoutMs } = options;
  const rules = parseAllow(options.allow);
  const destination = { hostname: host, port: String(port) };
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0 && !isPermitted(host, destination, rules)) {
      reject(notPublicHost());
      return;
    }
    const lookup = guardedLookup(destination, rules, options.lookup ?? systemLookup);
    const socket = connect({ host, port, lookup, timeout: timeoutMs });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(isApiError(error) ? notPublicHost() : error);
    };
    socket.once('error', fail);
    socket.once('timeout', () => {
      fail(Object.assign(new Error("The host didn't respond in time."), { code: 'ETIMEDOUT' }));
    });
    socket.once('connect', () => {
      if (!isPermitted(socket.remoteAddress ?? '', destination, rules)) {
        fail(notPublicHost());
        return;
      }
      socket.off('error', fail).removeAllListeners('timeout');
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

function notPublicHost(): ApiError {
  return invalid([
    {
      path: 'host',
      message: 'This host is not public. Use a public one, or ask the server admin to add it to FETCH_ALLOW.',
    },
  ]);
}

function guardedLookup(
  destination: Destination,
  rules: readonly AllowRule[],
  lookup: LookupFunction,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const addresses = (found as LookupAddress[]).filter(({ address }) =>
        isPermitted(address, destination, rules),
      );
      const [first] = addresses;
      if (!first) callback(notPublic(), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function notPublic(): ApiError {
  return refusedUrl(
    'This URL, or one it redirects to, is not public. Use a public one, or ask the server admin to add its host to FETCH_ALLOW.',
  );
}

function refusedUrl(message: string): ApiError {
  return invalid([{ path: 'url', message }]);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'too_large',
    `The file at this URL is larger than the limit of ${maxBytes} bytes. Use a smaller one.`,
  );
}

function messageOf(error: unknown): string {
  const { code: given } = (error ?? {}) as { code?: unknown };
  const code = typeof given === 'string' ? given : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The host of this URL was not found. Check the spelling.';
  if (/CERT|^ERR_(TLS|SSL)|SIGNATURE|^EPROTO$/.test(code)) {
    return 'The host of this URL has no valid certificate. Its owner must fix that.';
  }
  if (/^Z_|^ERR__ERROR|BROTLI/.test(code)) return 'The URL sends a damaged file. Check it in a browser.';
  return 'The URL could not be reached, or the connection broke off. Check it and try again later.';
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

function filenameOf(disposition: string | undefined, url: URL): string | undefined {
  return plainName(statedName(disposition)) ?? plainName(lastSegment(url));
}

/** The filename in a Content-Disposition (RFC 6266, section 4.3), preferring the encoded one; `''` if there is none. */
function statedName(disposition = ''): string {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return percentDecoded(encoded);
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  return token ?? quoted?.replace(/\\(.)/g, '$1') ?? '';
}

function lastSegment(url: URL): string {
  return percentDecoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
}

/** Returned unchanged if it isn't encoded correctly. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A filename without folders (of any system) or control characters. */
function plainName(name: string): string | undefined {
  const plain = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 255);
  return plain === '' || plain === '.' || plain === '..' ? undefined : plain;
}
