// Building the panel: of several processes that start from one folder at once, one builds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
let app: string;

beforeAll(async () => {
  // Below the root, where Next finds React, in the folder that Git and the other checks ignore.
  const data = path.join(root, '.data');
  await mkdir(data, { recursive: true });
  app = await mkdtemp(path.join(data, 'app-'));
  await mkdir(path.join(app, 'app'));
  await writeFile(
    path.join(app, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(root)} }, outputFileTracingRoot: ${JSON.stringify(root)}, typescript: { ignoreBuildErrors: true } };\n`,
  );
  // TypeScript, as in every app: Next writes declarations beside it.
  await copyFile(path.join(root, 'test/bare-app/tsconfig.json'), path.join(app, 'tsconfig.json'));
  await writeFile(
    path.join(app, 'app/layout.tsx'),
    'export default ({ children }) => <html><body>{children}</body></html>;\n',
  );
  await writeFile(path.join(app, 'app/page.tsx'), 'export default () => <p>A page.</p>;\n');
});
afterAll(() => rm(app, { recursive: true, force: true }));

async function buildInAProcess(): Promise<{ code: number | null; output: string }> {
  const call = `const { buildPanel } = await import(${JSON.stringify(path.join(root, 'src/build.ts'))});
    await buildPanel(${JSON.stringify(root)}, ${JSON.stringify(app)}, { onBuild: () => console.log('not built yet') });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', call], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

it("three servers that start at the same time build once, and a fourth doesn't build again", async () => {
  const three = await Promise.all([buildInAProcess(), buildInAProcess(), buildInAProcess()]);
  expect(three.map(({ code }) => code)).toEqual([0, 0, 0]);
  const built = three.filter(({ output }) => output.includes('Creating an optimized production build'));
  expect(built).toHaveLength(1);
  expect(await readFile(path.join(app, '.next/BUILD_ID'), 'utf8')).not.toBe('');

  const fourth = await buildInAProcess();
  expect(fourth).toEqual({ code: 0, output: '' });
});
