// The TypeScript of the docs for agencies compiles against Marque's own types, as a stranger's would who copies it.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { codeBlocks } from './code-blocks.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Where the blocks would be: below the root, so that packages are found. Nothing is written. */
const folder = path.join(root, 'docs-examples');
const files = new Map<string, string>();
let problems: string[];

/** The problems of our own files only: checking all of Marque again would take a minute. */
function problemsOf(sources: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    readFile: (file) => sources.get(file) ?? disk.readFile(file),
    fileExists: (file) => sources.has(file) || disk.fileExists(file),
    directoryExists: (name) => name.startsWith(folder) || (disk.directoryExists?.(name) ?? false),
    getSourceFile: (file, ...rest) => {
      const source = sources.get(file);
      return source === undefined
        ? disk.getSourceFile(file, ...rest)
        : ts.createSourceFile(file, source, rest[0], true);
    },
  };
  const program = ts.createProgram(
    [...sources.keys()],
    { ...options, noEmit: true, incremental: false },
    host,
  );
  return [...sources.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) =>
        `${path.relative(folder, file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** The names of the properties and methods of an interface. */
function propertiesOf(file: string, name: string): string[] {
  const text = ts.sys.readFile(path.join(root, file)) ?? '';
  const found = ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isInterfaceDeclaration)
    .find((one) => one.name.text === name);
  return (found?.members ?? []).map((member) => member.name?.getText() ?? '');
}

beforeAll(async () => {
  const found = await readdir(path.join(root, 'docs/agencies'), { recursive: true });
  const pages = [
    'docs/extending.md',
    'docs/integrators/client.md',
    ...found.filter((name) => name.endsWith('.md')).map((name) => `docs/agencies/${name}`),
  ];
  for (const page of pages) {
    const blocks = await codeBlocks(path.join(root, page));
    for (const [at, { language, file, code }] of blocks.entries())
      if (/^tsx?$/.test(language)) {
        const name = path.basename(page, '.md');
        files.set(path.join(folder, file ?? `${name}-${at}.${language}`), code);
      }
  }
  files.set(
    path.join(folder, 'wrong.ts'),
    "import { defineModule } from 'marque/extend';\ndefineModule({});\n",
  );
  problems = problemsOf(files);
}, 300_000);

describe('the examples of the docs', () => {
  it('are there', () => {
    expect(files.size).toBeGreaterThan(25);
  });

  it('compile', () => {
    expect(problems.filter((problem) => !problem.startsWith('wrong.ts'))).toEqual([]);
  });

  it('are really checked', () => {
    expect(problems.filter((problem) => problem.startsWith('wrong.ts'))).not.toEqual([]);
  });

  it('work: the routes of a module are those that the test of an agency’s app asks for', async () => {
    const [block] = await codeBlocks(path.join(root, 'docs/agencies/contributions/routes-and-hosts.md'));
    expect(block?.code).toBe(ts.sys.readFile(path.join(root, 'test/agency/house/well-known.ts')));
  });

  it('never send anybody to the package of this name in npm’s registry, which isn’t Marque', async () => {
    const found = (await readdir(path.join(root, 'docs'), { recursive: true })).map((name) => `docs/${name}`);
    const names = ['README.md', 'server.json', ...found.filter((name) => name.endsWith('.md'))];
    const fetching =
      /npm (?:i|install|add) (?:-\S+ |--\S+ )*marque(?:@|\b(?![-/*.]))|npx (?:-y|--yes) marque|"-y", "marque"/;
    const wrong = names.filter((name) => fetching.test(ts.sys.readFile(path.join(root, name)) ?? ''));
    expect(wrong).toEqual([]);
    expect(ts.sys.readFile(path.join(root, 'docs/agencies/install.md'))).toContain(
      'npm install ./marque-*.tgz',
    );
  });

  it('have a page for each thing that a module can add, listed in the index', async () => {
    const contributions = path.join(root, 'docs/agencies/contributions');
    const pages = (await readdir(contributions)).filter((name) => name !== 'README.md');
    const index = ts.sys.readFile(path.join(contributions, 'README.md')) ?? '';
    for (const page of pages) expect(index).toContain(`(${page})`);
    const described = pages.map((page) => ts.sys.readFile(path.join(contributions, page)) ?? '').join('\n');
    const { contributionKeys } = await import('../../src/core/contributions.ts');
    await import('../../plugins/marque/index.ts');
    const examples = (await Promise.all(pages.map((page) => codeBlocks(path.join(contributions, page)))))
      .flat()
      .map(({ code }) => code)
      .join('\n');
    const keys = [...contributionKeys(), ...propertiesOf('src/core/module.ts', 'Module')];
    expect(keys.length).toBeGreaterThan(25);
    for (const key of keys.filter((name) => name !== 'name')) {
      expect(described).toContain(`\`${key}\``);
      expect([key, new RegExp(`\\b${key}(?::|,|\\()`).test(examples)]).toEqual([key, true]);
    }
  });
});
