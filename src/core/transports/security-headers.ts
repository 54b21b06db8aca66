// What browsers are told about every answer of our own server, whoever wrote it.
import type { ServerResponse } from 'node:http';

/** A year, as preload lists ask for at least; for this host alone, since others below it may be somebody else's. */
const strictTransport = 'max-age=31536000';

/**
 * Sets the headers before the answer is written; what the answer says itself takes their place.
 *
 * @param place `site`: somebody's own pages, which may be framed. `app`: the panel and its interface. `page`: everything else.
 */
export function setSecurityHeaders(
  response: ServerResponse,
  { serverUrl, place }: { serverUrl: string; place: 'app' | 'page' | 'site' },
): void {
  if (serverUrl.startsWith('https:')) response.setHeader('strict-transport-security', strictTransport);
  if (place === 'site') return;
  response.setHeader('x-content-type-options', 'nosniff');
  if (place !== 'app') return;
  // Addresses of the panel carry tokens of invitations and password resets.
  response.setHeader('referrer-policy', 'same-origin');
  // The panel shows its own previews in frames.
  response.setHeader('content-security-policy', "frame-ancestors 'self'");
  response.setHeader('x-frame-options', 'SAMEORIGIN');
}
