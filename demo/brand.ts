// Marque's own brand: imported from files, published, and read by the agent.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent } from './agent.ts';
import { chapter, type Send, type Who } from './tell.ts';

/** The files of a folder, by path within it. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(
    paths.map((file, index) => [path.relative(folder, file).split(path.sep).join('/'), texts[index] ?? '']),
  );
}

export async function publishBrand(send: Send, mara: Who, scout: Agent): Promise<void> {
  chapter("Marque's own brand is taken in from the files in brand/, published, and read");
  const files = await filesIn('brand');
  const { body: brands } = await send('GET', '/api/v1/brands', {
    who: mara,
    expect: 200,
    says: ({ body: { data } }) => `the default brand is "${data[0].name}"`,
  });
  const at = `/api/v1/brands/${brands.data[0].slug}`;
  await send('POST', `${at}/files/import`, {
    who: mara,
    expect: 200,
    body: { files, message: 'From brand/' },
    says: ({ body: { data } }) =>
      `version ${data.version}: ${data.changes.rules.added.length} rules, ${data.changes.pages.added.length} pages`,
    holds: ({ body: { data } }) => data.changed && data.conflicts.length === 0,
  });
  await send('POST', `${at}/publish`, {
    who: mara,
    expect: 200,
    body: { note: 'The first one' },
    says: ({ body: { data } }) => `version ${data.version}, for everyone who reads it`,
    holds: ({ body: { data } }) => data.unchanged === false,
  });
  const { slug } = brands.data[0];
  await scout.use(
    'list_pages',
    { slug },
    {
      says: ({ data }) => data.map(({ title }: { title: string }) => title).join(', '),
      holds: ({ data }) => data.length === 5 && data[4].parent === 'voice',
    },
  );
  await scout.use(
    'brand_updates',
    { slug },
    {
      says: ({ data }) => `"${data[0].note}": ${data[0].changes.rules.added.length} rules added`,
      holds: ({ data }) => data.length === 1 && data[0].changes.pages.added.length === 5,
    },
  );
}
