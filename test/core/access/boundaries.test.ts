// What only one folder may know: the tables of grants, and the modules that are deployed and shown outside.
import { expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** What creates the tables of every module: migrations, and the indexes that Payload's own don't have. */
const schema = /\/core\/db\/(?:payload\/|marque\/|migrate|payload-table-indexes)/;

/** The sources below these folders that are written by hand and don't create tables, with their texts. */
async function sourcesIn(...folders: string[]): Promise<[file: string, text: string][]> {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => path.posix.join(folder, name)),
    ),
  );
  const sources = names
    .flat()
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('/generated/') && !schema.test(name));
  return Promise.all(
    sources.map(async (name): Promise<[string, string]> => [name, await readFile(name, 'utf8')]),
  );
}

it('only src/core/access names the tables of grants', async () => {
  const sources = await sourcesIn('src', 'collections', 'endpoints', 'plugins');
  const naming = sources.filter(([, text]) => /\b(?:payload\.grants|marque\.effective_grants)\b/.test(text));
  const elsewhere = naming.map(([file]) => file).filter((file) => !file.startsWith('src/core/access/'));
  expect(elsewhere).toEqual([]);
  expect(naming.length).toBeGreaterThan(3);
});

it('the core compares no kind with sites or portals, and names neither as a property', async () => {
  const sources = await sourcesIn('src/core');
  // In code: comments may say for what something is there.
  const codeOf = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const naming = sources.filter(([, text]) => /\b(?:site|portal)s?\b/.test(codeOf(text)));
  expect(sources.length).toBeGreaterThan(50);
  expect(naming.map(([file]) => file)).toEqual([]);
});
