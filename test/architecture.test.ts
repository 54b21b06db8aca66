// Holds the table of rooms against the imports: who may know whom, and that nobody knows each other in a circle.
// A new folder gets a row here; an import that breaks a row is a question of design before it is one of this table.
import { describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

interface Room {
  /** Rooms whose files it may import, besides itself and `open`; a group by the name it has in `groups`. */
  may: readonly string[];
  /** Rooms of which it may import types alone. */
  types?: readonly string[];
  /** It may not even import what is open to all. */
  closed?: true;
  /** Packages it may import, by the beginning of their name; left out: any. */
  packages?: readonly string[];
}

/** Small, and without an opinion on assets: every room may import these. */
const open = [
  'src/held-connection.ts',
  'src/refusal.ts',
  'src/json.ts',
  'src/paging.ts',
  'src/nearest.ts',
  'src/operation.ts',
  'src/entity-tags.ts',
  'src/log.ts',
  'src/env.ts',
];

/** Each may import those before it. */
const nouns = [
  'settings',
  'mail',
  'events',
  'proposals',
  'fields',
  'assets',
  'brands',
  'use',
  'review',
  'sharing',
  'shares',
  'sites',
  'portals',
  'catalog',
  'tenancy',
].map((noun) => `src/${noun}`);

const nounsStandOn = [
  'src/access',
  'src/db',
  'src/storage',
  'src/net',
  'src/decoders',
  'src/service.ts',
  'src/payload-types.ts',
];

const ofSrc = [
  ...nounsStandOn,
  ...nouns,
  'src/people',
  'src/accounts',
  'src/doors',
  'src/jobs',
  'src/extend.ts',
];

const groups: Record<string, readonly string[]> = {
  'src/': ofSrc,
  everything: [
    ...ofSrc,
    'src/admin',
    'payload.config.ts',
    'collections',
    'endpoints',
    'plugins/marque',
    'plugins/agents',
  ],
};

const rooms: Record<string, Room> = {
  // The app keeps its own migrations, as every Payload app does; src/db runs them under the lock.
  'payload.config.ts': { may: ['plugins/marque', 'plugins/agents', 'plugins/example-agency', 'src/db'] },

  collections: { may: ['src/'] },
  endpoints: { may: ['src/'] },
  'plugins/marque': { may: ['collections', 'endpoints', 'src/'] },
  'plugins/agents': { may: ['collections', 'endpoints', 'src/'] },
  'plugins/example-agency': {
    may: ['src/extend.ts'],
    closed: true,
    packages: ['payload', 'react', 'standardwebhooks'],
  },

  'src/held-connection.ts': { may: [] },
  'src/refusal.ts': { may: [] },
  'src/json.ts': { may: [] },
  'src/paging.ts': { may: [] },
  'src/nearest.ts': { may: [] },
  'src/log.ts': { may: [] },
  'src/entity-tags.ts': { may: [] },
  'src/env.ts': { may: [] },
  'src/operation.ts': { may: [], types: ['src/access', 'src/db', 'src/service.ts'] },
  'src/payload-types.ts': { may: [] },

  'src/db': { may: [] },
  'src/storage': { may: [] },
  'src/net': { may: ['src/refusal.ts', 'src/held-connection.ts'], closed: true },
  'src/decoders': { may: [] },
  'src/service.ts': { may: ['src/db', 'src/storage', 'src/access', 'src/settings'] },
  'src/access': { may: ['src/db', 'src/service.ts'] },
  'src/jobs': { may: ['src/db', 'src/service.ts'] },
  'src/people': { may: [...nounsStandOn, 'src/settings', 'src/mail', 'src/events'] },
  'src/accounts': { may: [...nounsStandOn, 'src/settings', 'src/mail', 'src/events', 'src/people'] },
  ...Object.fromEntries(nouns.map((noun, at) => [noun, { may: [...nounsStandOn, ...nouns.slice(0, at)] }])),
  'src/extend.ts': { may: [...nouns, 'src/net', 'src/service.ts'] },
  'src/doors': { may: ['src/access', 'src/service.ts', 'src/db', 'src/storage'] },

  'src/admin': {
    may: [],
    types: ['src/'],
    closed: true,
    packages: ['react', '@payloadcms/', 'payload', 'next', 'diff'],
  },
  'src/app': { may: ['everything'] },
  'src/commands': { may: ['everything'] },
  'src/build.ts': { may: ['src/db'] },
  'src/server.ts': { may: ['everything', 'src/build.ts'] },
};

interface Import {
  /** As it is written. */
  specifier: string;
  typeOnly: boolean;
}

/** Every import, export-from, `import()` and type import of a file, by its syntax and not by its text. */
function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.importClause?.isTypeOnly ?? false });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) {
        found.push({ specifier: node.argument.literal.text, typeOnly: true });
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument))
        found.push({ specifier: argument.text, typeOnly: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false));
  return found;
}

/** The file that an import names, from the root of the project; `undefined` for a package. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier === '@payload-config') return 'payload.config.ts';
  // As whoever installs Marque writes it.
  if (specifier === 'marque/extend') return 'src/extend.ts';
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
}

function roomOf(file: string): string | undefined {
  return Object.keys(rooms).find((room) => file === room || file.startsWith(`${room}/`));
}

function within(list: readonly string[], room: string): boolean {
  return list.some((entry) => entry === room || groups[entry]?.includes(room));
}

/** Says what is wrong with one import, or nothing. */
function fault(from: string, room: string, one: Import): string | undefined {
  const { may, types = [], closed, packages } = rooms[room] ?? { may: [] };
  const target = fileOf(from, one.specifier);
  if (target === undefined) {
    if (!packages || packages.some((start) => one.specifier.startsWith(start))) return undefined;
    return `${from} imports "${one.specifier}": ${room} may import only packages of ${packages.join(', ')}`;
  }
  const other = roomOf(target);
  if (other === room) return undefined;
  if (other === undefined) return `${from} imports ${target}, which lies in no room`;
  if (within(may, other) || (!closed && open.includes(other))) return undefined;
  if (within(types, other) || (types.length > 0 && open.includes(other))) {
    return one.typeOnly ? undefined : `${from} imports ${target}: ${room} may import only types of ${other}`;
  }
  const allowed = [...may, ...types.map((type) => `types of ${type}`), ...(closed ? [] : open)];
  return `${from} imports ${target}: ${room} may import ${allowed.join(', ') || 'nothing'}`;
}

/** Lists every import that breaks a row of the table, and every file that lies in none. */
function brokenRules(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, source]) => {
    const room = roomOf(file);
    if (room === undefined) return [`${file} lies in no room: give its folder a row`];
    return importsOf(file, source).flatMap((one) => fault(file, room, one) ?? []);
  });
}

/** Lists the circles among files that load each other, each as the way around; types load nothing. */
function circles(files: ReadonlyMap<string, string>): string[] {
  const loads = new Map(
    [...files].map(([file, source]) => [
      file,
      importsOf(file, source).flatMap((one) => (one.typeOnly ? [] : (fileOf(file, one.specifier) ?? []))),
    ]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of loads.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of files.keys()) walk(file, []);
  return found;
}

async function projectFiles(): Promise<Map<string, string>> {
  const names = ['payload.config.ts'];
  for (const folder of ['src', 'collections', 'endpoints', 'plugins']) {
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    names.push(...entries.map((entry) => path.posix.join(folder, entry)));
  }
  const sources = names.filter((name) => /\.tsx?$/.test(name));
  const texts = await Promise.all(
    sources.map(async (name) => [name, await readFile(name, 'utf8').catch(() => undefined)] as const),
  );
  return new Map(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

describe('the rooms', () => {
  it('import only what their row allows', async () => {
    expect(brokenRules(await projectFiles())).toEqual([]);
  });

  it('have no circles', async () => {
    expect(circles(await projectFiles())).toEqual([]);
  });
});

describe('the check itself', () => {
  const check = (file: string, source: string): string[] => brokenRules(new Map([[file, source]]));

  it.each([
    [
      'src/ importing a collection',
      'src/assets/rules.ts',
      `import { assets } from '../../collections/assets.ts'`,
    ],
    ['src/ importing the config', 'src/doors/http.ts', `import config from '@payload-config'`],
    ['a noun importing a later one', 'src/fields/rules.ts', `import { x } from '../assets/rules.ts'`],
    ['a type of a later noun', 'src/fields/rules.ts', `import type { X } from '../assets/schemas.ts'`],
    ['a type written in place', 'src/db/pool.ts', `type X = import('../assets/schemas.ts').X`],
    ['a re-export', 'src/storage/disk.ts', `export * from '../db/pool.ts'`],
    ['an import at run time', 'src/access/keys.ts', `await import('../doors/run.ts')`],
    ['a door importing a noun', 'src/doors/run.ts', `import { x } from '../assets/queries.ts'`],
    ['an agency reaching past extend', 'plugins/example-agency/index.ts', `import '../../src/operation.ts'`],
    ['the dialler importing the log', 'src/net/dialler.ts', `import { createLog } from '../log.ts'`],
    ['an operation importing a plugin', 'endpoints/assets/get.ts', `import '../../plugins/marque/index.ts'`],
    ['the panel loading a rule', 'src/admin/view.tsx', `import { rule } from '../assets/rules.ts'`],
    [
      'the panel loading more than types',
      'src/admin/view.tsx',
      `import { type A } from '../assets/schemas.ts'`,
    ],
    ['the panel importing pg', 'src/admin/view.tsx', `import pg from 'pg'`],
    ['a file in no room', 'src/utils/string.ts', ``],
  ])('refuses %s', (_, file, source) => {
    const broken = check(file, source);

    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(file);
  });

  it.each([
    ['a noun importing an earlier one', 'src/assets/rules.ts', `import { x } from '../fields/rules.ts'`],
    ['what is open to all', 'src/db/pool.ts', `import { Refusal } from '../refusal.ts'`],
    ['the panel importing a type', 'src/admin/view.tsx', `import type { A } from '../assets/schemas.ts'`],
    ['the panel importing React', 'src/admin/view.tsx', `import { useState } from 'react'`],
    ['the word import in a text', 'src/db/pool.ts', `// import x from '../assets/rules.ts'`],
  ])('allows %s', (_, file, source) => {
    expect(check(file, source)).toEqual([]);
  });

  it('finds a circle of three files, and none where a type closes it', () => {
    const files = new Map([
      ['src/db/a.ts', `import './b.ts'`],
      ['src/db/b.ts', `import './c.ts'`],
      ['src/db/c.ts', `import './a.ts'`],
    ]);
    expect(circles(files)).toEqual(['src/db/a.ts → src/db/b.ts → src/db/c.ts → src/db/a.ts']);

    files.set('src/db/c.ts', `import type { A } from './a.ts'`);
    expect(circles(files)).toEqual([]);
  });
});
