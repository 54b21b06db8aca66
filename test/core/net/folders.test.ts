// The folders that FETCH_ALLOW opens: as they are written, and as they resolve.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { parseAllow } from '../../../src/core/net/guarded-fetch.ts';
import { isInFolders, parseFolders, pathInFolders, pathOfUrl } from '../../../src/core/net/folders.ts';
import { makeFolder } from '../../setup/children.ts';

let made: Awaited<ReturnType<typeof makeFolder>>;
let root: string;
beforeAll(async () => {
  made = await makeFolder();
  root = await realpath(made.path);
  await mkdir(path.join(root, 'git/a.git'), { recursive: true });
  await mkdir(path.join(root, 'git-other/b.git'), { recursive: true });
  await symlink(path.join(root, 'git-other/b.git'), path.join(root, 'git/out.git'));
  await symlink(path.join(root, 'git'), path.join(root, 'link'));
});
afterAll(() => made.remove());

describe('a folder of FETCH_ALLOW', () => {
  it('allows no address, and an address allows no folder', () => {
    expect(parseAllow(['file:///srv/git/'])).toEqual([]);
    expect(parseFolders(['127.0.0.1', 'git.example.com:8080', '10.0.0.0/8'])).toEqual([]);
    expect(parseFolders(['file:///srv/git/', 'file:///srv/more'])).toEqual(['/srv/git', '/srv/more']);
  });

  it('is never the whole disk, on another host, or half an address', () => {
    for (const entry of [
      'file:///',
      'file://',
      'file://host/srv/git',
      'file:///a/..',
      'file:///srv?x',
      'file:///%00',
    ])
      expect(() => parseFolders([entry])).toThrow(/FETCH_ALLOW takes folders/);
  });

  it('is matched by whole names, with dots and encoded characters resolved', () => {
    const allow = ['file:///srv/git/'];
    const asked = (url: string) => isInFolders(pathOfUrl(url) ?? '', allow);
    expect(asked('file:///srv/git/a.git')).toBe(true);
    expect(asked('file:///srv/git/sub/a%20b.git')).toBe(true);
    for (const url of [
      'file:///srv/git',
      'file:///srv/git-other/a.git',
      'file:///srv/git/../a.git',
      'file:///srv/git/%2e%2e/a.git',
      'file:///srv/git%2Fa.git',
      'file://host/srv/git/a.git',
      'https://srv/git/a.git',
      '/srv/git/a.git',
      '',
    ])
      expect([url, asked(url)]).toEqual([url, false]);
  });

  it('contains what is really in it, with links followed on both sides', async () => {
    const allow = [`file://${root}/git/`];
    expect(await pathInFolders(path.join(root, 'git/a.git'), allow)).toBe(path.join(root, 'git/a.git'));
    expect(await pathInFolders(path.join(root, 'link/a.git'), allow)).toBe(path.join(root, 'git/a.git'));
    expect(await pathInFolders(path.join(root, 'git/a.git'), [`file://${root}/link`])).toBe(
      path.join(root, 'git/a.git'),
    );
    for (const out of ['git', 'git/out.git', 'git-other/b.git', 'git/none.git'])
      expect([out, await pathInFolders(path.join(root, out), allow)]).toEqual([out, null]);
  });
});
