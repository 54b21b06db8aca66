// A brand in a real Git repository: connecting it, pull, push, both; races, force-pushes, deleted branches.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeAsset, makePicture } from '../../assets/library.ts';
import { callsAs } from '../../setup/callers.ts';
import { eventsOf } from '../../setup/events.ts';
import { versionsOf } from '../brand.ts';
import {
  at,
  commits,
  connect,
  done,
  failed,
  put,
  shown,
  source,
  sync,
  syncAround,
} from './repository-calls.ts';
import { color, ink, set, valueOf } from './repository-rules.ts';
import {
  brand,
  brandName,
  connectBy,
  editor,
  marque,
  place,
  reader,
  repository,
  server,
  slug,
  stranger,
  way,
  write,
} from './repository-each.ts';

describe('the source', () => {
  it('is null for a brand without a repository, and says where to connect one', async () => {
    const { body } = await callsAs(marque, reader).done('GET', at());
    expect(body).toEqual({ data: { source: null, connect: `${marque.url}/admin/brands/${slug}/source` } });
    expect((await write.call('GET', at('/sync'))).status).toBe(404);
    expect((await write.call('POST', at('/sync'), { direction: 'pull' })).status).toBe(409);
    expect((await write.call('DELETE', at())).status).toBe(404);
  });

  it('is returned as connected, never with its token', async () => {
    const token = 'a-secret-token';
    const answer = await connect({ path: '/brand/', token });
    expect(answer).toEqual({
      source: {
        remote: `${server.url}/${repository}.git`,
        branch: 'main',
        path: 'brand',
        commit: null,
        syncedAt: null,
        pending: true,
        files: 0,
      },
      connect: `${marque.url}/admin/brands/${slug}/source`,
    });
    expect(await source()).toEqual(answer.source);
    const [row] = await marque.service.db.query<{ token: string }>(
      'select token from marque.brand_sources where brand_id = $1',
      [brand],
    );
    expect(row?.token).toBeTruthy();
    expect(row?.token).not.toContain(token);
    const events = await marque.service.db.query<{ detail: unknown }>(
      'select detail from marque.events where subject_id = $1',
      [brand],
    );
    expect(JSON.stringify(events)).not.toContain(token);
    expect((await eventsOf(marque, brand)).at(-1)).toBe('brand.source_connected');
    expect((await write.done('DELETE', at())).body).toEqual({ data: { deleted: true } });
    expect(await source()).toBeNull();
  });

  it('refuses an address with a password, an unsupported scheme, and an invalid branch or folder', async () => {
    const remote = 'https://git.example.com/x.git';
    for (const body of [
      { remote: 'https://a:b@git.example.com/x.git' },
      { remote: 'git@example.com:x.git' },
      { remote: 'file://elsewhere/srv/git/x.git' },
      { remote: 'file:///srv/git/x.git?a=b' },
      { remote, branch: '-x' },
      { remote, branch: 'a..b' },
      { remote, path: '../up' },
      { remote, path: '.git' },
      {},
    ])
      expect([body, (await write.call('PUT', at(), body)).status]).toEqual([body, 400]);
  });

  it('is set by callers with the configure ability, and read by readers', async () => {
    const body = { remote: 'https://git.example.com/x.git' };
    for (const [as, read, wrote] of [
      [reader, 200, 403],
      [stranger, 404, 404],
      [null, 401, 401],
    ] as const) {
      expect((await callsAs(marque, as).call('GET', at())).status).toBe(read);
      expect((await callsAs(marque, as).call('PUT', at(), body)).status).toBe(wrote);
      expect((await callsAs(marque, as).call('DELETE', at())).status).toBe(wrote);
      expect((await callsAs(marque, as).call('POST', at('/sync'), { direction: 'pull' })).status).toBe(wrote);
    }
    expect((await write.call('POST', at('/sync'), { direction: 'sideways' })).status).toBe(400);
  });
});

describe.each([
  ['over HTTP', 'url'],
  ['of a bare repository on disk', 'path'],
] as const)('a sync %s', (_, through) => {
  beforeEach(() => {
    connectBy(through);
  });

  it('pushes to an empty repository, then pulls changes made there, and keeps comments', async () => {
    const logo = await makeAsset(marque, { cookie: editor.cookie });
    await set(ink('#111111'), { key: 'logo.main', type: 'text', value: 'x', assets: [{ id: logo.id }] });
    await connect({ path: 'brand' });
    const pushed = await done('push');
    expect(pushed).toMatchObject({ pushed: 4, conflicts: [] });
    expect(await server.git(repository, 'ls-tree', '-r', '--name-only', 'main')).toBe(
      'brand/assets/picture.png\nbrand/brand.yaml\nbrand/rules/color.yaml\nbrand/rules/logo.yaml',
    );
    expect(await server.git(repository, 'log', '-1', '--format=%an %s', 'main')).toBe(
      `Edda Editor Brand ${brandName}`,
    );
    expect(await source()).toMatchObject({
      commit: pushed.commit,
      pending: false,
      files: 4,
      syncedAt: expect.any(String),
    });
    await put({ 'brand/rules/color.yaml': color('#222222'), 'README.md': 'Hello' });
    const pulled = await done('pull');
    expect(pulled.commit).toBe(await server.git(repository, 'rev-parse', 'main'));
    expect(await valueOf('color.ink')).toBe('#222222');
    expect((await versionsOf(marque, brand)).at(-1)?.summary).toMatch(/^Pulled [0-9a-f]{8} of main$/);
    expect((await source()).pending).toBe(false);
    // Nothing changed: nothing is done.
    const versions = await versionsOf(marque, brand);
    expect(await done('both')).toMatchObject({ pushed: 0, commit: pulled.commit });
    expect([await versionsOf(marque, brand), await commits()]).toEqual([versions, 2]);
    await set({ key: 'grid.gap', type: 'number', value: 8 });
    expect((await source()).pending).toBe(true);
    // brand.yaml contains the order, which no longer matches that of the files.
    expect((await done('push')).pushed).toBe(2);
    expect(await shown('brand/rules/color.yaml')).toContain('# Ours');
    expect(await shown('README.md')).toBe('Hello');
  });

  it("in both directions merges each side's changes; in a conflict the file wins", async () => {
    await set(ink('#111111'), { key: 'voice.tone', type: 'text', value: 'Plain.' });
    await connect();
    await done('push');
    await set({ key: 'voice.tone', value: 'Warm.' }, { key: 'grid.gap', type: 'number', value: 8 });
    await put({
      'rules/color.yaml': color('#333333'),
      'rules/voice.yaml': 'voice.tone:\n  type: text\n  value: Clear.\n',
    });
    const both = await done('both');
    expect(both.conflicts).toEqual([{ file: 'rules/voice.yaml', path: 'voice.tone.value' }]);
    expect([await valueOf('color.ink'), await valueOf('voice.tone'), await valueOf('grid.gap')]).toEqual([
      '#333333',
      'Clear.',
      8,
    ]);
    expect(await shown('rules/grid.yaml')).toBe('grid.gap:\n  type: number\n  value: 8');
    expect(await source()).toMatchObject({ pending: false, commit: both.commit });
  });

  it('that lost a race fetches, merges and retries', async () => {
    await set(ink('#111111'));
    await connect();
    await done('push');
    await set({ key: 'grid.gap', type: 'number', value: 8 });
    const both = await syncAround('push', () => put({ 'rules/color.yaml': color('#444444') }));
    expect(both.error).toBeNull();
    expect(await valueOf('color.ink')).toBe('#444444');
    expect(await shown('rules/grid.yaml')).toContain('value: 8');
    expect(await shown('rules/color.yaml')).toContain('#444444');
    expect(await commits()).toBe(3);
    expect(both.commit).toBe(await server.git(repository, 'rev-parse', 'main'));
  });

  it('continues from the last common state after a force-push', async () => {
    await set(ink('#111111'), { key: 'voice.tone', type: 'text', value: 'Plain.' });
    await connect();
    await done('push');
    await set({ key: 'grid.gap', type: 'number', value: 8 });
    await server.inClone(repository, async (dir, git) => {
      const files = ['brand.yaml', 'rules/color.yaml'];
      const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
      await git('checkout', '-q', '--orphan', 'fresh');
      await git('rm', '-rfq', '--cached', '.');
      await git('clean', '-fdq');
      await mkdir(path.join(dir, 'rules'), { recursive: true });
      await writeFile(path.join(dir, 'brand.yaml'), texts[0] ?? '');
      await writeFile(path.join(dir, 'rules/color.yaml'), color('#555555'));
    });
    expect(await commits()).toBe(1);
    await done('both');
    expect([await valueOf('color.ink'), await valueOf('voice.tone'), await valueOf('grid.gap')]).toEqual([
      '#555555',
      undefined,
      8,
    ]);
    expect(await commits()).toBe(2);
  });

  it("brings the repository's files along: matched by their bytes, or filed", async () => {
    const known = await makeAsset(marque, { cookie: editor.cookie });
    await connect();
    const fresh = await makePicture();
    const bytes = (
      await marque.call('GET', `/api/v1/assets/${String(known.id)}/content`, {
        as: { cookie: editor.cookie },
      })
    ).bytes;
    await put({
      'brand.yaml': 'name: From Git\n',
      'rules/logo.yaml':
        'logo.main:\n  type: text\n  value: x\n  assets:\n    - assets/known.png\n    - assets/new.png\n',
      'assets/known.png': bytes,
      'assets/new.png': fresh,
      'assets/unused.png': await makePicture(),
    });
    await done('pull');
    const rule = (await write.done('GET', `/brand/rules?brand=${slug}`)).body.data[0];
    expect(rule.assets[0].id).toBe(known.id);
    expect(rule.assets[1]).toMatchObject({ filename: 'new.png', mime: 'image/png' });
    expect(await source()).toMatchObject({ files: 5, pending: false });
    expect((await done('both')).pushed).toBe(0);
  });

  it('ends, with little memory, at a file that grows to hundreds of megabytes', async () => {
    await set(ink('#111111'));
    await connect();
    await done('push');
    await server.git(repository, 'config', 'transfer.unpackLimit', '1');
    await server.inClone(repository, async (dir, git) => {
      // Git itself streams a large file.
      await git('config', 'core.bigFileThreshold', '1m');
      await truncate(path.join(dir, 'rules/color.yaml'), 192 * 1024 * 1024);
    });
    const before = process.resourceUsage().maxRSS;
    for (const direction of ['pull', 'push', 'both'])
      expect(await failed(direction)).toBe(
        'The repository contains a file of 192 MB, more than a sync supports. Remove that from the repository; for one connected by path, from its history too.',
      );
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(256 * 1024);
    expect(await valueOf('color.ink')).toBe('#111111');
    // One that is only just too large for its type.
    await put({ 'rules/color.yaml': '#'.repeat(2 * 1024 * 1024) });
    // By its path it includes its history too.
    expect(await failed('pull')).toBe(
      way === 'path'
        ? 'The repository contains a file of 192 MB, more than a sync supports. Remove that from the repository; for one connected by path, from its history too.'
        : 'rules/color.yaml is larger than 1 MB.',
    );
  });

  it('supports a repository of 2,000 files', async () => {
    await connect();
    const files: Record<string, string> = { 'brand.yaml': 'name: Many\n' };
    for (let index = 0; index < 1999; index += 1)
      files[`rules/g${index}.yaml`] = `g${index}.x:\n  type: number\n  value: ${index}\n`;
    await put(files);
    await done('pull');
    expect((await write.done('GET', `/brand/rules?brand=${slug}`)).body.data).toHaveLength(1999);
    await set({ key: 'g7.x', value: 70 });
    expect((await done('both')).pushed).toBe(1);
    expect(await shown('rules/g7.yaml')).toContain('value: 70');
    expect(await source()).toMatchObject({ files: 2000, pending: false });
  });

  it('that fails says what to do and changes nothing', async () => {
    await set(ink('#111111'));
    await connect();
    expect(await failed('pull')).toMatch(/no branch "main"/);
    await put({ 'README.md': 'x' });
    expect(await failed('pull')).toMatch(/no brand\.yaml/);
    await done('push');
    await put({ 'rules/color.yaml': 'color.ink:\n  type: color\n  value: red\n' });
    const refused = await sync('both');
    expect(refused.error).toMatch(/rules\/color\.yaml:3: color\.ink\.value/);
    expect(refused.problems).toEqual([
      { path: 'rules/color.yaml:3', message: expect.stringContaining('color.ink.value: Must be #rrggbb') },
    ]);
    expect(await valueOf('color.ink')).toBe('#111111');
    expect((await source()).commit).not.toBe(await server.git(repository, 'rev-parse', 'main'));
  });

  it('names a deleted branch and does not recreate it', async () => {
    await set(ink('#111111'));
    await connect({ branch: 'brand' });
    await done('push');
    await put({ 'README.md': 'x' });
    await server.git(repository, 'update-ref', '-d', 'refs/heads/brand');
    for (const direction of ['pull', 'push', 'both'])
      expect(await failed(direction)).toMatch(/no longer has a branch "brand"\. Branches: main\./);
  });

  it('continues only while its caller still has permission', async () => {
    await set(ink('#111111'));
    await connect();
    await done('push');
    await put({ 'rules/color.yaml': color('#222222') });
    const before = await commits();
    for (const direction of ['pull', 'push', 'both']) {
      const { id, key } = await marque.makeKey(place, 'write');
      const stopped = await syncAround(
        direction,
        () => marque.payload.delete({ collection: 'keys', id }),
        callsAs(marque, { key }),
      );
      expect([stopped.state, stopped.error]).toEqual([
        'failed',
        expect.stringMatching(/started this sync and no longer has permission/),
      ]);
    }
    const person = await marque.makePerson('Lea Leaver');
    const grant = await marque.grant(person.id, 'brand', brand, 'write', { place });
    const left = await syncAround(
      'both',
      () => marque.payload.delete({ collection: 'grants', id: grant }),
      callsAs(marque, person),
    );
    expect(left.error).toMatch(/^Lea Leaver started this sync and no longer has permission/);
    expect([await valueOf('color.ink'), await commits()]).toEqual(['#111111', before]);
    expect((await done('both')).error).toBeNull();
    expect(await valueOf('color.ink')).toBe('#222222');
  });
});

describe('a sync whose process ended every time', () => {
  it('counts as failed after the time limit, and another can be started', async () => {
    await set(ink('#111111'));
    await connect();
    const { id } = await done('push');
    await marque.service.db.query(
      `update marque.brand_syncs set state = 'running', finished_at = null, created_at = now() - interval '31 minutes' where id = $1`,
      [id],
    );
    const left = (await write.done('GET', at('/sync'))).body.data;
    expect(left).toMatchObject({ id, state: 'failed', error: expect.stringMatching(/Start it again/) });
    await done('push');
  });
});
