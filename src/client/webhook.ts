// Verifies what a webhook sends (https://www.standardwebhooks.com), with Web Crypto alone: the specification's library is CommonJS with
// a SHA-256 of its own, and would weigh 4.6 KB, three quarters of everything else here.
import type { components } from '../generated/client.ts';

/** An event, as a webhook sends it. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** Stays the same when an event is sent again. */
  id: string;
  type: string;
  /** Higher than in earlier events. Ignore one whose version isn't higher than the one that you have. */
  version: number;
  occurredAt: string;
  organization: string;
  workspace: string | null;
  actor: { kind: string; id: string | null; name: string };
  /** Null for what isn't about a resource. */
  resource: { type: string; id: string } | null;
  /** Null if it was deleted, or is out of reach. */
  data: Data | null;
  previous?: Record<string, unknown>;
}

/** The schemas of the API, by name: `Schema<'Asset'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A request that wasn't sent by the webhook, or not now. Respond with 400. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
}

export interface SignedRequest {
  /** `whsec_…`. Several while one replaces another. */
  secret: string | readonly string[];
  /** Of the request: those of `fetch`, or of Node. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** As it was sent, byte by byte, not parsed. */
  body: string | Uint8Array;
}

/** How far the sender's clock may be off: what is older may be a copy of a request that somebody else sends again. */
const toleranceSeconds = 300;
/** A rotation has two. More would only be work. */
const mostSignatures = 10;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: SignedRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new InvalidWebhook(`The header ${name} is missing.`);
  return value;
}

async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string[],
): Promise<boolean> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  if (!raw || raw.length === 0) throw new TypeError('The secret of a webhook is whsec_ and base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  for (const signature of signatures) {
    const bytes = bytesOf(signature);
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

/**
 * The event of a request, if a webhook with this secret sent it within the last five minutes.
 * @throws InvalidWebhook
 */
export async function verifyWebhook<Data = Record<string, unknown>>({
  secret,
  headers,
  body,
}: SignedRequest): Promise<WebhookEvent<Data>> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .slice(0, mostSignatures)
    .flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  const age = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new InvalidWebhook('The request is too old, or one of the clocks is wrong.');
  const encoder = new TextEncoder();
  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const start = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSigned(one, signed, signatures))
      return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent<Data>;
  throw new InvalidWebhook('The signature is wrong.');
}
