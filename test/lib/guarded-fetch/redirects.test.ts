// Redirects between real servers: checked, limited, and without carrying secrets to another origin.
import { describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { allowed, fetchAllowing, redirectTo, refused, testServers } from './test-servers.ts';

const { server, other } = testServers();

describe('a redirect', () => {
  test('is followed, and the answer says where it led', async () => {
    server.answers.set('/old', redirectTo('/folder/new.png'));
    server.answers.set('/folder/new.png', (_request, response) => void response.end('moved here'));
    const response = await fetchAllowing(server.url('/old'), allowed);
    expect(response).toMatchObject({ url: server.url('/folder/new.png'), filename: 'new.png' });
    expect(await text(response.body)).toBe('moved here');
  });

  test.each(['http://localhost', 'http://[::ffff:127.0.0.1]', 'http://2130706434', 'http://127.0.0.2'])(
    'to the private %s is refused before anything is sent there',
    async (origin) => {
      const allow = [`127.0.0.1:${server.port}`];
      server.answers.set('/', redirectTo(`${origin}:${other.port}/secret`));
      other.answers.set('/secret', (_request, response) => void response.end('secret'));
      await expect(fetchAllowing(server.url('/'), { ...allowed, allow })).rejects.toMatchObject(
        refused('not public'),
      );
      expect(other.seen).toHaveLength(0);
    },
  );

  test.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:text/plain,x',
    'http://user:pass@127.0.0.1/',
    'http://',
    '',
  ])('to %j is refused', async (location) => {
    server.answers.set('/', redirectTo(location));
    const fetching = fetchAllowing(server.url('/'), { ...allowed, maxRedirects: 1 });
    await expect(fetching).rejects.toMatchObject({ name: 'FetchError' });
  });

  test('is one of at most five, and of none if none are allowed', async () => {
    for (let step = 0; step < 6; step += 1) server.answers.set(`/${step}`, redirectTo(`/${step + 1}`));
    server.answers.set('/6', (_request, response) => void response.end('the end'));
    expect(await text((await fetchAllowing(server.url('/1'), allowed)).body)).toBe('the end');
    await expect(fetchAllowing(server.url('/0'), allowed)).rejects.toMatchObject(
      refused('redirects too often'),
    );
    const kept = await fetchAllowing(server.url('/5'), { ...allowed, maxRedirects: 0, anyStatus: true });
    await text(kept.body);
    expect(kept.status).toBe(302);
    const none = fetchAllowing(server.url('/5'), { ...allowed, maxRedirects: 0 });
    await expect(none).rejects.toMatchObject(refused('redirects too often'));
  });

  test('keeps secrets on the same origin, and sends none to another', async () => {
    const headers = { Authorization: 'Bearer x', COOKIE: 'a=b', 'Proxy-Authorization': 'y', 'X-Other': 'z' };
    server.answers.set('/', redirectTo('/same'));
    server.answers.set('/same', redirectTo(other.url('/')));
    other.answers.set('/', redirectTo(server.url('/back')));
    server.answers.set('/back', (_request, response) => void response.end('ok'));
    await text((await fetchAllowing(server.url('/'), { ...allowed, headers })).body);
    const [first, same, back] = server.seen;
    expect(first?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b', 'x-other': 'z' });
    expect(same?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b' });
    for (const request of [other.seen[0], back]) {
      expect(request?.headers).toMatchObject({ 'x-other': 'z' });
      expect(Object.keys(request?.headers ?? {})).not.toContain('authorization');
      expect(Object.keys(request?.headers ?? {})).not.toContain('cookie');
      expect(Object.keys(request?.headers ?? {})).not.toContain('proxy-authorization');
    }
  });

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('with %i sends a POST on as %s', async (status, method, body) => {
    server.answers.set('/', redirectTo('/next', status));
    server.answers.set('/next', (_request, response) => void response.end('ok'));
    const headers = { 'content-type': 'text/plain' };
    const response = await fetchAllowing(server.url('/'), {
      ...allowed,
      method: 'POST',
      headers,
      body: 'body',
    });
    await text(response.body);
    expect(server.seen[1]?.method).toBe(method);
    expect(server.seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
    expect(server.bodies).toEqual(['body', body]);
  });
});
