// .env.example lists what the service reads: no variable too few, none too many.
import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

it('.env.example names each variable that is read, and no other', async () => {
  const read = [...(await readFile('src/env.ts', 'utf8')).matchAll(/\benv\.([A-Z][A-Z0-9_]*)/g)];
  const listed = [...(await readFile('.env.example', 'utf8')).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)];

  const names = (found: RegExpMatchArray[]) => [...new Set(found.map(([, name]) => name))].sort();
  expect(names(listed)).toEqual(names(read).filter((name) => name !== 'NODE_ENV'));
});
