// .env.example and docs/running.md list exactly the variables that the service reads.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

const namesIn = async (file: string, pattern: RegExp): Promise<string[]> => {
  const found = (await readFile(file, 'utf8')).matchAll(pattern);
  return [...new Set([...found].map(([, name = '']) => name))].filter((name) => name !== 'NODE_ENV').sort();
};
const read = () => namesIn('src/env.ts', /\benv\.([A-Z][A-Z0-9_]*)/g);

it('.env.example lists every variable that is read, and no other', async () => {
  expect(await namesIn('.env.example', /^#?([A-Z][A-Z0-9_]*)=/gm)).toEqual(await read());
});

it('docs/running.md lists every variable that is read, and no other', async () => {
  const table = (await readFile('docs/running.md', 'utf8'))
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []));
  const listed = table.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name));

  expect(listed.sort()).toEqual(await read());
});
