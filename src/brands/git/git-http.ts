// A repository over Git's smart HTTP, through the guarded fetch, because callers choose its address.
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import git, { type HttpClient } from 'isomorphic-git';
import { fetchGuarded } from '../../core/net/guarded-fetch.ts';
import { isApiError } from '../../core/errors.ts';
import { inspectPack } from './object-sizes.ts';
import { maxRepositoryBytes, refused, type Remote } from './remote.ts';

const timeoutMs = 120_000;
/** Maximum size of the list of branches and tags: about 200,000 of them. */
const maxRefsBytes = 16 * 1024 * 1024;

/** The file system that isomorphic-git fetches into: it writes a pack before it builds the objects in it. */
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
   * Sent with every request to the repository's own origin. `user:password`, or only a token: Git hosts
   * accept any user name with one.
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
      // isomorphic-git treats a truncated list as complete.
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

/** An error message for the person who connected the repository; never contains the token. */
function readableError(error: unknown, hasToken: boolean): unknown {
  if (isApiError(error))
    return error.code === 'too_large'
      ? refused(
          'The repository is too large to sync. The limits are 256 MB of files and 16 MB of branches and tags. Keep the brand in a smaller one.',
        )
      : refused(error.message);
  const { code, data } = error as { code?: unknown; data?: { statusCode?: unknown } };
  if (code === 'HttpError') {
    const status = Number(data?.statusCode);
    if (status === 401 || status === 403)
      return refused(
        hasToken
          ? 'The repository rejected the token. Use one with read access, and write access to push.'
          : 'The repository requires a token. Use one with read access, and write access to push.',
      );
    if (status === 404 || status === 410)
      return refused('Repository not found at this address, or the token has no access. Check both.');
    return refused(`The repository responded with status ${status}. Try again later.`);
  }
  if (code === 'SmartHttpError' || code === 'ParseError' || code === 'EmptyServerResponseError')
    return refused("This address isn't a Git repository over HTTP. Check the address.");
  if (code === 'GitPushError' || code === 'PushRejectedError')
    return refused(
      'The repository rejected the push. The branch may be protected, or the token may be read-only.',
    );
  return error;
}

export function overHttp(url: string, credentials: Credentials): Remote {
  const http = gitHttp(credentials);
  const withReadableErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw readableError(error, credentials.token !== null);
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
      withReadableErrors(async () => {
        const there = await heads('refs/heads/');
        return { head: there.get(branch) ?? null, branches: [...there.keys()] };
      }),
    fetch: (branch, gitdir) =>
      withReadableErrors(async () => {
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
          // Called and awaited for each percent of progress, so that other work gets a turn.
          onProgress: () => breathe(),
        });
        if (fetchHead === null) throw refused(`The branch "${branch}" could not be fetched. Try again.`);
        return { head: fetchHead, objects: gitdir };
      }),
    push: (branch, from, to, gitdir) =>
      withReadableErrors(async () => {
        const ref = `refs/heads/${branch}`;
        await git.writeRef({ fs, gitdir, ref, value: to, force: true });
        try {
          await git.push({ fs, http, gitdir, url, ref, remoteRef: ref });
          return true;
        } catch (error) {
          const { code } = error as { code?: unknown };
          if (code !== 'PushRejectedError' && code !== 'GitPushError') throw error;
          // If the branch moved in between, someone else was faster; if it didn't, the push itself was
          // refused.
          const now = (await heads(ref)).get(branch) ?? null;
          if (now === to) return true;
          if (now !== from) return false;
          throw error;
        }
      }),
  };
}
