// API keys: `mq_`, 30 random base62 characters, and a CRC-32 checksum in 6, so that typos are rejected without a query. Only a
// SHA-256 is stored: the secret has 178 bits, so a slow hash would add nothing.
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^mq_[0-9A-Za-z]{36}$/;

function checksum(text: string): string {
  let value = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = digits.charAt(value % 62) + out;
    value = Math.floor(value / 62);
  }
  return out;
}

/** Generates a key's secret. It's shown once and never stored. */
export function makeKeySecret(): string {
  let body = 'mq_';
  for (let i = 0; i < 30; i += 1) body += digits.charAt(randomInt(62));
  return body + checksum(body);
}

/** True if the text has the format of a key and a valid checksum. */
export function isKeyShaped(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** What's stored of a secret and used for lookups: SHA-256, hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The part of a key that may be shown, to tell keys apart. */
export function prefixOf(secret: string): string {
  return secret.slice(0, 8);
}
