// Secrets that sign what is sent (Standard Webhooks): kept sealed, shown once, and replaced with a day in which both count.
import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { Service } from '../core/service.ts';
import { deriveKey, seal, unseal } from '../core/storage/signing.ts';

/** What both secrets sign after a rotation. */
export const overlapHours = 24;

const sealKey = (service: Service): Buffer => deriveKey(service.secret, 'webhooks');

/** A new secret, as text and sealed. */
export function newSecret(service: Service): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: seal(sealKey(service), secret) };
}

/**
 * The headers of a request.
 *
 * @param sealed the secrets that count, the newest first
 * @returns null if they were sealed with another SECRET
 */
export function signedHeaders(
  service: Service,
  sealed: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> | null {
  const secrets = sealed.flatMap((one) => unseal(sealKey(service), one) ?? []);
  if (secrets.length === 0) return null;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
  };
}
