// What a sync meets in a repository: wrong tokens, refused pushes, and every kind of repository on disk.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../setup/children.ts';
import { at, commits, connect, done, failed, put, shown, source, sync } from './repository-calls.ts';
import { color, ink, set, valueOf } from './repository-rules.ts';
import { connectBy, repository, server, write } from './repository-each.ts';

describe('a sync with a Git server', () => {
  beforeEach(() => {
    connectBy('url');
  });

  it('distinguishes a wrong token from none, and a repository from something else', async () => {
    await set(ink('#111111'));
    server.demand('right');
    await connect();
    expect(await failed('push')).toMatch(/requires a token/);
    const remote = `${server.url}/${repository}.git`;
    await write.done('PUT', at(), { remote, token: 'wrong' });
    expect(await failed('push')).toMatch(/rejected the token/);
    await write.done('PUT', at(), { remote, token: 'right' });
    await done('push');
    // Omitted, the token stays; for another host it is removed.
    await write.done('PUT', at(), { remote, branch: 'other' });
    await done('push');
    await write.done('PUT', at(), { remote: remote.replace('127.0.0.1', 'localhost') });
    await write.done('PUT', at(), { remote });
    expect(await failed('push')).toMatch(/requires a token/);
    server.demand(null);
    await write.done('PUT', at(), { remote: `${server.url}/none.git` });
    expect(await failed('push')).toMatch(/Repository not found at this address/);
    await write.done('PUT', at(), { remote: 'http://127.0.0.1:1/x.git' });
    const unavailable = await sync('push');
    expect(unavailable.error).toMatch(/not public|could not be reached/);
    // No file is to blame.
    expect(unavailable.problems).toEqual([]);
  });

  it('distinguishes a truncated or too long list of branches from one without the branch', async () => {
    await connect();
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
    const begin = `${line('# service=git-upload-pack\n')}0000${line(`${'a'.repeat(40)} refs/heads/other\0agent=x\n`)}`;
    const headers = { 'content-type': 'application/x-git-upload-pack-advertisement' };
    server.answerInstead((response) => {
      response.writeHead(200, headers).write(begin, () => response.destroy());
    });
    expect(await failed('pull')).toMatch(/broke off/);
    server.answerInstead((response) => {
      response.writeHead(200, headers).end(Buffer.alloc(17 * 1024 * 1024, 'x'));
    });
    expect(await failed('pull')).toMatch(
      /too large to sync. The limits are 256 MB of files and 16 MB of branches/,
    );
    server.answerInstead((response) => {
      response.writeHead(200, headers).end(`${begin}0000`);
    });
    expect(await failed('pull')).toMatch(/no branch "main"\. Branches: other/);
  });

  it('retries if someone else pushed at the last moment', async () => {
    await set(ink('#111111'));
    await connect();
    await done('push');
    await set({ key: 'grid.gap', type: 'number', value: 8 });
    server.beforePush(() => put({ 'rules/color.yaml': color('#444444') }));
    await done('push');
    expect([await valueOf('color.ink'), await commits()]).toEqual(['#444444', 3]);
    expect(await shown('rules/grid.yaml')).toContain('value: 8');
  });

  it('reports a refused push and does not retry it', async () => {
    await set(ink('#111111'));
    await connect();
    await server.git(repository, 'config', 'receive.denyCurrentBranch', 'refuse');
    await server.git(repository, 'config', 'http.receivepack', 'false');
    expect(await failed('push')).toMatch(/rejected the token|requires a token|rejected the push/);
    expect((await source()).commit).toBeNull();
  });
});

describe('a repository on disk', () => {
  const put422 = async (remote: string, more: object = {}) => {
    const { status, body } = await write.call('PUT', at(), { remote, ...more });
    expect(status).toBe(422);
    return body.error.message as string;
  };
  beforeEach(() => {
    connectBy('path');
  });

  it('is stored as its URL, without a token', async () => {
    const { path: folder } = await server.makeRepository(repository);
    const remote = `file://${folder}`;
    for (const given of [folder, remote, `file://localhost${folder}`])
      expect((await write.done('PUT', at(), { remote: given })).body.data.source.remote).toBe(remote);
    expect(await put422(folder, { token: 'secret' })).toMatch(/doesn't use a token/);
  });

  it('is only allowed in folders of FETCH_ALLOW, without revealing what else exists', async () => {
    const words = await put422('/etc/passwd');
    expect(words).toMatch(/FETCH_ALLOW/);
    for (const remote of [
      '/nowhere/at/all.git',
      server.folder,
      `${server.folder}-beside/x.git`,
      `${server.folder}/../x.git`,
      `file://${server.folder}/%2e%2e/x.git`,
    ])
      expect([remote, await put422(remote)]).toEqual([remote, words]);
    // A link that leads out of the folder isn't followed.
    const outside = await makeFolder();
    await server.makeRepository('linked');
    await server.git('linked', 'clone', '-q', '--bare', '.', `${outside.path}/x.git`);
    await symlink(`${outside.path}/x.git`, path.join(server.folder, `${repository}.git`));
    await write.done('PUT', at(), { remote: path.join(server.folder, `${repository}.git`) });
    for (const direction of ['pull', 'push']) expect(await failed(direction)).toBe(words);
    await outside.remove();
  });

  it('reports a missing repository, a working copy and an unsupported kind', async () => {
    const here = (name: string) => path.join(server.folder, name);
    await set(ink('#111111'));
    await write.done('PUT', at(), { remote: here('none.git') });
    expect(await failed('push')).toMatch(/no bare Git repository at this path/);
    await mkdir(here('empty.git'));
    await write.done('PUT', at(), { remote: here('empty.git') });
    expect(await failed('push')).toMatch(/no bare Git repository at this path/);
    await connect();
    await server.git(repository, 'config', 'core.bare', 'false');
    expect(await failed('push')).toMatch(/you can't push to a working copy/);
    await server.git(repository, 'config', 'core.bare', 'true');
    await server.git(repository, 'config', 'extensions.objectFormat', 'sha256');
    expect(await failed('push')).toMatch(/Connect it over HTTP/);
  });

  it('refuses a push if it has hooks or its branch is locked', async () => {
    await set(ink('#111111'));
    const { path: folder } = await server.makeRepository(repository);
    await connect();
    await writeFile(path.join(folder, 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await failed('push')).toMatch(/has hooks \(pre-receive\)/);
    await rm(path.join(folder, 'hooks/pre-receive'));
    await writeFile(path.join(folder, 'refs/heads/main.lock'), '');
    expect(await failed('push')).toMatch(/locked by the file main\.lock/);
    await rm(path.join(folder, 'refs/heads/main.lock'));
    await done('push');
    expect(await server.git(repository, 'fsck', '--strict')).not.toMatch(/error|missing/);
    await connect({ branch: 'main/inner' });
    expect(await failed('push')).toMatch(/there is a branch "main"/);
  });

  it('reports a missing object, and treats nothing as removed', async () => {
    await set(ink('#111111'));
    const { path: folder } = await server.makeRepository(repository);
    await connect();
    await done('push');
    for (const name of ['main:rules/color.yaml', 'main:rules']) {
      const oid = await server.git(repository, 'rev-parse', name);
      await rm(path.join(folder, 'objects', oid.slice(0, 2), oid.slice(2)));
      for (const direction of ['pull', 'both'])
        expect(await failed(direction)).toMatch(/missing or corrupt. Check the repository with git fsck/);
    }
    expect(await valueOf('color.ink')).toBe('#111111');
  });

  it('is read however Git stores it: packed objects, packed branches', async () => {
    await set(ink('#111111'));
    await connect();
    await done('push');
    await put({ 'rules/color.yaml': color('#222222') });
    await server.git(repository, 'gc', '-q');
    await server.git(repository, 'pack-refs', '--all');
    await done('both');
    expect(await valueOf('color.ink')).toBe('#222222');
    await set(ink('#333333'));
    await done('push');
    expect(await shown('rules/color.yaml')).toContain('#333333');
    await server.git(repository, 'fsck', '--strict');
  });
});
