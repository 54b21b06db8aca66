// Checks every import against the tables of docs/architecture.md, and that no imports are circular. The
// tables are the only copy: an import that breaks a row is a design question first.
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

interface Row {
  /** A file, or a folder without its trailing slash. */
  name: string;
  /** Files and folders it may import, besides itself. */
  may: readonly string[];
  /** Those it may import only types of. */
  types: readonly string[];
  /** Packages it may import, by name prefix; undefined: any. */
  packages: readonly string[] | undefined;
}

const page = readFileSync('docs/architecture.md', 'utf8');

/** The cells of the table below a heading, without its header. */
function tableBelow(heading: string): string[][] {
  const from = page.indexOf(`\n### ${heading}\n`);
  if (from < 0) throw new Error(`docs/architecture.md has no heading "${heading}".`);
  const section = page.slice(from, page.indexOf('\n\n', page.indexOf('|---|', from)));
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\/$/, ''));
const nameOf = ([cell = '']: readonly string[]): string => namesIn(cell)[0] ?? '';

const libraries = tableBelow('Libraries').map(nameOf);
const core = tableBelow('Core').map(nameOf);
const modules = tableBelow('Modules').map(nameOf);
const shared = ['src/env.ts', 'src/log.ts', 'src/generated'];
/** What "modules" means in a cell: every module, and what modules themselves may import. */
const forModules = [...libraries, ...core, ...shared];
const everything = [
  ...forModules,
  ...modules,
  'src/extend.ts',
  'src/panel',
  'payload.config.ts',
  'collections',
  'endpoints',
  'plugins/marque',
  'plugins/agents',
];

/** What a cell names: paths, and the words that stand for several of them. */
const listIn = (cell: string): string[] => [
  ...namesIn(cell),
  ...(/\bmodules\b/.test(cell) ? [...forModules, ...modules] : []),
  ...(/\beverything\b/.test(cell) ? everything : []),
];

function rowOf(cells: readonly string[]): Row {
  const [, , may = ''] = cells;
  const [imports = '', packages] = may.split('; packages ');
  const at = imports.indexOf('types of ');
  return {
    name: nameOf(cells),
    may: listIn(at < 0 ? imports : imports.slice(0, at)),
    types: at < 0 ? [] : listIn(imports.slice(at)),
    packages: packages === undefined ? undefined : namesIn(packages),
  };
}

const rows: readonly Row[] = [
  ...['Layers', 'Libraries', 'Core'].flatMap((heading) => tableBelow(heading).map(rowOf)),
  ...modules.map((name, at) => ({
    name,
    may: [...forModules, ...modules.slice(0, at)],
    types: [],
    packages: undefined,
  })),
];

interface Import {
  /** As written in the cell. */
  specifier: string;
  typeOnly: boolean;
}

/** Every import, export-from, `import()` and type import of a file, found by syntax. */
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

/** The imported file, relative to the root of the project; `undefined` for a package. */
function fileOf(from: string, specifier: string): string | undefined {
  if (specifier === '@payload-config') return 'payload.config.ts';
  // As an app that installs Marque imports it.
  if (specifier === 'marque/extend') return 'src/extend.ts';
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
}

const rowFor = (file: string): Row | undefined =>
  rows.find(({ name }) => file === name || file.startsWith(`${name}/`));

/** @returns what is wrong with one import, or nothing */
function fault(from: string, row: Row, one: Import): string | undefined {
  const { name, may, types, packages } = row;
  const target = fileOf(from, one.specifier);
  if (target === undefined) {
    if (!packages || packages.some((start) => one.specifier.startsWith(start))) return undefined;
    return `${from} imports "${one.specifier}": ${name} may import only packages of ${packages.join(', ')}`;
  }
  const other = rowFor(target)?.name;
  if (other === name || (other !== undefined && may.includes(other))) return undefined;
  if (other === undefined) return `${from} imports ${target}, which has no row`;
  if (types.includes(other))
    return one.typeOnly ? undefined : `${from} imports ${target}: ${name} may import only types of ${other}`;
  return `${from} imports ${target}: ${name} may import ${[...may, ...types.map((type) => `types of ${type}`)].join(', ') || 'nothing'}`;
}

/** Lists every import that breaks a row, and every file without a row. */
function brokenRules(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, source]) => {
    const row = rowFor(file);
    if (row === undefined) return [`${file} has no row in docs/architecture.md`];
    return importsOf(file, source).flatMap((one) => fault(file, row, one) ?? []);
  });
}

/** Lists the circular imports, each as the path around; type imports don't count. */
function circularImports(files: ReadonlyMap<string, string>): string[] {
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

/** Every file of a folder, of any type. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.posix.join(parentPath, name));
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

describe('the folders', () => {
  it('import only what their row allows', async () => {
    expect(brokenRules(await projectFiles())).toEqual([]);
  });

  it('have no circular imports', async () => {
    expect(circularImports(await projectFiles())).toEqual([]);
  });

  it('have a row each, and each row has its folder', async () => {
    const files = [
      ...(await projectFiles()).keys(),
      ...(await filesOf('src/lib')),
      ...(await filesOf('src/app')),
    ];
    expect(rows.filter(({ name }) => !files.some((file) => rowFor(file)?.name === name))).toEqual([]);
    expect(files.filter((file) => rowFor(file) === undefined)).toEqual([]);
  });
});

describe('the path of a call', () => {
  const section = page.slice(
    page.indexOf('## One call, file by file'),
    page.indexOf('## Writing and reading'),
  );
  const ways = section
    .split('\nThe operation is a record')
    .map((part) => [...part.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file));

  it("matches the files' imports", async () => {
    expect(ways.map((way) => way.length)).toEqual([8, 2]);
    for (const way of ways)
      for (const [at, file] of way.slice(1).entries()) {
        const above = way.slice(0, at + 1);
        const imported = await Promise.all(
          above.map(async (one) =>
            importsOf(one, await readFile(one, 'utf8')).map(({ specifier }) => fileOf(one, specifier)),
          ),
        );
        expect([file, imported.flat().includes(file)]).toEqual([file, true]);
      }
  });

  it('touches at most six folders and never climbs back', () => {
    // server.ts is the process, and has no folder of its own.
    const folders = ways
      .flat()
      .map((file) => path.posix.dirname(file))
      .filter((folder) => folder !== 'src');
    const changes = folders.filter((folder, at) => folder !== folders[at - 1]);
    expect(new Set(changes).size).toBe(changes.length);
    expect(changes.length).toBeLessThanOrEqual(6);
  });
});

describe('the panel', () => {
  it('calls operations by name, not by path', async () => {
    const files = [...(await projectFiles())].filter(([file]) => file.startsWith('src/panel/'));
    const found = files.flatMap(([file, source]) =>
      [...source.matchAll(/['"`]\/api\/[^'"`]*/g)].map(([text]) => `${file}: ${text}`),
    );

    expect(files.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
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
    ['src/ importing the config', 'src/core/transports/http.ts', `import config from '@payload-config'`],
    ['a module importing a later one', 'src/fields/rules.ts', `import { x } from '../assets/rules.ts'`],
    ['a type of a later module', 'src/fields/rules.ts', `import type { X } from '../assets/schemas.ts'`],
    ['an inline type import', 'src/core/db/pool.ts', `type X = import('../../assets/schemas.ts').X`],
    ['a re-export', 'src/core/storage/disk.ts', `export * from '../access/keys.ts'`],
    ['an import at run time', 'src/core/access/keys/keys.ts', `await import('../../pipeline/run.ts')`],
    [
      'the core importing a module',
      'src/core/pipeline/run.ts',
      `import { x } from '../../assets/queries.ts'`,
    ],
    ['a library importing the log', 'src/lib/json.ts', `import type { Log } from '../log.ts'`],
    [
      'an agency importing past extend',
      'plugins/example-agency/index.ts',
      `import '../../src/core/operation.ts'`,
    ],
    [
      'the fetcher importing the log',
      'src/core/net/guarded-fetch.ts',
      `import { createLog } from '../../log.ts'`,
    ],
    ['an operation importing a plugin', 'endpoints/assets/get.ts', `import '../../plugins/marque/index.ts'`],
    ['the panel loading a rule', 'src/panel/assets/view.tsx', `import { rule } from '../../assets/rules.ts'`],
    [
      'the panel loading more than types',
      'src/panel/assets/view.tsx',
      `import { type A } from '../../assets/schemas.ts'`,
    ],
    ['the panel importing pg', 'src/panel/assets/view.tsx', `import pg from 'pg'`],
    ['a file without a row', 'src/utils/string.ts', ``],
  ])('rejects %s', (_, file, source) => {
    const broken = check(file, source);

    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(file);
  });

  it.each([
    ['a module importing an earlier one', 'src/assets/rules.ts', `import { x } from '../fields/rules.ts'`],
    ['a module importing the core', 'src/fields/rules.ts', `import { ApiError } from '../core/errors.ts'`],
    [
      'the panel importing a type',
      'src/panel/assets/view.tsx',
      `import type { A } from '../../assets/schemas.ts'`,
    ],
    ['the panel importing React', 'src/panel/assets/view.tsx', `import { useState } from 'react'`],
    ['the word import in a text', 'src/core/db/pool.ts', `// import x from '../../assets/rules.ts'`],
  ])('accepts %s', (_, file, source) => {
    expect(check(file, source)).toEqual([]);
  });

  it('finds a circle of three files, and none if a type import closes it', () => {
    const files = new Map([
      ['src/core/db/a.ts', `import './b.ts'`],
      ['src/core/db/b.ts', `import './c.ts'`],
      ['src/core/db/c.ts', `import './a.ts'`],
    ]);
    expect(circularImports(files)).toEqual([
      'src/core/db/a.ts → src/core/db/b.ts → src/core/db/c.ts → src/core/db/a.ts',
    ]);

    files.set('src/core/db/c.ts', `import type { A } from './a.ts'`);
    expect(circularImports(files)).toEqual([]);
  });
});
