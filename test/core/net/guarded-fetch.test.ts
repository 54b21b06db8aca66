// What callers of the API see of a fetch that is refused, and how FETCH_ALLOW is written.
import { describe, expect, it } from '@jest/globals';
import { buffer, text } from 'node:stream/consumers';
import { dialGuarded, fetchGuarded, parseAllow } from '../../../src/core/net/guarded-fetch.ts';
import { testServers } from '../../lib/guarded-fetch/test-servers.ts';

const { server } = testServers();
const allowed = { allow: ['file:///srv/git/', '127.0.0.1'], maxBytes: 1000 };
const issue = (path: string, message: string) => ({
  code: 'invalid',
  detail: { issues: [{ path, message }] },
});

describe('fetchGuarded', () => {
  it('fetches from an address that FETCH_ALLOW names, as Marque unless told otherwise', async () => {
    server.answers.set('/', (_request, response) => void response.end('ok'));
    expect(await text((await fetchGuarded(server.url('/'), allowed)).body)).toBe('ok');
    const named = { ...allowed, headers: { 'User-Agent': 'git/marque' } };
    expect(await text((await fetchGuarded(server.url('/'), named)).body)).toBe('ok');
    expect(server.seen.map(({ headers }) => headers['user-agent'])).toEqual(['Marque', 'git/marque']);
  });

  it('says how an address that is not public can be allowed', async () => {
    await expect(fetchGuarded(server.url('/'), { ...allowed, allow: [] })).rejects.toMatchObject(
      issue(
        'url',
        'This URL, or one it redirects to, is not public. Use a public one, or ask the server admin to add its host to FETCH_ALLOW.',
      ),
    );
    await expect(
      dialGuarded({ host: '127.0.0.1', port: server.port, allow: [], timeoutMs: 5000 }),
    ).rejects.toMatchObject(
      issue(
        'host',
        'This host is not public. Use a public one, or ask the server admin to add it to FETCH_ALLOW.',
      ),
    );
    expect(server.seen).toHaveLength(0);
  });

  it('answers invalid for a failure and too_large for a large file, before the body and in it', async () => {
    server.answers.set('/announced', (_request, response) => {
      response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1001));
    });
    server.answers.set('/endless', (_request, response) => void response.write('x'.repeat(1001)));
    server.answers.set('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
    });
    await expect(fetchGuarded(server.url('/announced'), allowed)).rejects.toMatchObject({
      code: 'too_large',
    });
    const endless = await fetchGuarded(server.url('/endless'), allowed);
    await expect(buffer(endless.body)).rejects.toMatchObject({ code: 'too_large' });
    const cut = await fetchGuarded(server.url('/cut'), allowed);
    await expect(buffer(cut.body)).rejects.toMatchObject({ code: 'invalid' });
    await expect(fetchGuarded('ftp://example.com/', allowed)).rejects.toMatchObject(
      issue('url', 'Only http and https URLs can be fetched.'),
    );
  });
});

describe('FETCH_ALLOW', () => {
  it.each(['http://127.0.0.1', '10.0.0.0/33', 'a b', '', '[127.0.0.1]', '*', 'host:port', '::1:80:'])(
    "can't contain %j",
    async (entry) => {
      expect(() => parseAllow([entry])).toThrow(TypeError);
      await expect(fetchGuarded(server.url('/'), { ...allowed, allow: [entry] })).rejects.toThrow(
        `FETCH_ALLOW takes hosts, host:port, CIDR ranges and folders (file:///srv/git/), not ${JSON.stringify(entry)}.`,
      );
    },
  );
});
