// docs/architecture.md shows each room there is, and none that isn't.
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

/** Folders that hold the nouns and layers; their own folders are the rooms. */
const divided = ['src', 'plugins'];
const others = ['payload.config.ts', 'collections', 'endpoints', 'demo', 'bench', 'test'];

it('the table of rooms is that of the folders', async () => {
  const page = await readFile('docs/architecture.md', 'utf8');
  const table = page.slice(page.indexOf('| Room |'), page.indexOf('\n\n`src/refusal.ts`'));
  const shown = table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
    // `src/events/ fields/ assets/` names three of one folder.
    .flatMap(([, cell = '']) => {
      const [first = '', ...rest] = cell.split(' ');
      return [first, ...rest.map((name) => `${first.split('/')[0]}/${name}`)];
    })
    .map((name) => name.replace(/\/$/, ''));

  const there = [...others];
  for (const folder of divided) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const room = `${folder}/${entry.name}`;
      if (entry.isFile() || (await readdir(room)).length > 0) there.push(room);
    }
  }
  expect([...shown].sort()).toEqual(there.sort());
});
