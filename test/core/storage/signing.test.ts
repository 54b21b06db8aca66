// Signatures of delivery URLs and sealed texts: what they open, and what they must not.
import { describe, expect, test } from '@jest/globals';
import fc from '../../setup/random.ts';
import { deriveKey, linkOfUse, seal, signUse, unseal, verifyUse } from '../../../src/core/storage/signing.ts';

const secret = 'a secret of at least thirty-two characters';
const key = deriveKey(secret, 'delivery');
const now = new Date('2026-07-01T12:00:00.000Z');
const expiresAt = new Date('2026-07-01T13:00:00.000Z');
const use = { id: '42', sha256: 'ab'.repeat(32), transform: 'w_800,f_webp' };

describe('derived keys', () => {
  test('are the same for the same secret and purpose, and 32 bytes long', () => {
    expect(deriveKey(secret, 'delivery')).toEqual(key);
    expect(key.byteLength).toBe(32);
  });

  test('never change between versions, or every signed URL would stop working', () => {
    expect(key.toString('hex')).toBe('cae60b8ec91d992d7e40a97a7b0c48fbd4f044206c5a0a2119272295aa958917');
  });

  test('differ for another purpose and another secret', () => {
    expect(deriveKey(secret, 'settings')).not.toEqual(key);
    expect(deriveKey(`${secret}.`, 'delivery')).not.toEqual(key);
  });
});

describe('a signature', () => {
  test('opens the use it was made for, until it expires', () => {
    const value = signUse(key, { ...use, expiresAt });
    expect(value).toMatch(/^[0-9a-z]+\.[A-Za-z0-9_-]{43}$/);
    expect(encodeURIComponent(value)).toBe(value);
    expect(verifyUse(key, value, use, now)).toBe(true);
    expect(verifyUse(key, value, use, new Date(expiresAt.getTime() - 1))).toBe(true);
    expect(verifyUse(key, value, use, expiresAt)).toBe(false);
  });

  test.each([
    ['another asset', { ...use, id: '43' }],
    ['other bytes', { ...use, sha256: 'ac'.repeat(32) }],
    ['another transform', { ...use, transform: 'w_801,f_webp' }],
    ['the original', { ...use, transform: '' }],
    ['all transforms', { ...use, transform: '*' }],
  ])("doesn't open %s", (_what, other) => {
    expect(verifyUse(key, signUse(key, { ...use, expiresAt }), other, now)).toBe(false);
  });

  test('of the original opens no transform', () => {
    const value = signUse(key, { ...use, transform: '', expiresAt });
    expect(verifyUse(key, value, { ...use, transform: '' }, now)).toBe(true);
    expect(verifyUse(key, value, use, now)).toBe(false);
  });

  test('of * opens every transform and the original, of these bytes of this asset alone', () => {
    const value = signUse(key, { ...use, transform: '*', expiresAt });
    expect(verifyUse(key, value, use, now)).toBe(true);
    expect(verifyUse(key, value, { ...use, transform: '' }, now)).toBe(true);
    expect(verifyUse(key, value, { ...use, id: '43' }, now)).toBe(false);
    expect(verifyUse(key, value, { ...use, sha256: 'ac'.repeat(32) }, now)).toBe(false);
    expect(verifyUse(key, value, use, expiresAt)).toBe(false);
  });

  test('bound to a link names it, and opens nothing without it or with another', () => {
    const [link, other] = ['0b7e6f3a-5d4c-4b2a-9f10-3c2d1e0f9a8b', '1b7e6f3a-5d4c-4b2a-9f10-3c2d1e0f9a8b'];
    const value = signUse(key, { ...use, link, expiresAt });
    expect([linkOfUse(value), verifyUse(key, value, use, now)]).toEqual([link, true]);
    expect(verifyUse(key, value.replace(`.${link}`, ''), use, now)).toBe(false);
    expect(verifyUse(key, value.replace(link, other), use, now)).toBe(false);
    const alone = signUse(key, { ...use, expiresAt });
    expect(linkOfUse(alone)).toBeNull();
    expect(verifyUse(key, `${alone}.${link}`, use, now)).toBe(false);
  });

  test("doesn't open under another key", () => {
    const value = signUse(deriveKey(secret, 'settings'), { ...use, expiresAt });
    expect(verifyUse(key, value, use, now)).toBe(false);
  });

  test("doesn't last longer if its expiry is changed", () => {
    const [, mac] = signUse(key, { ...use, expiresAt }).split('.');
    const [later] = signUse(key, { ...use, expiresAt: new Date('2027-01-01') }).split('.');
    expect(verifyUse(key, `${later}.${mac}`, use, now)).toBe(false);
  });

  test('has one spelling', () => {
    const value = signUse(key, { ...use, expiresAt });
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...alphabet].map((last) => value.slice(0, -1) + last).filter((other) => other !== value);
    for (const other of [
      ...others,
      `0${value}`,
      value.toUpperCase(),
      `${value}=`,
      ` ${value}`,
      `${value}\n`,
    ]) {
      expect(verifyUse(key, other, use, now)).toBe(false);
    }
  });

  test("can't be confused by values that shift between its parts", () => {
    const text = fc.string({
      maxLength: 6,
      unit: fc.constantFrom('"', ',', '[', ']', '\\', '*', '.', '1', '\0'),
    });
    const uses = fc.record({ id: text, sha256: text, transform: text });
    fc.assert(
      fc.property(uses, uses, (signed, asked) => {
        const isSame =
          signed.id === asked.id &&
          signed.sha256 === asked.sha256 &&
          (signed.transform === asked.transform || signed.transform === '*');
        expect(verifyUse(key, signUse(key, { ...signed, expiresAt }), asked, now)).toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });

  test('that is invalid is refused without an error', () => {
    const nearly = fc
      .tuple(fc.stringMatching(/^[0-9a-z]{0,12}$/), fc.stringMatching(/^[A-Za-z0-9_-]{0,50}$/))
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (value) => {
        expect(verifyUse(key, value, use, now)).toBe(false);
      }),
    );
  });

  test.each([new Date(NaN), new Date(0), new Date(-1000)])('is not made for the expiry %p', (wrong) => {
    expect(() => signUse(key, { ...use, expiresAt: wrong })).toThrow(RangeError);
  });
});

describe('a sealed text', () => {
  test('can be any text, and is never the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plaintext) => {
        const sealed = seal(key, plaintext);
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(unseal(key, sealed)).toBe(plaintext);
        expect(seal(key, plaintext)).not.toBe(sealed);
      }),
    );
  });

  test('opens under no other key', () => {
    expect(unseal(deriveKey(secret, 'other'), seal(key, 'hello'))).toBeNull();
  });

  test("can't be opened once a single bit of it changes", () => {
    const bytes = Buffer.from(seal(key, 'hello'), 'base64url');
    for (let bit = 0; bit < bytes.byteLength * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(unseal(key, altered.toString('base64url'))).toBeNull();
    }
  });

  test("can't be opened if truncated or never sealed", () => {
    const sealed = seal(key, 'hello');
    for (let length = 0; length < sealed.length; length += 1)
      expect(unseal(key, sealed.slice(0, length))).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unseal(key, text)).toBeNull();
      }),
    );
  });
});
