// Git repositories on disk, served over HTTP by git's own back end (git-http-backend(1)), with a token if
// required.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../setup/children.ts';

const run = promisify(execFile);

export interface GitServer {
  /** `http://127.0.0.1:port`. */
  url: string;
  /** host:port, for FETCH_ALLOW. */
  host: string;
  /** The folder that contains the repositories. */
  folder: string;
  /** Creates an empty bare repository. @returns its address and its path */
  makeRepository(name: string): Promise<{ url: string; path: string }>;
  /** Runs git in a clone of a repository, on a branch, and pushes the commits. */
  inClone(
    name: string,
    work: (dir: string, git: (...words: string[]) => Promise<string>) => Promise<void>,
    branch?: string,
  ): Promise<void>;
  /** Runs git in the bare repository itself. */
  git(name: string, ...words: string[]): Promise<string>;
  /** Requires this token from now on; null: no token. */
  demand(token: string | null): void;
  /** Answers instead of Git from now on; null: Git again. */
  answerInstead(answer: ((response: http.ServerResponse) => void) | null): void;
  /** Called before the next push is forwarded, to simulate a faster pusher. */
  beforePush(work: (() => Promise<void>) | null): void;
  close(): Promise<void>;
}

const identity = ['-c', 'user.name=Gil', '-c', 'user.email=gil@example.com', '-c', 'init.defaultBranch=main'];

export async function startGitServer(): Promise<GitServer> {
  const folder = await makeFolder();
  const root = folder.path;
  let token: string | null = null;
  let faster: (() => Promise<void>) | null = null;
  let instead: ((response: http.ServerResponse) => void) | null = null;
  const git = async (cwd: string, ...words: string[]): Promise<string> =>
    (await run('git', [...identity, ...words], { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const given = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    if (token !== null && given !== `x-access-token:${token}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
      return;
    }
    if (instead) {
      instead(response);
      return;
    }
    const url = new URL(request.url ?? '/', 'http://x');
    if (url.pathname.endsWith('/git-receive-pack') && faster) {
      const work = faster;
      faster = null;
      await work();
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        REMOTE_USER: 'gil',
        REQUEST_METHOD: request.method ?? 'GET',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        ...(request.headers['git-protocol'] ? { GIT_PROTOCOL: String(request.headers['git-protocol']) } : {}),
      },
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of backend.stdout) chunks.push(chunk as Buffer);
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(/: (.*)/s));
    const status = headers.find(([name]) => name === 'Status')?.[1];
    for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
    response.writeHead(status ? Number(status.slice(0, 3)) : 200).end(all.subarray(end + 4));
  };

  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (name: string): string => path.join(root, `${name}.git`);

  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    folder: root,
    async makeRepository(name) {
      await git(root, 'init', '-q', '--bare', at(name));
      await git(at(name), 'config', 'http.receivepack', 'true');
      return { url: `http://127.0.0.1:${port}/${name}.git`, path: at(name) };
    },
    async inClone(name, work, branch = 'main') {
      const dir = await mkdtemp(path.join(root, 'clone-'));
      await git(dir, 'clone', '-q', at(name), '.');
      await git(dir, 'checkout', '-q', '-B', branch).catch(() => undefined);
      await git(dir, 'reset', '-q', '--hard', `origin/${branch}`).catch(() => undefined);
      await work(dir, (...words) => git(dir, ...words));
      await git(dir, 'add', '-A');
      await git(dir, 'commit', '-q', '-m', 'Work', '--allow-empty');
      await git(dir, 'push', '-q', '-f', 'origin', `HEAD:${branch}`);
      await rm(dir, { recursive: true, force: true });
    },
    git: (name, ...words) => git(at(name), ...words),
    demand(wanted) {
      token = wanted;
    },
    answerInstead(answer) {
      instead = answer;
    },
    beforePush(work) {
      faster = work;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await folder.remove();
    },
  };
}
