// Security headers of every response of our own server.
import type { ServerResponse } from 'node:http';

/** One year, the minimum for preload lists; only this host, since subdomains may belong to others. */
const strictTransport = 'max-age=31536000';

/**
 * Sets the headers first; the response itself can override them.
 *
 * @param place `host`: a customer's pages on a host of their own, which may be framed. `app`: the panel and the API. `page`: everything else. `theirs`: what the
 *   app that Marque is installed in answers, which is its own concern.
 */
export function setSecurityHeaders(
  response: ServerResponse,
  { serverUrl, place }: { serverUrl: string; place: 'app' | 'page' | 'host' | 'theirs' },
): void {
  if (place === 'theirs') return;
  if (serverUrl.startsWith('https:')) response.setHeader('strict-transport-security', strictTransport);
  if (place === 'host') return;
  response.setHeader('x-content-type-options', 'nosniff');
  if (place !== 'app') return;
  // Panel URLs contain tokens of invitations and password resets.
  response.setHeader('referrer-policy', 'same-origin');
  // The panel shows its own previews in frames.
  response.setHeader('content-security-policy', "frame-ancestors 'self'");
  response.setHeader('x-frame-options', 'SAMEORIGIN');
}
