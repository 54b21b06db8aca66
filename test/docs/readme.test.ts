// Every command of the README is run: those that install, start and measure by .ci/run itself, the others here, in order, in one shell,
// against a service as it is after `npm start` and the first account.
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { makeFolder } from '../setup/children.ts';
import { startService, type TestService } from '../setup/service.ts';

/** What .ci/run does around the tests: the service can't install or start itself. */
const ofTheCheck = ['npm ci', 'npm start', 'npm test', 'npm run demo', 'npm run bench -- door --quick'];

/** What the README writes into the folder it is read in. */
const written = 'rocket.webp';

let marque: TestService;
let folder: { path: string; remove(): Promise<void> };
let commands: string[];
beforeAll(async () => {
  marque = await startService();
  folder = await makeFolder();
  const readme = await readFile('README.md', 'utf8');
  commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
});
afterAll(async () => {
  await folder.remove();
  await marque.close();
});

describe('the README', () => {
  it('shows commands, each of which this test or .ci/run runs', async () => {
    const check = await readFile('.ci/run', 'utf8');

    expect(commands).toEqual(expect.arrayContaining(ofTheCheck));
    for (const command of ofTheCheck) expect(check).toContain(command);
  });

  it('shows commands that work', async () => {
    await marque.makePlace('Home');
    await marque.service.db.query("insert into users (name, email) values ('Mara', 'mara@example.com')");
    const script = commands
      .filter((command) => !ofTheCheck.includes(command))
      .join('\n')
      .replaceAll('http://localhost:3000', marque.url)
      .replaceAll(`-o ${written}`, `-o ${path.join(folder.path, written)}`);

    const { code, said } = await runShell(script);

    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('"openapi":"3.1') });
    expect(said).toContain('"filename":"rocket.jpg"');
    expect(await sharp(path.join(folder.path, written)).metadata()).toMatchObject({
      format: 'webp',
      width: 400,
    });
  });

  it('links to files that are there', async () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'];
    const missing: string[] = [];
    for (const page of pages) {
      const links = (await readFile(page, 'utf8')).matchAll(/\]\((?!https?:)([^)#]+)/g);
      for (const [, link = ''] of links) {
        const found = await stat(path.join(path.dirname(page), link)).catch(() => null);
        if (!found) missing.push(`${page}: ${link}`);
      }
    }

    expect(missing).toEqual([]);
  });
});

async function runShell(script: string): Promise<{ code: number | null; said: string }> {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.env, // jest's own copy, in which this test's service stands
  });
  const ended = new Promise<number | null>((resolve) => {
    shell.once('close', resolve);
  });
  const [out, err, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
  return { code, said: out + err };
}
