// A module's storage: what is uploaded is there and nowhere else, and the operator is told where.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DiskStorage } from '../../src/core/storage/disk.ts';
import { openNamedStorage } from '../../src/core/storage/index.ts';
import { defineModule, type Storage } from '../../src/extend.ts';
import { fileBytes, makePicture } from '../assets/library.ts';
import { makeFolder } from '../setup/children.ts';
import { configWith } from '../setup/config-with.ts';
import { startService, type TestService } from '../setup/service.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let service: TestService;
let away = false;

const open = (): Storage | null => new DiskStorage(folder.path);
const elsewhere = defineModule({
  name: 'elsewhere',
  storages: [
    { name: 'Not configured', open: () => null },
    {
      name: 'Elsewhere',
      open: () => {
        const storage = open();
        if (storage) storage.healthy = () => Promise.resolve(!away);
        return storage;
      },
    },
  ],
});

const filesBelow = async (at: string): Promise<string[]> => {
  const entries = await readdir(at, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

beforeAll(async () => {
  folder = await makeFolder();
  service = await startService({}, undefined, () => configWith({ modules: [elsewhere] }));
}, 300_000);
afterAll(async () => {
  await service?.close();
  await folder?.remove();
});

it('keeps what is uploaded, and gives it back', async () => {
  const key = await service.makeKey(await service.makePlace('Northlight'), 'write');
  const picture = await makePicture();
  const { body } = await fileBytes(service, key, picture);
  const { id, sha256 } = body.data as { id: string; sha256: string };
  expect(await filesBelow(path.join(folder.path, 'blobs'))).toEqual([expect.stringContaining(sha256)]);
  expect(await filesBelow(path.join(service.service.env.dataDir, 'blobs'))).toEqual([]);
  const { bytes } = await service.call('GET', `/api/v1/assets/${id}/content`, { as: key });
  expect(bytes.equals(picture)).toBe(true);
});

it('is the first that is configured, by its name', () => {
  expect(openNamedStorage(service.service.env).name).toBe('Elsewhere');
});

it('is the one that health is asked of', async () => {
  expect((await service.call('GET', '/api/health')).status).toBe(200);
  away = true;
  expect((await service.call('GET', '/api/health')).status).toBe(503);
});
