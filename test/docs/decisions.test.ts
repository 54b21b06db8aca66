// docs/decisions: numbered without gaps, titled, and listed in the index once.
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

const pages = async (): Promise<string[]> =>
  (await readdir('docs/decisions')).filter((name) => name !== 'README.md').sort();

it('decisions are numbered without gaps', async () => {
  const names = await pages();

  expect(names.map((name) => name.slice(0, 5))).toEqual(
    names.map((_, at) => `${String(at + 1).padStart(4, '0')}-`),
  );
});

it('the index lists every decision once', async () => {
  const index = await readFile('docs/decisions/README.md', 'utf8');
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);

  expect(listed.sort()).toEqual(await pages());
});
