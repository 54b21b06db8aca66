// Keys derived from SECRET, one for each purpose, and what is made with them: the signature that stands in a delivery
// URL, and the sealing of secrets that lie in the database.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What a signature is over. */
export interface SignedUse {
  /** The asset's id. */
  id: string;
  /** Of the asset's bytes: other bytes under the same id need another signature. */
  sha256: string;
  /** The canonical transform, `''` for the original; in signing also `*`, for all of them. */
  transform: string;
  /** Id of the share link that it was signed for: whoever takes it asks whether that still opens. */
  link?: string | null;
}

/** The expiry as whole seconds since 1970 in base 36, 256 bits of HMAC in base64url, and the id of a link where it hangs on one. */
const useShape = /^([1-9a-z][0-9a-z]{0,9})\.([A-Za-z0-9_-]{43})(?:\.([0-9a-f-]{36}))?$/;

const ivBytes = 12;
const tagBytes = 16;

/**
 * A key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869): what is signed for one can't be shown for another.
 * @param purpose a fixed word of ours, such as `delivery` or `settings`.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `marque:${purpose}`, 32));
}

/**
 * The value of `?s=`: `<expiry>.<signature>`, 45 to 54 characters that need no encoding in a URL, and `.<link>` where there is one.
 * @param use.expiresAt counts to the second, rounded down.
 * @throws RangeError when `expiresAt` is no date after 1970.
 */
export function signUse(key: Buffer, use: SignedUse & { expiresAt: Date }): string {
  const expiresInSeconds = Math.floor(use.expiresAt.getTime() / 1000);
  if (!(expiresInSeconds > 0)) throw new RangeError('A signature needs an expiry.');
  const link = use.link ? `.${use.link}` : '';
  return `${expiresInSeconds.toString(36)}.${macOf(key, use, expiresInSeconds)}${link}`;
}

/** Id of the link that a signature hangs on; null for one that stands alone. Of a forged one too: verify it first. */
export function linkOfUse(value: string): string | null {
  return useShape.exec(value)?.[3] ?? null;
}

/**
 * Whether `value` is a signature over this very use, or over all transforms of these bytes, that hasn't expired.
 * Takes the same time wherever a forgery differs. Never throws, whatever `value` is.
 */
export function verifyUse(key: Buffer, value: string, asked: Omit<SignedUse, 'link'>, now: Date): boolean {
  const [, expiry, signature, link] = useShape.exec(value) ?? [];
  const use: SignedUse = { ...asked, link: link ?? null };
  if (expiry === undefined || signature === undefined) return false;
  const expirySeconds = parseInt(expiry, 36);
  if (expirySeconds * 1000 <= now.getTime()) return false;
  // Text is compared and not what it decodes to: base64url has four spellings of these 32 bytes.
  const given = Buffer.from(signature, 'latin1');
  const isExact = timingSafeEqual(given, Buffer.from(macOf(key, use, expirySeconds), 'latin1'));
  const isAny = timingSafeEqual(
    given,
    Buffer.from(macOf(key, { ...use, transform: '*' }, expirySeconds), 'latin1'),
  );
  return isExact || isAny;
}

function macOf(key: Buffer, { id, sha256, transform, link }: SignedUse, expirySeconds: number): string {
  // A JSON array has one reading: no id or transform can reach into its neighbour, as it could in joined text.
  const message = JSON.stringify([id, sha256, transform, expirySeconds, ...(link ? [link] : [])]);
  return createHmac('sha256', key).update(message).digest('base64url');
}

/**
 * Encrypts a text for storing (AES-256-GCM, NIST SP 800-38D): base64url of IV, tag and ciphertext. IVs are random, which
 * is sound for 2^32 texts under one key.
 * @param key 32 bytes.
 */
export function seal(key: Buffer, plaintext: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** The text that was sealed; null when it was sealed under another key, was altered, or is no sealed text at all. */
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
    // final() throws exactly when the tag doesn't fit.
    return null;
  }
}
