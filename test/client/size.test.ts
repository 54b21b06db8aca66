// What a page loads of the client: little, and nothing of the server.
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';

it('the client has less than 12 KB, compressed, and nothing of the server in it', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['src/client/index.ts'],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
  });
  const [bundle] = outputFiles;
  const foreign = Object.keys(metafile.inputs).filter(
    (file) => !/^(?:src\/client\/|src\/generated\/client\.ts$|node_modules\/openapi-fetch\/)/.test(file),
  );

  expect(foreign).toEqual([]);
  expect(bundle?.contents.length).toBeGreaterThan(1_000);
  expect(gzipSync(bundle?.contents ?? '').length).toBeLessThan(12_000);
});
