// A decoder that a file has taken over can read its own code, and nothing else: not the secret in DATA_DIR, other tenants' files, or the
// environment of the server.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { decoderPackages, looksFreely, readableFiles } from '../../../src/lib/decoders/readable-files.ts';
import { findSandbox, noEnvironment } from '../../../src/lib/decoders/sandbox.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const decoders = path.join(root, 'src/lib/decoders');
const secret = 'the secret of this server';
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'marque-data-'));
  mkdirSync(path.join(dataDir, 'files'));
  writeFileSync(path.join(dataDir, 'secret'), secret);
  writeFileSync(path.join(dataDir, 'files/another'), secret);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs a script in place of the decoders, restricted as they are. */
async function inDecoder(script: string): Promise<unknown> {
  const { command, args, folder } = await findSandbox();
  const child = spawn(command, [...args.slice(0, -1), '-e', script], {
    cwd: folder,
    env: noEnvironment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [said] = await Promise.all([text(child.stdio[3] as Readable), once(child, 'exit')]);
  return JSON.parse(said) as unknown;
}

/** What becomes of each attempt: what was read, or the code of the error. */
const attempts = (calls: readonly string[]): string => `
  const fs = require('node:fs');
  const attempt = (read) => { try { return String(read()); } catch (error) { return error.code; } };
  fs.writeSync(3, JSON.stringify([${calls.map((call) => `attempt(() => ${call})`).join(',')}]));`;

const reading = (file: string): string => `fs.readFileSync(${JSON.stringify(file)})`;
const denied = 'ERR_ACCESS_DENIED';

describe('a decoder', () => {
  it("can't read a secret or a file in DATA_DIR, by any way of reading", async () => {
    const file = path.join(dataDir, 'secret');
    const quoted = JSON.stringify(file);
    const calls = [
      reading(file),
      reading(path.join(dataDir, 'files/another')),
      // Around its own folder.
      reading(`${decoders}/../../../../../../../..${file}`),
      `fs.openSync(${quoted})`,
      `fs.copyFileSync(${quoted}, ${JSON.stringify(path.join(dataDir, 'copy'))})`,
      `fs.readdirSync(${JSON.stringify(dataDir)})`,
      `fs.statSync(${quoted}).size`,
    ];
    expect(await inDecoder(attempts(calls))).toEqual(calls.map(() => denied));
  });

  it("can't read the app, its settings or the environment of the server", async () => {
    const calls = [
      path.join(root, '.env'),
      path.join(root, 'payload.config.ts'),
      path.join(root, 'src/env.ts'),
      `/proc/${process.pid}/environ`,
      '/proc/self/environ',
      '/etc/passwd',
    ].map(reading);
    expect(await inDecoder(attempts(calls))).toEqual(calls.map(() => denied));
  });

  it("can't write, link, start a program or read with promises", async () => {
    const file = JSON.stringify(path.join(dataDir, 'secret'));
    const calls = [
      `fs.writeFileSync(${JSON.stringify(path.join(dataDir, 'new'))}, '')`,
      `fs.symlinkSync(${file}, 'link')`,
      `require('node:child_process').execFileSync('cat', [${file}])`,
    ];
    expect(await inDecoder(attempts(calls))).toEqual(calls.map(() => denied));
    const script = `require('node:fs/promises').readFile(${file}).then(() => 'read', (error) => error.code)
      .then((said) => require('node:fs').writeSync(3, JSON.stringify(said)));`;
    expect(await inDecoder(script)).toBe(denied);
  });

  it('can read its own code and its libraries', async () => {
    const calls = [
      path.join(decoders, 'child.mjs'),
      path.join(root, 'node_modules/sharp/package.json'),
      path.join(root, 'node_modules/yaml/package.json'),
    ].map((file) => `${reading(file)}.length`);
    expect(await inDecoder(attempts(calls))).toEqual(calls.map(() => expect.stringMatching(/^\d+$/)));
  });
});

describe('the packages of decoders', () => {
  it('are those that their code imports', () => {
    const files = readdirSync(decoders, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.mjs'),
    );
    const imported = files.flatMap((file) => {
      const code = readFileSync(path.join(decoders, file), 'utf8').replace(/\/\*\*.*?\*\//gs, '');
      return [...code.matchAll(/(?:(?<!\.)from|import|require|resolve)\s*\(?\s*'([^'.][^']*)'/g)].map(
        ([, name]) => name,
      );
    });
    const packages = imported
      .filter((name): name is string => name !== undefined && !isBuiltin(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]);
    expect([...new Set(packages)].sort()).toEqual([...decoderPackages].sort());
  });

  it('are allowed one by one, where links lead to, and never a folder that holds others', () => {
    const app = path.join(dataDir, 'app');
    const put = (folder: string, manifest: object): void => {
      mkdirSync(path.join(app, folder), { recursive: true });
      writeFileSync(path.join(app, folder, 'package.json'), JSON.stringify(manifest));
    };
    put('node_modules/marque', { name: 'marque' });
    put('store/sharp', { name: 'sharp', dependencies: { semver: '*' }, optionalDependencies: { gone: '*' } });
    put('store/node_modules/semver', { name: 'semver' });
    put('web', { name: 'web' });
    symlinkSync('../store/sharp', path.join(app, 'node_modules/sharp'));
    symlinkSync('../web', path.join(app, 'node_modules/web'));
    const allowed = readableFiles(path.join(app, 'node_modules/marque/src/lib/decoders/child.mjs'));
    const inApp = (one: string): string => path.join(app, one);
    expect(allowed).toEqual(
      expect.arrayContaining(
        [
          'node_modules/marque/src/lib/decoders/*',
          'node_modules/marque/package.json',
          'node_modules/sharp/*',
          'store/sharp/*',
          'store/node_modules/semver/*',
        ].map(inApp),
      ),
    );
    expect(allowed).not.toContain(inApp('node_modules/*'));
    expect(allowed.filter((one) => /^(node_modules\/)?web\b/.test(path.relative(app, one)))).toEqual([]);
  });

  it('are found without a permission for the folder around them by the releases of Node that do so', () => {
    expect(['20.19.5', '20.20.0', '22.13.0', '23.4.0', '24.0.0', '26.1.0'].map(looksFreely)).not.toContain(
      false,
    );
    expect(['20.19.4', '20.9.0', '21.7.3', '22.12.0', '23.3.0'].map(looksFreely)).not.toContain(true);
  });
});
