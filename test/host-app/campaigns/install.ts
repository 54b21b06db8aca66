// The module that docs/extending.md builds, added to the app word for word.
import assert from 'node:assert/strict';
import path from 'node:path';
import { codeBlocks } from '../../docs/code-blocks.ts';
import type { HostApp } from '../app.ts';
import { root } from '../versions.ts';

/** @throws AssertionError if the text isn't there */
function replaced(text: string, from: string, to: string): string {
  assert.ok(text.includes(from), `There is no "${from}" in:\n${text}`);
  return text.replace(from, to);
}

/** Writes the tutorial's files, installs its package, lists its module in the config, and generates the import map. */
export async function addCampaigns(app: HostApp): Promise<void> {
  const blocks = await codeBlocks(path.join(root, 'docs/extending.md'));
  const files = blocks.flatMap(({ file, code }) => (file === null ? [] : [[file, code] as const]));
  await app.write(new Map(files));
  await app.npmInstall('./example-agency');
  const sources = await app.sources();
  const config = replaced(
    sources.get('src/payload.config.ts') ?? '',
    'marque()',
    'marque({ modules: [campaigns] })',
  );
  const next = replaced(
    sources.get('next.config.ts') ?? '',
    'nextConfig: NextConfig = {',
    `nextConfig: NextConfig = {\n  transpilePackages: ['example-agency'],`,
  );
  const typescript = replaced(
    sources.get('tsconfig.json') ?? '',
    '"compilerOptions": {',
    '"compilerOptions": {\n    "allowImportingTsExtensions": true,',
  );
  await app.write(
    new Map([
      ['src/payload.config.ts', `import { campaigns } from 'example-agency';\n${config}`],
      ['next.config.ts', next],
      ['tsconfig.json', typescript],
    ]),
  );
  await app.generateImportMap();
}
