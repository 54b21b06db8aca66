// The URLs of a fetch and its redirects (WHATWG Fetch, "HTTP-redirect fetch"): each is checked before a connection is opened.
import { failed } from './fetch-error.ts';

export const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Headers that must not follow a redirect to another origin. */
const privateHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers that describe a body, dropped when a redirect turns a POST into a GET. */
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding', 'content-language']);

/** One request of a fetch; each redirect makes another. */
export interface Hop {
  url: URL;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** The request that a redirect leads to. */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop {
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

export function checkedUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) {
    throw failed(
      base ? 'The URL redirects to an invalid URL.' : 'Not a valid URL. Use one that starts with https://.',
    );
  }
  // The WHATWG parser normalizes every spelling of an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1).
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw failed('Only http and https URLs can be fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    throw failed('The URL must not contain a user name or password.');
  }
  return url;
}
