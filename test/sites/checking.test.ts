// How far the check of a deployment is, and canceling one, over HTTP.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sweep } from '../../src/assets/lifecycle/sweep.ts';
import { blobKey } from '../../src/core/storage/contract.ts';
import { readArchive } from '../../src/lib/safe-zip/archive.ts';
import { notingChecked } from '../../src/sites/checking.ts';
import { beginDeployment, deploy } from '../../src/sites/deployments.ts';
import { makeFolder, until } from '../setup/children.ts';
import type { Caller, Reply } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeSite, sendZip } from './site-calls.ts';
import { site } from './zips.ts';

const { marque, editor, writer, proposer, stranger } = await startWithWorkspace();
const { service } = marque;
afterAll(() => marque.close());

const home = await makeSite(marque, editor, { name: 'Guide' });

const get = (deployment: string, as: Caller = editor): Promise<Reply> =>
  marque.call('GET', `/api/v1/sites/${home.id}/deployments/${deployment}`, { as });
const cancel = (deployment: string, as: Caller = editor): Promise<Reply> =>
  marque.call('POST', `/api/v1/sites/${home.id}/deployments/${deployment}/cancel`, { as });

/** A deployment whose zip has arrived, and which another process is checking. */
async function claimed(): Promise<{ id: string; sha256: string; key: string }> {
  const zip = site({ 'index.html': randomUUID() });
  const staged = await service.storage.stage([zip] as unknown as AsyncIterable<Uint8Array>, {
    maxBytes: zip.length,
  });
  const id = await beginDeployment(
    { ...service, jobs: { send: () => Promise.resolve(), ready: () => true } },
    { kind: 'person', id: editor.id, name: editor.name, email: editor.email, sessionId: '' },
    home.id,
    { ...staged, ticketId: null },
    { path: '/' },
  );
  await service.db.query(
    `update marque.deployments set worker = gen_random_uuid(), worker_until = now() + interval '1 hour' where id = $1`,
    [id],
  );
  return { id, sha256: staged.sha256, key: staged.key };
}

describe('a check', () => {
  it('says how far it is, to those who can deploy', async () => {
    const { id } = await claimed();
    expect((await get(id)).body).toMatchObject({ data: { id, state: 'checking' }, checked: 0 });
    await service.db.query('update marque.deployments set checked = 0.25 where id = $1', [id]);
    expect((await get(id, writer)).body.checked).toBe(0.25);

    const live = await sendZip(marque, editor, home.id, site());
    const { id: liveId } = live.body.data as { id: string };
    expect((await get(liveId)).body).toEqual({ data: live.body.data, checked: null });

    expect((await get(id, proposer)).status).toBe(403);
    expect((await get(id, stranger)).status).toBe(404);
    expect((await get(id, null)).status).toBe(401);
    expect((await get('none')).status).toBe(404);
    const other = await makeSite(marque, editor, { name: 'Other' });
    const elsewhere = `/api/v1/sites/${other.id}/deployments/${id}`;
    expect((await marque.call('GET', elsewhere, { as: editor })).status).toBe(404);
    expect((await marque.call('POST', `${elsewhere}/cancel`, { as: editor })).status).toBe(404);
  });

  it('is written down while the zip is read, and ends when it is canceled', async () => {
    const { id } = await claimed();
    let ended = false;
    const note = notingChecked(service, id, () => {
      ended = true;
    });
    await until(async () => {
      note(0.5);
      return (await get(id)).body.checked === 0.5;
    });
    expect(ended).toBe(false);
    await cancel(id);
    await until(() => {
      note(0.6);
      return Promise.resolve(ended);
    });
  });

  it('of a large zip goes from its beginning to its end', async () => {
    const folder = await makeFolder();
    const file = path.join(folder.path, 'large.zip');
    const pages = Object.fromEntries(
      Array.from({ length: 4000 }, (_, at) => [`page-${at}.html`, `${at}`.repeat(2000)]),
    );
    await writeFile(file, site(pages));
    const parts: number[] = [];
    const limits = { maxFiles: 10_000, maxBytes: 1e9 };
    await readArchive(file, limits, { aside: [], onChecked: (part) => void parts.push(part) });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts).toEqual([...parts].sort((one, other) => one - other));
    expect(parts.every((part) => part > 0 && part <= 1)).toBe(true);
    await folder.remove();
  });
});

describe('a deployment that is canceled', () => {
  it('has failed, and what is live stays live', async () => {
    const live = (await sendZip(marque, editor, home.id, site())).body.data as { id: string };
    const { id, sha256, key } = await claimed();
    expect((await cancel(id, proposer)).status).toBe(403);
    expect((await cancel(id, stranger)).status).toBe(404);
    expect((await cancel('none')).status).toBe(404);
    expect((await get(id)).body.data.state).toBe('checking');

    const canceled = await cancel(id);
    expect([canceled.status, canceled.body.data]).toEqual([
      200,
      expect.objectContaining({ id, state: 'failed', error: expect.stringContaining('canceled') }),
    ]);
    const again = await cancel(id);
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    expect((await cancel(live.id)).status).toBe(409);

    // Whoever still checks it changes nothing any more.
    await service.db.query('update marque.deployments set worker_until = null where id = $1', [id]);
    await deploy(service, id);
    expect((await get(id)).body.data.state).toBe('failed');
    expect((await get(live.id)).body.data.state).toBe('live');

    const events = await service.db.query<{ type: string }>(
      `select type from marque.events where subject_id = $1 and detail->>'deployment' = $2 order by id`,
      [home.id, id],
    );
    expect(events.map(({ type }) => type)).toEqual(['site.deployed', 'site.deploy_failed']);

    await sweep(service, { now: new Date(Date.now() + 3600_000) });
    expect(await service.storage.stat(key)).toBeNull();
    expect(await service.storage.stat(blobKey(sha256))).toBeNull();
  });
});
