// Runs every command in the README, in order and in one shell, against a service with one account. Commands
// that install, start or measure are run by .ci/run instead.
import { spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { makeFolder } from '../setup/children.ts';
import { startService } from '../setup/service.ts';

/** Run by .ci/run: the service can't install or start itself. */
const ofTheCheck = ['npm ci', 'npm start', 'npm test', 'npm run demo', 'npm run bench -- http --quick'];

/** The file that the README's commands write. */
const written = 'rocket.webp';

const marque = await startService();
const folder = await makeFolder();
const readme = await readFile('README.md', 'utf8');
const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
afterAll(async () => {
  await folder.remove();
  await marque.close();
});

describe('the README', () => {
  it('contains the commands that .ci/run runs', async () => {
    const check = await readFile('.ci/run', 'utf8');

    expect(commands).toEqual(expect.arrayContaining(ofTheCheck));
    for (const command of ofTheCheck) expect(check).toContain(command);
  });

  it('contains commands that work', async () => {
    await marque.makePlace('Home');
    const script = commands
      .filter((command) => !ofTheCheck.includes(command))
      .join('\n')
      .replaceAll('http://localhost:3000', marque.url)
      .replaceAll(`-o ${written}`, `-o ${path.join(folder.path, written)}`);

    const { code, output } = await runShell(script);

    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('"openapi":"3.1') });
    expect(output).toContain('"filename":"rocket.jpg"');
    expect(await sharp(path.join(folder.path, written)).metadata()).toMatchObject({
      format: 'webp',
      width: 400,
    });
  });

  it('links to existing files, as the docs do', async () => {
    const docs = await readdir('docs', { recursive: true });
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'plugins/example-agency/README.md',
      ...docs.filter((name) => name.endsWith('.md')).map((name) => path.join('docs', name)),
    ];
    const missing: string[] = [];
    for (const page of pages) {
      const links = (await readFile(page, 'utf8')).matchAll(/\]\((?!https?:)([^)#]+)/g);
      for (const [, link = ''] of links) {
        const exists = await stat(path.join(path.dirname(page), link)).catch(() => null);
        if (!exists) missing.push(`${page}: ${link}`);
      }
    }

    expect(missing).toEqual([]);
  });
});

async function runShell(script: string): Promise<{ code: number | null; output: string }> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.env, // Jest's own copy, with the variables of this test's service
  });
  const ended = new Promise<number | null>((resolve) => {
    shell.once('close', resolve);
  });
  const [out, err, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
  return { code, output: out + err };
}
