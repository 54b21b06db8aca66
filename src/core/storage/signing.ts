// Keys derived from SECRET, one per purpose, and their uses: signatures of delivery URLs, and encryption of secrets in the database.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What a signature covers. */
export interface SignedUse {
  /** The asset's ID. */
  id: string;
  /** Hash of the asset's bytes: new bytes under the same ID need a new signature. */
  sha256: string;
  /** The canonical transform, `''` for the original; when signing also `*`, for all of them. */
  transform: string;
  /** ID of the share link it was signed for; the link must still be open when it's used. */
  link?: string | null;
}

/** Expiry in seconds since 1970 in base 36, 256 bits of HMAC in base64url, and the ID of a share link if there is one. */
const useShape = /^([1-9a-z][0-9a-z]{0,9})\.([A-Za-z0-9_-]{43})(?:\.([0-9a-f-]{36}))?$/;

const ivBytes = 12;
const tagBytes = 16;

/**
 * A 32-byte key for one purpose (HKDF-SHA256, RFC 5869): a signature for one purpose is invalid for others.
 * @param purpose a constant such as `delivery` or `settings`.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `marque:${purpose}`, 32));
}

/**
 * The value of `?s=`: `<expiry>.<signature>`, 45 to 54 characters that need no URL encoding, and `.<link>` if there is one.
 * @param use.expiresAt rounded down to the second.
 * @throws RangeError if `expiresAt` isn't a date after 1970.
 */
export function signUse(key: Buffer, use: SignedUse & { expiresAt: Date }): string {
  const expiresInSeconds = Math.floor(use.expiresAt.getTime() / 1000);
  if (!(expiresInSeconds > 0)) throw new RangeError('A signature needs an expiry.');
  const link = use.link ? `.${use.link}` : '';
  return `${expiresInSeconds.toString(36)}.${macOf(key, use, expiresInSeconds)}${link}`;
}

/** ID of the share link in a signature; null if there is none. Not verified: verify the signature first. */
export function linkOfUse(value: string): string | null {
  return useShape.exec(value)?.[3] ?? null;
}

/**
 * Whether `value` is an unexpired signature for this use, or for all transforms of these bytes. Takes constant time. Never throws,
 * whatever `value` is.
 */
export function verifyUse(key: Buffer, value: string, asked: Omit<SignedUse, 'link'>, now: Date): boolean {
  const [, expiry, signature, link] = useShape.exec(value) ?? [];
  const use: SignedUse = { ...asked, link: link ?? null };
  if (expiry === undefined || signature === undefined) return false;
  const expirySeconds = parseInt(expiry, 36);
  if (expirySeconds * 1000 <= now.getTime()) return false;
  // Compares the text, not what it decodes to: base64url has four spellings of these 32 bytes.
  const given = Buffer.from(signature, 'latin1');
  const isExact = timingSafeEqual(given, Buffer.from(macOf(key, use, expirySeconds), 'latin1'));
  const isAny = timingSafeEqual(
    given,
    Buffer.from(macOf(key, { ...use, transform: '*' }, expirySeconds), 'latin1'),
  );
  return isExact || isAny;
}

function macOf(key: Buffer, { id, sha256, transform, link }: SignedUse, expirySeconds: number): string {
  // A JSON array is unambiguous: no ID or transform can be confused with its neighbor, as in joined text.
  const message = JSON.stringify([id, sha256, transform, expirySeconds, ...(link ? [link] : [])]);
  return createHmac('sha256', key).update(message).digest('base64url');
}

/**
 * Encrypts a text for storage (AES-256-GCM, NIST SP 800-38D): base64url of IV, tag and ciphertext. IVs are random, which is safe for
 * 2^32 texts per key.
 * @param key 32 bytes.
 */
export function seal(key: Buffer, plaintext: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** The decrypted text; null if it was encrypted with another key, was altered, or isn't valid. */
export function unseal(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.byteLength < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const plaintext = decipher.update(bytes.subarray(ivBytes + tagBytes));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    // final() throws exactly if the tag doesn't match.
    return null;
  }
}
