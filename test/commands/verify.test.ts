// npm run verify: checks every stored file against its hash, lists damaged ones and who uses them, and
// replaces them with good copies.
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verifySample } from '../../src/assets/lifecycle/verify-blobs.ts';
import { blobKey } from '../../src/core/storage/contract.ts';
import { makeAsset } from '../assets/library.ts';
import { makeFolder } from '../setup/children.ts';
import { collectErrors } from '../setup/log.ts';
import { startService } from '../setup/service.ts';
import { runCommand } from './run-command.ts';

let bad: Asset;

interface Asset {
  id: string;
  sha256: string;
}

const marque = await startService();
const copies = await makeFolder();
const env = { DATABASE_URL: marque.service.env.databaseUrl ?? '', DATA_DIR: marque.dataDir };
const writer = await marque.makeKey(await marque.makePlace(), 'write');
const fine = (await makeAsset(marque, writer)) as Asset;
afterAll(async () => {
  await marque.close();
  await copies.remove();
});
const fileOf = ({ sha256 }: Asset): string => path.join(marque.dataDir, blobKey(sha256));
beforeEach(async () => {
  bad = (await makeAsset(marque, writer)) as Asset;
  await cp(path.join(marque.dataDir, 'blobs'), path.join(copies.path, 'blobs'), { recursive: true });
});

const verify = (...args: string[]) => runCommand('verify', args, env);

it('npm run verify reports nothing if every file is intact', async () => {
  expect(await verify()).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('2 files, ') });
});

describe('a damaged file', () => {
  it.each([
    ['missing', (file: string) => rm(file)],
    ['short', (file: string) => truncate(file, 20)],
    [
      'corrupt',
      async (file: string) => {
        const bytes = await readFile(file);
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
    ],
  ] as const)(
    'is reported if it is %s, with the asset that uses it, and repaired only from a good copy',
    async (problem, damage) => {
      await damage(fileOf(bad));

      const report = await verify();
      expect(report.code).toBe(1);
      expect(report.stdout).toContain(`${problem}: ${blobKey(bad.sha256)}`);
      expect(report.stdout).toContain(bad.id);
      expect(report.stdout).not.toContain(fine.sha256);

      // A damaged copy changes nothing.
      const copy = path.join(copies.path, blobKey(bad.sha256));
      const good = await readFile(copy);
      await writeFile(copy, 'not these bytes');
      expect((await verify('--from', copies.path)).code).toBe(1);

      await writeFile(copy, good);
      expect(await verify('--from', copies.path)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`healed: ${blobKey(bad.sha256)}`),
      });
      expect((await verify()).code).toBe(0);
      expect((await readFile(fileOf(bad))).equals(good)).toBe(true);
    },
  );
});

it('npm run verify prints its usage for an unknown option', async () => {
  expect(await verify('--heal')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Usage:'),
  });
});

it('the service checks a sample each night, and logs what is damaged', async () => {
  await writeFile(fileOf(bad), 'other bytes');
  const logged = collectErrors(marque.service);

  await verifySample(marque.service);

  expect(logged).toEqual([
    expect.objectContaining({ blob: blobKey(bad.sha256), problem: 'short', assets: [bad.id] }),
  ]);
});
