// npm run conformance [-- --check]
// Runs the conformance suite of MCP against a service of its own, in both generations of the protocol, and writes docs/agents/conformance.md.
// `--check` compares the page instead.
import { spawn } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { onOwnService } from '../../../bench/own-service.ts';
import { makeFolder } from '../../setup/children.ts';
import { run } from '../../host-app/run-program.ts';
import { serveWithKey } from '../key-proxy.ts';
import { complaints, pageOf, type Check, type VersionResult } from './report.ts';
import { furnish, serveSlowly, standIns } from './stand-ins.ts';

const here = import.meta.dirname;
const page = path.resolve(here, '../../../docs/agents/conformance.md');
const suite = '@modelcontextprotocol/conformance';
const versions = ['2025-11-25', '2026-07-28'];

/** Installs the suite. @returns its folder and what it calls itself */
async function install(folder: string): Promise<{ program: string; title: string }> {
  for (const name of ['package.json', 'package-lock.json'])
    await cp(path.join(here, 'suite', name), path.join(folder, name));
  // Parts of it say that they need Node 22; they run on 20 too.
  await run('npm', ['ci', '--no-audit', '--no-fund', '--engine-strict=false'], { cwd: folder });
  const installed = path.join(folder, 'node_modules', suite);
  const { version } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { program: path.join(installed, 'dist/index.js'), title: `${suite} ${version}` };
}

/** Runs every scenario that a version of the protocol requires. */
async function runVersion(
  program: string,
  folder: string,
  url: string,
  version: string,
): Promise<VersionResult> {
  const output = path.join(folder, version);
  const args = ['--import', path.join(here, 'node20.mjs'), program, 'server', '--url', url];
  const child = spawn(process.execPath, [...args, '--requirements', version, '-o', output], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: folder,
  });
  const said = await text(child.stdout);
  // `  ✗ json-schema-2020-12 (pending)`, below "Not scored".
  const uncounted = new Map(
    [...said.matchAll(/^ {2}[✓✗] (\S+) \((.+)\)$/gm)].map(([, name = '', why = '']) => [name, why]),
  );
  const order = [...said.matchAll(/^[✓✗] (\S+): \d+ passed/gm)].map(([, name = '']) => name);
  if (order.length === 0) throw new Error(`The suite ran nothing for ${version}:\n${said.slice(-2000)}`);
  const folders = await readdir(output);
  const scenarios = await Promise.all(
    order.map(async (name) => {
      const found = folders.find((one) => one.startsWith(`server-${name}-20`));
      if (found === undefined) throw new Error(`The suite kept no checks of ${name}.`);
      const checks = JSON.parse(await readFile(path.join(output, found, 'checks.json'), 'utf8')) as Check[];
      const why = uncounted.get(name);
      return { name, checks, ...(why === undefined ? {} : { uncounted: why }) };
    }),
  );
  return { version, scenarios };
}

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const folder = await makeFolder();
try {
  const { program, title } = await install(folder.path);
  const slow = await serveSlowly();
  const results = await onOwnService(
    async ({ server, key }) => {
      const translate = standIns(await furnish(server.url, key), slow.url);
      const proxy = await serveWithKey(server.url, key, { translate });
      try {
        const found: VersionResult[] = [];
        for (const version of versions)
          found.push(await runVersion(program, folder.path, `${proxy.url}/api/v1/mcp`, version));
        return found;
      } finally {
        proxy.close();
      }
    },
    { FETCH_ALLOW: '127.0.0.1' },
  ).finally(() => slow.close());
  const drawn = pageOf(results, title);
  const wrong = complaints(results);
  if (!values.check) await writeFile(page, drawn);
  else if ((await readFile(page, 'utf8')) !== drawn)
    wrong.push('docs/agents/conformance.md is out of date: run npm run conformance and commit it.');
  wrong.forEach((line) => console.error(line));
  const checks = results.flatMap(({ scenarios }) => scenarios.flatMap((one) => one.checks));
  console.log(`${title}: ${checks.filter(({ status }) => status === 'SUCCESS').length} checks passed.`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await folder.remove();
}
