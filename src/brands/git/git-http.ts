// A repository over Git's smart HTTP, reached by the guarded dialler: it lies at an address that a caller gave.
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import git, { type HttpClient } from 'isomorphic-git';
import { fetchGuarded } from '../../core/net/guarded-fetch.ts';
import { isApiError } from '../../core/errors.ts';
import { inspectPack } from './object-sizes.ts';
import { maxRepositoryBytes, refused, type Remote } from './remote.ts';

const timeoutMs = 120_000;
/** The most that a list of branches and tags may take: 200,000 of them, or so. */
const maxRefsBytes = 16 * 1024 * 1024;

/** The disk as isomorphic-git gets it to fetch: it writes a pack before it builds every object that is in it. */
const inspecting = {
  promises: {
    ...fs.promises,
    writeFile: async (...[file, data, ...rest]: Parameters<typeof fs.promises.writeFile>): Promise<void> => {
      if (typeof file === 'string' && file.endsWith('.pack') && Buffer.isBuffer(data))
        await inspectPack(data, { built: true });
      await fs.promises.writeFile(file, data, ...rest);
    },
  },
};

async function whole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Credentials {
  allow: readonly string[];
  /**
   * Sent with every request to the repository's own origin. `user:password`, or a token alone: the hosts of Git take any user name
   * beside it.
   */
  token: string | null;
}

function gitHttp({ allow, token }: Credentials): HttpClient {
  const basic = token?.includes(':') ? token : `x-access-token:${token ?? ''}`;
  return {
    request: async ({ url, method = 'GET', headers = {}, body }) => {
      const bytes = body ? await whole(body as AsyncIterable<Uint8Array>) : undefined;
      const isList = method === 'GET';
      const response = await fetchGuarded(url, {
        allow,
        maxBytes: isList ? maxRefsBytes : maxRepositoryBytes,
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
      // isomorphic-git takes a list that breaks off for one that ends.
      const answer = isList ? Readable.from([await whole(response.body)]) : response.body;
      return {
        url: response.url,
        method,
        statusCode: response.status,
        statusMessage: '',
        headers: response.headers,
        body: answer[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>,
      };
    },
  };
}

/** What went wrong, in words for whoever connected the repository; never the token. */
function told(error: unknown, hasToken: boolean): unknown {
  if (isApiError(error))
    return error.code === 'too_large'
      ? refused(
          'The repository brings more than a sync takes: 256 MB of files, or 16 MB of branches and tags. Keep the brand in a smaller one.',
        )
      : refused(error.message);
  const { code, data } = error as { code?: unknown; data?: { statusCode?: unknown } };
  if (code === 'HttpError') {
    const status = Number(data?.statusCode);
    if (status === 401 || status === 403)
      return refused(
        hasToken
          ? 'The repository refused the token. Give one that may read it, and write it for a push.'
          : 'The repository wants a token. Give one that may read it, and write it for a push.',
      );
    if (status === 404 || status === 410)
      return refused('There is no repository at this address, or none for this token. Check both.');
    return refused(`The repository answered with status ${status}. Try again later.`);
  }
  if (code === 'SmartHttpError' || code === 'ParseError' || code === 'EmptyServerResponseError')
    return refused('There is something at this address, but no Git repository over HTTP. Check the address.');
  if (code === 'GitPushError' || code === 'PushRejectedError')
    return refused(
      'The repository did not take the push: the branch may be protected, or the token may only read.',
    );
  return error;
}

export function overHttp(url: string, credentials: Credentials): Remote {
  const http = gitHttp(credentials);
  const telling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw told(error, credentials.token !== null);
    }
  };
  const heads = async (prefix: string): Promise<Map<string, string>> => {
    const refs = await git.listServerRefs({ http, url, prefix, protocolVersion: 1 });
    return new Map(
      refs.flatMap(({ ref, oid }) => (ref.startsWith('refs/heads/') ? [[ref.slice(11), oid] as const] : [])),
    );
  };
  return {
    look: (branch) =>
      telling(async () => {
        const there = await heads('refs/heads/');
        return { head: there.get(branch) ?? null, branches: [...there.keys()] };
      }),
    fetch: (branch, gitdir) =>
      telling(async () => {
        await git.addRemote({ fs, gitdir, remote: 'origin', url, force: true });
        const { fetchHead } = await git.fetch({
          fs: inspecting,
          http,
          gitdir,
          url,
          remote: 'origin',
          ref: branch,
          remoteRef: branch,
          singleBranch: true,
          depth: 1,
          tags: false,
          // Called at each hundredth of the way, and waited for: others get a turn.
          onProgress: () => breathe(),
        });
        if (fetchHead === null) throw refused(`The branch "${branch}" could not be fetched. Try again.`);
        return { head: fetchHead, objects: gitdir };
      }),
    push: (branch, from, to, gitdir) =>
      telling(async () => {
        const ref = `refs/heads/${branch}`;
        await git.writeRef({ fs, gitdir, ref, value: to, force: true });
        try {
          await git.push({ fs, http, gitdir, url, ref, remoteRef: ref });
          return true;
        } catch (error) {
          const { code } = error as { code?: unknown };
          if (code !== 'PushRejectedError' && code !== 'GitPushError') throw error;
          // Whoever moved the branch in between was faster; on a branch that stands where it stood, the push is refused for what it is.
          const now = (await heads(ref)).get(branch) ?? null;
          if (now === to) return true;
          if (now !== from) return false;
          throw error;
        }
      }),
  };
}
