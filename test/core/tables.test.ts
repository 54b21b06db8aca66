// The core knows organizations, workspaces, people and keys. What else there is, modules tell it: it names none of their tables.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const ofModules = [
  ...[
    'assets',
    'brands',
    'brand_comments',
    'brand_pages',
    'brand_rules',
    'collections',
    'fields',
    'portals',
    'sites',
  ].map((table) => `payload.${table}`),
  ...[
    'collection_assets',
    'collection_paths',
    'comments',
    'deployments',
    'invitations',
    'portal_requests',
    'proposals',
    'searches',
    'shares',
  ].map((table) => `marque.${table}`),
];

/** Files that name some nevertheless, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/core/access/queries.ts': 'a key is listed with the number of its proposals that wait',
  'src/core/db/payload-table-indexes.ts': 'what the migrations of all modules add to Payload’s tables',
};

it('the core names no table of a module', async () => {
  const found = await readdir('src/core', { recursive: true });
  // Migrations are what they were when they were written.
  const files = found.filter((name) => name.endsWith('.ts') && !/^db\/(?:marque|payload)\//.test(name));
  const naming: string[] = [];
  for (const name of files) {
    const file = path.join('src/core', name);
    const text = await readFile(file, 'utf8');
    if (
      ofModules.some((table) =>
        new RegExp(`\\b(?:from|join|on|into|update) ${table.replace('.', '\\.')}\\b`).test(text),
      )
    )
      naming.push(file);
  }

  expect(files.length).toBeGreaterThan(100);
  expect(naming.toSorted()).toEqual(Object.keys(exceptions));
});
