// Deploys a site of many files: how much faster or slower than `unzip -t`, which does the minimum work
// (inflate every byte, check its CRC), and how much memory it uses.
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { measureBeside } from './beside.ts';
import { onOwnService } from './own-service.ts';
import type { SuiteOptions, SuiteResult } from './suite.ts';

/** Text the length of a page, as compressible as markup; no two are alike. */
function pageText(at: number): string {
  const words = ['section', 'button', 'primary', 'margin', 'token', 'color', 'heading', 'layout'];
  let text = `<!doctype html><title>Page ${at}</title>`;
  for (let line = 0; line < 20 + (at % 120); line += 1)
    text += `<p class="${words[(at + line) % 8]}">${words[(at * line) % 8]} ${(at * 7919 + line * 104_729) % 1_000_003}</p>\n`;
  return text;
}

async function makeZip(file: string, files: number): Promise<void> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from('<!doctype html><h1>Many</h1>'), 'index.html');
  for (let at = 1; at < files; at += 1)
    zip.addBuffer(Buffer.from(pageText(at)), `pages/${Math.floor(at / 100)}/${at}.html`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** Runs the suite on its own service. */
export async function runDeploy(options: SuiteOptions): Promise<SuiteResult> {
  const files = options.rounds >= 5 ? 20_000 : 5000;
  return onOwnService(async ({ dataDir, server, key }) => {
    const authorization = `Bearer ${key}`;
    const made = await fetch(`${server.url}/api/v1/sites`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Many files' }),
    });
    const site = (await made.json()) as { data: { id: string } };
    const zip = path.join(dataDir, 'many.zip');
    await makeZip(zip, files);
    const { size } = await stat(zip);
    const deploy = async (): Promise<void> => {
      const response = await fetch(`${server.url}/api/v1/sites/${site.data.id}/deployments?wait=true`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/zip', 'content-length': String(size) },
        body: Readable.toWeb(createReadStream(zip, { highWaterMark: 1024 ** 2 })) as unknown as BodyInit,
        duplex: 'half',
      } as RequestInit);
      const { data } = (await response.json()) as { data: { state: string; files: number } };
      if (data.state !== 'live' || data.files !== files)
        throw new Error(`The deployment is ${JSON.stringify(data)}.`);
    };
    await deploy(); // the first one starts the job queue
    const rows = await measureBeside({
      name: `${files} files sent, checked and live, beside unzip -t`,
      rounds: options.rounds,
      pid: server.pid,
      mostMemory: 100,
      reference: () => {
        const tested = spawnSync('unzip', ['-tqq', zip]);
        if (tested.status !== 0) throw new Error('This bench compares with unzip: install it.');
      },
      ours: deploy,
    });
    return { rows, postgres: 'embedded' };
  });
}
