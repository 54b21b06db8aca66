// A full disk, of the files or of the database: a 507 with an explanation, and nothing half-written stays.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { storageFailure } from '../../src/core/storage/contract.ts';
import { startService, type Reply } from '../setup/service.ts';

const logged: { err?: unknown; reference?: unknown }[] = [];

const marque = await startService();
const place = await marque.makePlace('Full');
const { key } = await marque.makeKey(place, 'admin');
marque.service.log.error = (about: object) => void logged.push(about);
afterAll(() => marque.close());

function upload(bytes: Uint8Array): Promise<Reply> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(bytes)], { type: 'text/plain' }), 'noise.txt');
  return marque.call('POST', '/api/v1/assets', { as: { key }, body: form });
}

function expectFull(reply: Reply): void {
  expect([reply.status, reply.body.error.code]).toEqual([507, 'insufficient_storage']);
  expect(reply.body.error.message).toMatch(/out of disk space|is full/);
  expect(JSON.stringify(reply.body)).not.toContain(marque.dataDir);
  expect(logged.filter(({ reference }) => reference === reply.body.error.detail.reference)).toHaveLength(1);
}

async function assets(): Promise<number> {
  const [row] = await marque.service.db.query<{ count: number }>('select count(*) from assets');
  return row?.count ?? -1;
}

/**
 * A disk of 256 KiB for staged uploads; without permission to mount one, a storage that fails like a full
 * one.
 */
async function fillDisk(): Promise<() => void> {
  const staged = path.join(marque.dataDir, 'staged');
  await mkdir(staged, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', staged], { stdio: 'ignore' });
    return () => execFileSync('umount', [staged]);
  } catch {
    const { storage } = marque.service;
    const stage = storage.stage.bind(storage);
    storage.stage = (body, options) =>
      stage(body, options).then(async ({ key: written }) => {
        await storage.discard(written);
        throw storageFailure(Object.assign(new Error('write'), { code: 'ENOSPC' }));
      });
    return () => {
      storage.stage = stage;
    };
  }
}

it('an upload to a full disk is a 507, and leaves neither bytes nor an asset', async () => {
  const before = await assets();
  const free = await fillDisk();
  try {
    expectFull(await upload(randomBytes(2_000_000)));
    expect(await readdir(path.join(marque.dataDir, 'staged'))).toEqual([]);
  } finally {
    free();
  }
  expect(await assets()).toBe(before);
  expect((await upload(Buffer.from('room again'))).status).toBe(201);
});

it('a full database is a 507, rolls back what was written, and the caller can try again', async () => {
  await marque.service.db.query(`
    create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on marque.events for each row execute function full_disk();
  `);
  const count = async (): Promise<unknown> =>
    marque.service.db.query(`select count(*) from collections where name = 'Too much'`);
  const before = [await assets(), await count()];
  const create = (): Promise<Reply> =>
    marque.call('POST', '/api/v1/collections', { as: { key }, body: { name: 'Too much' } });
  expectFull(await create());
  expectFull(await upload(Buffer.from('never filed')));
  expect([await assets(), await count()]).toEqual(before);
  await marque.service.db.query('drop trigger full_disk on marque.events');
  expect((await create()).status).toBe(201);
});
