// The panel's styles work in either direction of reading: they name starts and ends, not left and right.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const root = 'src/panel';

/** Declarations that only fit one direction. */
const physical = [
  /(^|[\s;{])(margin|padding|border|scroll-margin|scroll-padding)-(left|right)\b/,
  /(^|[\s;{])(left|right):/,
  /(^|[\s;{])border-(top|bottom)-(left|right)-radius\b/,
  /text-align:\s*(left|right)\b/,
  /(^|[\s;{])(float|clear):\s*(left|right)\b/,
  // Four values of which the second and the fourth differ.
  /(^|[\s;{])(margin|padding|inset):\s*(?:(?:[^\s;()]|\([^;]*?\))+\s+)((?:[^\s;()]|\([^;]*?\))+)\s+(?:(?:[^\s;()]|\([^;]*?\))+)\s+(?!\3;)[^;]+;/,
];

/** Left and right are those of a picture there, or it is in the middle. */
const exceptions: Readonly<Record<string, RegExp>> = {
  'assets/asset/crops/crops.css': /^left:/,
  'assets/asset/versions/versions.css': /^(left|right|margin-left):/,
  'ui/look/page.css': /^left: 50%;$/,
};

it('the styles of the panel name starts and ends', async () => {
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.css'));
  expect(files.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [at, line] of text.split('\n').entries()) {
      const isFine = exceptions[file]?.test(line.trim()) ?? false;
      if (!isFine && physical.some((shape) => shape.test(line)))
        found.push(`${file}:${at + 1} ${line.trim()}`);
    }
  }
  expect(found).toEqual([]);
});
