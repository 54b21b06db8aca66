// Operations declare their access in their record. Those that check more inside `run`, and those that need no scope, are listed in
// docs/access.md with the reason.
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '../../setup/operations.ts';
import { checkingOperations } from './called-checks.ts';

const page = readFileSync('docs/access.md', 'utf8');

/** The operations in the first column of the table below a heading, each with the second column. */
function listedBelow(heading: string): Map<string, string> {
  const section = page.split(`\n### ${heading}\n`)[1]?.split('\n##')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', reason = ''] = row.split('|');
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, reason.trim()]);
    }),
  );
}

interface Source {
  name: string;
  file: string;
  record: string;
  /** The whole file, where it declares a single operation: `run` may be a function of its own. */
  text: string;
}

/** Every TypeScript file of Marque's own and of the example. */
const files = ['src', 'plugins', 'endpoints', 'collections'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/generated/')),
);

function sourcesIn(file: string): Source[] {
  const text = readFileSync(file, 'utf8');
  const records = text.split(/(?=defineOperation\(\{)/).slice(1);
  return records.map((record) => ({
    name: /name: '(\w+)'/.exec(record)?.[1] ?? '',
    file,
    record,
    text: records.length === 1 ? text : record,
  }));
}

const sources = files.flatMap(sourcesIn);
const checks =
  /\baccessTo\b|\bdemand\(|\brankOf\(|new ApiError\(\s*'forbidden'|access\.scope [!=]==|isAdminOfAny\(|\bdemandPerson\(/;

const sorted = (names: Iterable<string>): string[] => [...names].sort();

it('every operation is seen, whichever folder it is declared in', () => {
  // Those of other plugins come with these.
  const elsewhere = /^plugins\/(agents|example-agency)\//;
  const own = sources.filter(({ file }) => !elsewhere.test(file));
  expect(sorted(own.map(({ name }) => name))).toEqual(sorted(operations.map(({ name }) => name)));
  expect([...new Set(sources.map(({ file }) => elsewhere.exec(file)?.[1]))].sort()).toEqual([
    'agents',
    'example-agency',
    undefined,
  ]);
});

const isOpen = (scope: string): boolean => scope === 'any' || scope === 'public';
/** As the record has it, also where that takes it from somewhere else. */
const openOperations = new Set([
  ...operations.filter(({ access }) => isOpen(access.scope)).map(({ name }) => name),
  ...sources.filter(({ record }) => /scope: '(any|public)'/.test(record)).map(({ name }) => name),
]);

it('an operation that checks access inside `run`, or in what that calls, is listed with the reason, and no other', () => {
  const inFile = sources.filter(({ text }) => checks.test(text)).map(({ name }) => name);
  // The pipeline's own checks are the record's.
  const followed = files.filter((file) => !/^src\/(core|panel|words|app|commands|lib)\//.test(file));
  const inCalls = [...checkingOperations(followed)].filter((name) => !openOperations.has(name));
  expect(inCalls).toContain('decide_proposal');
  const listed = listedBelow('Checks inside an operation');
  expect(sorted(listed.keys())).toEqual(sorted(new Set([...inFile, ...inCalls])));
  for (const [name, reason] of listed) expect([name, reason.length > 20]).toEqual([name, true]);
});

it('an operation that needs no scope is listed with who may call it, and no other', () => {
  const open = [...openOperations];
  const listed = [
    ...listedBelow('Operations without a scope').keys(),
    ...listedBelow('Checks inside an operation').keys(),
  ];
  expect(open.filter((name) => !listed.includes(name))).toEqual([]);
  expect(
    [...listedBelow('Operations without a scope').keys()].filter((name) => !open.includes(name)),
  ).toEqual([]);
});

it('grants are queried only in core/access', () => {
  const querying = files.filter(
    (file) =>
      !/^src\/core\/(access|db)\//.test(file) &&
      /effective_grants|\b(from|join|into) grants\b/.test(readFileSync(file, 'utf8')),
  );
  expect(querying).toEqual([]);
});
