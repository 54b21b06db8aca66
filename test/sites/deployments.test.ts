// Deployments over HTTP: uploaded, live, replaced, restored, kept for a while; and who can do it.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  beginDeployment,
  deploy as checkNow,
  resumeDeployments,
  sweepSites,
} from '../../src/sites/deployments.ts';
import { sweep } from '../../src/assets/lifecycle/sweep.ts';
import { blobKey } from '../../src/core/storage/contract.ts';
import type { Caller } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeWorkspace, queriesOf } from '../core/access/resources.ts';
import { openTicket, sendBytes } from '../assets/library.ts';
import { makeSite } from './site-calls.ts';
import { makeZip, site } from './zips.ts';

const { marque, place, editor, proposer, stranger } = await startWithWorkspace({
  MAX_UPLOAD_BYTES: String(4 * 1024 * 1024),
});
const as = editor;
const key = await marque.makeKey(place, 'write');
afterAll(() => marque.close());

const newSite = async (): Promise<string> => (await makeSite(marque, as, { name: 'Guide', kind: 'docs' })).id;
const send = (id: string, zip: Buffer | FormData, query = '?wait=true', who: Caller = as) =>
  marque.call('POST', `/api/v1/sites/${id}/deployments${query}`, {
    as: who,
    body: zip,
    headers: zip instanceof FormData ? {} : { 'content-type': 'application/zip' },
  });
const list = async (id: string): Promise<Record<string, unknown>[]> =>
  (await marque.call('GET', `/api/v1/sites/${id}/deployments`, { as })).body.data as Record<
    string,
    unknown
  >[];
const liveOf = async (id: string): Promise<unknown> =>
  (await marque.call('GET', `/api/v1/sites/${id}`, { as })).body.data.live;

describe('a deployment', () => {
  it('goes live, is replaced by the next, and is restored', async () => {
    const id = await newSite();
    const manifest = { name: 'Guide', build: { node: 20 } };
    const first = await send(
      id,
      site({ 'a.css': 'a{}', 'marque.site.json': JSON.stringify(manifest) }),
      '?wait=true&commit=0a1b2c&ref=main',
    );
    expect([first.status, first.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          path: '/',
          kind: 'docs',
          state: 'live',
          files: 3,
          bytes: 29 + 3 + JSON.stringify(manifest).length,
          commit: '0a1b2c',
          ref: 'main',
          error: null,
          manifest,
          createdBy: 'Edda Editor',
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      },
    ]);
    const second = await send(id, site({ 'b.css': 'b{}' }), '?wait=true&kind=storybook', key);
    expect(second.body.data).toMatchObject({
      state: 'live',
      kind: 'storybook',
      commit: null,
      manifest: null,
    });
    const [one, two] = [first.body.data.id as string, second.body.data.id as string];
    expect((await list(id)).map((each) => [each.id, each.state])).toEqual([
      [two, 'live'],
      [one, 'replaced'],
    ]);
    expect(Object.keys((await list(id))[0] ?? {}).sort()).toEqual([
      'bytes',
      'commit',
      'createdAt',
      'createdBy',
      'error',
      'files',
      'id',
      'kind',
      'manifest',
      'path',
      'ref',
      'state',
    ]);

    const restore = () => marque.call('POST', `/api/v1/sites/${id}/deployments/${one}/restore`, { as });
    const restored = await restore();
    expect([restored.status, restored.body.data.state]).toEqual([200, 'live']);
    expect((await restore()).body.data.state).toBe('live');
    expect(await liveOf(id)).toEqual([{ path: '/', deployment: one }]);
    const events = await marque.service.db.query<{ type: string }>(
      'select type from marque.events where subject_id = $1 order by id',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'site.created',
      'site.deployed',
      'site.live',
      'site.deployed',
      'site.live',
      'site.restored',
    ]);
  });

  it('is live beside others at their own paths', async () => {
    const id = await newSite();
    const root = await send(id, site());
    const docs = await send(id, site(), '?wait=true&path=/docs/v2');
    expect(await liveOf(id)).toEqual([
      { path: '/', deployment: root.body.data.id },
      { path: '/docs/v2', deployment: docs.body.data.id },
    ]);
    const bad = ['docs', '/Docs', '/docs/', '/a/b/c/d/e', '/..', '//', '/a b', '/ä'];
    for (const path of bad) {
      const refused = await send(id, site(), `?path=${encodeURIComponent(path)}`);
      expect([path, refused.status]).toEqual([path, 400]);
      expect(refused.body.error.detail.issues[0].path).toBe('path');
    }
    expect((await send(id, site(), '?kind=blog')).status).toBe(400);
    expect(await list(id)).toHaveLength(2);
  });

  it('is answered immediately, and goes live by a job', async () => {
    const id = await newSite();
    const sent = await send(id, site(), '');
    expect([sent.status, sent.body.data.state, sent.body.data.files]).toEqual([201, 'checking', 0]);
    for (let state = 'checking'; state === 'checking';) state = String((await list(id))[0]?.state);
    expect((await list(id))[0]).toMatchObject({ state: 'live', files: 1 });
  });

  it('can be uploaded as a form, and a single top-level folder is removed', async () => {
    const id = await newSite();
    const form = new FormData();
    const wrapped = makeZip([
      { name: 'dist/', mode: 0o040755 },
      { name: 'dist/index.html', content: 'x' },
      { name: '__MACOSX/dist/._index.html', content: 'x' },
      { name: 'dist/.DS_Store', content: 'x' },
      { name: 'dist/.git/config', content: 'x' },
      { name: 'dist/a/b.js', content: 'x' },
    ]);
    form.set('file', new Blob([new Uint8Array(wrapped)], { type: 'application/zip' }), 'dist.zip');
    const sent = await send(id, form);
    expect([sent.status, sent.body.data.state, sent.body.data.files]).toEqual([201, 'live', 2]);
    const files = await marque.service.db.query<{ path: string }>(
      'select path from marque.deployment_files where deployment_id = $1 order by path',
      [sent.body.data.id],
    );
    expect(files.map((file) => file.path)).toEqual(['a/b.js', 'index.html']);
    const empty = new FormData();
    empty.set('other', 'x');
    expect((await send(id, empty)).status).toBe(400);
  });

  it("is refused immediately if it can't be a valid upload", async () => {
    const id = await newSite();
    const status = async (body: Buffer, type = 'application/zip') =>
      (
        await marque.call('POST', `/api/v1/sites/${id}/deployments`, {
          as,
          body,
          headers: { 'content-type': type },
        })
      ).status;
    expect(await status(Buffer.alloc(0))).toBe(400);
    expect(await status(Buffer.from('<html>'))).toBe(415);
    expect(await status(site(), 'text/html')).toBe(415);
    expect(await status(Buffer.concat([site(), Buffer.alloc(5 * 1024 * 1024)]))).toBe(413);
    expect(await list(id)).toEqual([]);
    const staged = marque.service.storage.list('staged/');
    for await (const { key: left } of staged) throw new Error(`${left} was left behind`);
  });

  it('accepts an upload once, from the person who opened it', async () => {
    const id = await newSite();
    const about = { filename: 'site.zip', mime: 'application/zip' };
    const byToken = (token: string, who: Caller = as) =>
      marque.call('POST', `/api/v1/sites/${id}/deployments?wait=true`, {
        as: who,
        body: { token },
      });
    const { token } = await sendBytes(marque, key, site({ 'a.txt': 'a' }), about);
    expect((await byToken(token)).body.error.code).toBe('gone');
    const first = await byToken(token, key);
    expect([first.status, first.body.data.state, first.body.data.files]).toEqual([201, 'live', 2]);
    expect((await byToken(token, key)).status).toBe(410);
    // Bytes that were refused as an asset's file, or filed and failed, are in the library already: a
    // deployment reads them there.
    const kept = await sendBytes(marque, key, site({ 'b.txt': 'b' }), about);
    const filing = { token: kept.token, fields: { no: 1 } };
    expect((await marque.call('POST', '/api/v1/assets', { as: key, body: filing })).status).toBe(422);
    expect((await byToken(kept.token, key)).body.data.state).toBe('live');

    const none = await openTicket(marque, key, site(), about);
    expect((await byToken(none.token, key)).status).toBe(409);
    const picture = await sendBytes(marque, key, Buffer.from('not a zip'), about);
    expect((await byToken(picture.token, key)).status).toBe(415);
    const elsewhere = await sendBytes(marque, stranger, site(), about);
    expect((await byToken(elsewhere.token, stranger)).status).toBe(404);
    expect((await marque.call('POST', `/api/v1/sites/${id}/deployments`, { as: key, body: {} })).status).toBe(
      400,
    );
    expect(await list(id)).toHaveLength(2);
  });

  it('is refused for another workspace and below write', async () => {
    const id = await newSite();
    const { id: made } = (await send(id, site())).body.data as { id: string };
    const restore = (who: Caller, deployment = made) =>
      marque.call('POST', `/api/v1/sites/${id}/deployments/${deployment}/restore`, {
        as: who,
      });
    expect((await send(id, site(), '', stranger)).status).toBe(404);
    expect((await send(id, site(), '', proposer)).status).toBe(403);
    expect((await send(id, site(), '', null)).status).toBe(401);
    expect((await restore(stranger)).status).toBe(404);
    expect((await restore(proposer)).status).toBe(403);
    const elsewhere = (await send(await newSite(), site())).body.data.id as string;
    for (const deployment of [elsewhere, crypto.randomUUID(), 'nonsense'])
      expect((await restore(as, deployment)).status).toBe(404);
    expect(await list(id)).toHaveLength(1);
  });

  it("that failed can't be restored", async () => {
    const id = await newSite();
    const failed = await send(id, makeZip([{ name: 'a.txt', content: 'x' }]));
    expect(failed.body.data.state).toBe('failed');
    const restored = await marque.call(
      'POST',
      `/api/v1/sites/${id}/deployments/${failed.body.data.id}/restore`,
      { as },
    );
    expect([restored.status, restored.body.error.code]).toEqual([409, 'conflict']);
  });

  it('is the only one at a path, however many are sent at once, and the last one sent stays', async () => {
    const id = await newSite();
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, at) => send(id, site({ 'n.txt': `build ${at}` }))),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const states = (await list(id)).map(({ state }) => state);
    expect(states).toEqual(['live', ...(Array(5).fill('replaced') as string[])]);
  });
});

/** A deployment of a process that was killed before it read the zip. */
async function left(id: string, zip: Buffer): Promise<string> {
  const { service } = marque;
  const staged = await service.storage.stage([zip] as unknown as AsyncIterable<Uint8Array>, {
    maxBytes: zip.length,
  });
  const silent = { ...service, jobs: { send: () => Promise.resolve(), ready: () => true } };
  const made = await beginDeployment(
    silent,
    { kind: 'person', id: editor.id, name: editor.name, email: editor.email, sessionId: '' },
    id,
    { ...staged, ticketId: null },
    { path: '/' },
  );
  await service.db.query(
    `update marque.deployments set created_at = now() - interval '1 minute' where id = $1`,
    [made],
  );
  return made;
}

describe('an interrupted deployment', () => {
  it('is resumed, whether or not its zip had been stored', async () => {
    const id = await newSite();
    const one = await left(id, site({ 'one.txt': '1' }));
    await resumeDeployments(marque.service);
    expect(await liveOf(id)).toEqual([{ path: '/', deployment: one }]);
    const two = await left(id, site({ 'two.txt': '2' }));
    const [row] = await marque.service.db.query<{ staged_key: string; sha256: string }>(
      'select staged_key, sha256 from marque.deployments where id = $1',
      [two],
    );
    await marque.service.storage.keep({ key: row?.staged_key ?? '', sha256: row?.sha256 ?? '' });
    await Promise.all([resumeDeployments(marque.service), checkNow(marque.service, two)]);
    expect(await liveOf(id)).toEqual([{ path: '/', deployment: two }]);
    expect((await list(id)).map(({ state }) => state)).toEqual(['live', 'replaced']);
  });

  it('fails with a reason if its bytes are gone', async () => {
    const id = await newSite();
    const made = await left(id, site({ 'gone.txt': 'bytes that nothing else has' }));
    const [row] = await marque.service.db.query<{ staged_key: string }>(
      'select staged_key from marque.deployments where id = $1',
      [made],
    );
    await marque.service.storage.discard(row?.staged_key ?? '');
    await resumeDeployments(marque.service);
    expect((await list(id))[0]).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/Deploy it again\.$/),
    });
  });
});

describe('the sweep', () => {
  it('keeps as many previous deployments as the setting says, and their zips', async () => {
    const id = await newSite();
    const sent: string[] = [];
    for (let at = 0; at < 5; at += 1)
      sent.push(String((await send(id, site({ 'build.txt': `build ${at}` }))).body.data.id));
    const hashes = await marque.service.db.query<{ sha256: string }>(
      'select sha256 from marque.deployments where site_id = $1 order by number',
      [id],
    );
    const there = async (sha256 = ''): Promise<boolean> =>
      stat(path.join(marque.dataDir, blobKey(sha256))).then(
        () => true,
        () => false,
      );
    await marque.service.db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values ($1, $2, 'sites', '{"keepDeployments": 2}')`,
      [place.organizationId, place.workspaceId],
    );
    await sweepSites(marque.service);
    await sweep(marque.service, { now: new Date(Date.now() + 3600_000) });
    expect((await list(id)).map((each) => each.id)).toEqual([sent[4], sent[3], sent[2]]);
    expect(await Promise.all(hashes.map(({ sha256 }) => there(sha256)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);

    await marque.call('DELETE', `/api/v1/sites/${id}`, { as });
    await sweep(marque.service, { now: new Date(Date.now() + 3600_000) });
    expect(await Promise.all(hashes.map(({ sha256 }) => there(sha256)))).toEqual(Array(5).fill(false));
    const rows = await marque.service.db.query(
      'select 1 from marque.deployment_files f where f.deployment_id = any($1::uuid[])',
      [sent],
    );
    expect(rows).toEqual([]);
  });

  it("keeps what each workspace's settings say, and reads them all at once", async () => {
    const { db } = marque.service;
    const once = await queriesOf(marque, () => sweepSites(marque.service));
    const own = await marque.makePlace();
    const places = [
      own,
      await makeWorkspace(marque, own, 'Second'),
      await makeWorkspace(marque, own, 'Third'),
    ];
    const sites: string[] = [];
    for (const { workspaceId } of places) {
      const made = await marque.payload.create({
        collection: 'sites',
        data: { name: 'Guide', kind: 'docs', access: 'public', workspace: workspaceId },
      });
      sites.push(made.id);
      await db.query(
        `insert into marque.deployments (site_id, path, kind, state, created_by)
         select $1, '/', 'docs', 'replaced', 'Somebody' from generate_series(1, 6)`,
        [made.id],
      );
    }
    await db.query(
      `insert into marque.settings (organization_id, workspace_id, key, value) values
         ($1, null, 'sites', '{"keepDeployments": 4}'), ($1, $2, 'sites', '{"keepDeployments": 2}'), ($1, $3, 'sites', '{"maxFiles": 5}')`,
      [own.organizationId, places[1]?.workspaceId, places[2]?.workspaceId],
    );
    expect(await queriesOf(marque, () => sweepSites(marque.service))).toBe(once);
    const left = await db.query<{ site_id: string; count: number }>(
      'select site_id, count(*)::int as count from marque.deployments where site_id = any($1::uuid[]) group by 1',
      [sites],
    );
    expect(sites.map((id) => left.find((row) => row.site_id === id)?.count)).toEqual([4, 2, 4]);
  });
});
