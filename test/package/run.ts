// npm run package:check: packs Marque as `npm publish` would, and looks at the package the way those who install it do.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = path.resolve(import.meta.dirname, '../..');
/** Below the root, so that the consumer finds Payload, Next and React there. */
const folder = path.join(root, '.data', 'package-check');
const installed = path.join(folder, 'node_modules', 'marque');
/** WebAssembly comes with the libraries that need it. */
const mostBytes = 3 * 1024 * 1024;

interface Result {
  code: number;
  output: string;
}

/** What a program prints, and how it ends. @throws Error if it can't be started */
async function run(command: string, args: readonly string[], cwd = root): Promise<Result> {
  try {
    const done = await promisify(execFile)(command, [...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, output: `${done.stdout}${done.stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    if (typeof code !== 'number') throw error;
    return { code, output: `${stdout}${stderr}` };
  }
}

const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);

/** @returns the path of the tarball, which is also unpacked where `import 'marque'` finds it */
async function pack(): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(installed, { recursive: true });
  const { code, output } = await run('npm', ['pack', '--silent', '--pack-destination', folder]);
  if (code !== 0) throw new Error(`npm pack ended with ${code}: ${output}`);
  const file = path.join(folder, output.trim().split('\n').at(-1) ?? '');
  await run('tar', ['-xzf', file, '-C', installed, '--strip-components', '1']);
  return file;
}

/** Sources that are published as something to import; declarations are fine. */
async function contentProblems(file: string): Promise<string[]> {
  const { size } = await stat(file);
  const { output } = await run('tar', ['-tzf', file]);
  const names = output.trim().split('\n');
  const isSource = (name: string): boolean => /\.[cm]?tsx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
  return [
    ...names.filter(isSource).map((name) => `${name} is TypeScript.`),
    ...(size > mostBytes ? [`The package has ${size} bytes; at most ${mostBytes} are fine.`] : []),
  ];
}

async function publintProblems(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as object;
  const { messages } = await publint({ pkgDir: installed, pack: false });
  return messages.map((message) => formatMessage(message, manifest) ?? message.code);
}

async function resolutionProblems(file: string): Promise<string[]> {
  const { code, output } = await run(bin('attw'), [file, '--profile', 'esm-only', '--format', 'ascii']);
  return code === 0 ? [] : [output];
}

/** Stack traces of those who install it name the files of this repository. */
async function sourceMapProblems(): Promise<string[]> {
  const entries = await readdir(installed, { withFileTypes: true, recursive: true });
  const maps = entries
    .filter(({ name }) => name.endsWith('.map'))
    .map(({ parentPath, name }) => path.join(parentPath, name));
  if (maps.length < 100) return [`There are only ${maps.length} source maps.`];
  const problems = maps.map(async (map): Promise<string[]> => {
    const { sources } = JSON.parse(await readFile(map, 'utf8')) as { sources: string[] };
    const [source, ...more] = sources.map((one) =>
      path.relative(installed, path.resolve(path.dirname(map), one)),
    );
    const written = path.relative(path.join(installed, 'dist'), map).slice(0, -'.map'.length);
    const named = written.replace(/\.js$/, '.ts');
    const isRight = more.length === 0 && (source === named || source === `${named}x`);
    const exists = await stat(path.join(root, source ?? '')).then(
      (found) => found.isFile(),
      () => false,
    );
    return isRight && exists
      ? []
      : [`${path.relative(installed, map)} names the source ${source ?? 'of nothing'}.`];
  });
  return (await Promise.all(problems)).flat();
}

/** Types as a strict project sees them, ours only: declarations of other packages have problems of their own. */
async function typeProblems(): Promise<string[]> {
  await cp(path.join(import.meta.dirname, 'consumer.ts'), path.join(folder, 'consumer.ts'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }));
  const compilerOptions = {
    target: 'ES2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    noUncheckedSideEffectImports: true,
    skipLibCheck: false,
    noEmit: true,
  };
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
  );
  const { output } = await run(bin('tsc'), ['-p', '.', '--pretty', 'false'], folder);
  return output.split('\n').filter((line) => /^(?:consumer\.ts|node_modules\/marque)/.test(line));
}

const file = await pack();
/** One sentence each. */
const problems = [
  ...(await contentProblems(file)),
  ...(await sourceMapProblems()),
  ...(await publintProblems()),
  ...(await resolutionProblems(file)),
  ...(await typeProblems()),
];
for (const problem of problems) console.error(problem);
await rm(folder, { recursive: true, force: true });
console.log(problems.length === 0 ? 'The package is fine.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
