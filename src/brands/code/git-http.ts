// Git's smart HTTP over the guarded dialler: a repository lies at an address that a caller gave.
import type { HttpClient } from 'isomorphic-git';
import { fetchGuarded } from '../../net/dialler.ts';

/** The most that a repository may send in one answer: a branch without its past. */
const maxBytes = 256 * 1024 * 1024;
const timeoutMs = 120_000;

async function whole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * @param token sent with every request to the repository's own origin. `user:password`, or a token alone: the hosts of Git take any
 *   user name beside it.
 */
export function gitHttp({ allow, token }: { allow: readonly string[]; token: string | null }): HttpClient {
  const basic = token?.includes(':') ? token : `x-access-token:${token ?? ''}`;
  return {
    request: async ({ url, method = 'GET', headers = {}, body }) => {
      const bytes = body ? await whole(body as AsyncIterable<Uint8Array>) : undefined;
      const response = await fetchGuarded(url, {
        allow,
        maxBytes,
        timeoutMs,
        anyStatus: true,
        method: method as 'GET' | 'POST',
        headers: {
          ...headers,
          'user-agent': 'git/2 (Marque)',
          ...(token === null ? {} : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
        },
        ...(bytes === undefined ? {} : { body: bytes }),
      });
      return {
        url: response.url,
        method,
        statusCode: response.status,
        statusMessage: '',
        headers: response.headers,
        body: response.body[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>,
      };
    },
  };
}
