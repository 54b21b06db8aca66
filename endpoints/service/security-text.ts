// Whom to report vulnerabilities to (RFC 9116), if the operator says so with SECURITY_CONTACT.
import { addressNotFound } from '../../src/core/errors.ts';
import { Answer, type ProtocolRoute } from '../../src/core/operation.ts';

const path = '/.well-known/security.txt';

const dayMs = 24 * 60 * 60 * 1000;

/** RFC 9116 recommends less than a year. The same all day long, so that copies of a day are equal. */
const validDays = 90;

function expiry(now: number): string {
  const today = Math.floor(now / dayMs);
  return new Date((today + validDays) * dayMs).toISOString();
}

export const securityTextRoute: ProtocolRoute = {
  route: `GET ${path}`,
  answer: ({ env: { securityContacts, serverUrl } }) => {
    if (securityContacts.length === 0) return Promise.reject(addressNotFound());
    const lines = [
      ...securityContacts.map((uri) => `Contact: ${uri}`),
      `Expires: ${expiry(Date.now())}`,
      `Canonical: ${serverUrl}${path}`,
    ];
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' };
    return Promise.resolve(new Answer(200, { kind: 'bytes', bytes }, headers));
  },
};
