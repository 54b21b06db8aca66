// Brand files made to keep the parser busy: many keys, many levels, references to references.
import { afterAll, describe, expect, it } from '@jest/globals';
import { closeDecoders, setDecoderLimits } from '../../src/lib/decoders/pool.ts';
import { startService, type Reply } from '../setup/service.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'admin');
const made = await marque.call('POST', '/api/v1/brands', { as, body: { name: 'Acme', slug: 'acme' } });
expect(made.status).toBe(201);
const slug = 'acme';
afterAll(async () => {
  await marque.close();
  closeDecoders();
});

const send = (files: Record<string, string>): Promise<Reply> =>
  marque.call('POST', `/api/v1/brands/${slug}/files/import`, { as, body: { files, dryRun: true } });

describe('a brand file', () => {
  const brand = { 'brand.yaml': 'name: Acme\n' };

  it('with 20,000 keys is read while other requests are answered', async () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: ${at}`).join('\n');
    let isDone = false;
    const sent = send({ ...brand, 'rules/k.yaml': keys }).finally(() => (isDone = true));
    let answered = 0;
    while (!isDone) {
      expect((await marque.call('GET', '/api/v1/brands', { as })).status).toBe(200);
      answered += 1;
    }
    const reply = await sent;
    expect([reply.status, reply.body.error.code]).toEqual([422, 'invalid']);
    expect(answered).toBeGreaterThan(3);
    // Enough to continue with, and an answer no larger than the request.
    expect(reply.bytes.length).toBeLessThan(100_000);
  });

  it.each([
    ['nested brackets', `a: ${'['.repeat(100_000)}`, 'levels deep'],
    ['nested braces', `a: ${'{a: '.repeat(50_000)}`, 'levels deep'],
    ['nested lists', `${'- '.repeat(100_000)}a`, 'levels deep'],
    ['nested keys', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), 'levels deep'],
    ['references to references', 'a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]', 'Anchors and aliases'],
    ['a duplicate key', 'a: 1\nb: 2\na: 3', 'unique'],
    ['an endless number', 'a: .inf', 'finite'],
    ['a list as a key', '? [a]\n: b', 'plain text'],
  ])('with %s is refused, with its line', async (_, text, message) => {
    const reply = await send({ ...brand, 'rules/a.yaml': text });
    expect([reply.status, reply.body.error.code]).toEqual([422, 'invalid']);
    expect(reply.body.error.message).toContain(message);
    expect(reply.body.error.message).toMatch(/rules\/a\.yaml:\d+/);
  });

  it('that takes longer than the limit is refused, and the next one is read', async () => {
    const before = setDecoderLimits('yaml', { seconds: 0.001 });
    try {
      const reply = await send({ ...brand, 'rules/a.yaml': 'a.b: 1\n'.repeat(20_000) });
      expect([reply.status, reply.body.error.code]).toEqual([422, 'invalid']);
      expect(reply.body.error.message).toContain('too long to read');
    } finally {
      setDecoderLimits('yaml', before);
    }
    expect((await send(brand)).status).toBe(200);
  });
});
