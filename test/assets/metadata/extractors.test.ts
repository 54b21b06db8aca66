// Plugins' extractors on uploaded files: what they can add, and that a broken one affects nothing.
import { afterAll, describe, expect, it } from '@jest/globals';
import { addExtractor, type Extractor } from '../../../src/assets/metadata/extractors.ts';
import { invalid } from '../../../src/core/errors.ts';
import { startService } from '../../setup/service.ts';
import { fileBytes } from '../library.ts';

const marque = await startService();
const key = await marque.makeKey(await marque.makePlace(), 'write');
afterAll(() => marque.close());

/** Files a text with a name extension that one extractor handles. */
async function file(ending: string, extract: Extractor['extract']) {
  addExtractor({ name: ending, knows: ({ filename }) => filename.endsWith(`.${ending}`), extract });
  const about = { filename: `file.${ending}`, mime: 'text/plain' };
  return fileBytes(marque, key, Buffer.from(`of ${ending}`), about);
}

describe('an extractor', () => {
  it('adds metadata and facts, as text that can be stored and shown', async () => {
    const { status, body } = await file('good', async (found) => ({
      metadata: { title: `Ti\0tle of ${found.size} bytes`, keywords: ['one'], unknown: 'x' } as {
        title: string;
      },
      probe: { 'a\0key': ['deep\u0007', { n: 1, lone: '\ud800' }] },
    }));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ tags: ['one'], probe: { akey: ['deep', { n: 1, lone: '' }] } });
    expect(body.data.metadata).toEqual({ title: 'Title of 7 bytes', keywords: ['one'] });
  });

  it.each<[string, Extractor['extract']]>([
    ['throws', () => Promise.reject(new Error('no luck'))],
    ['returns too much', async () => ({ probe: { much: 'x'.repeat(100_000) } })],
    ['returns invalid metadata', async () => ({ metadata: { title: 1 } as never })],
    ['returns values that JSON has no type for', async () => ({ probe: { n: 1n } })],
  ])("that %s doesn't affect the upload", async (what, extract) => {
    const { status, body } = await file(what.replaceAll(' ', '-'), extract);
    expect([status, body.data.metadata, body.data.probe]).toEqual([201, {}, {}]);
  });

  it('can refuse a file', async () => {
    const reply = await file('bad', () =>
      Promise.reject(invalid([{ path: 'file', message: 'Not this one.' }])),
    );
    expect([reply.status, reply.body.error.detail.issues]).toEqual([
      422,
      [{ path: 'file', message: 'Not this one.' }],
    ]);
  });
});
