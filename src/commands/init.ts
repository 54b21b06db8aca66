// npx marque init [--dry-run] [--print]
// Installs Marque in the Payload app of the working folder: the plugins in the Payload config, the wrapper in the Next config, the import
// map. What can't be changed with certainty is printed instead. A second run changes nothing.
import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import { findConfig } from 'payload/node';
import { readImportMap } from './import-map.ts';
import { optionsText, wrapped, type Wrapping } from './init/next-config.ts';
import { databaseOf, isWithoutAgents, routesOf, withPlugins } from './init/payload-config.ts';
import { prefixFor, routesIn } from './init/routes.ts';
import { parse, type Change, type TypeScript } from './init/source.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npx marque init [--dry-run] [--print]

  --dry-run   Show the changes to your files without making them
  --print     Print the lines to add, and change nothing`;

interface Step {
  /** The file, relative to the app's folder. */
  name: string;
  file: string;
  text: string;
  change: Change;
  /** What its author adds by hand. */
  lines: string;
}

function readArguments(): { isDry: boolean; onlyPrints: boolean } {
  try {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, print: { type: 'boolean' } } });
    return { isDry: values['dry-run'] ?? false, onlyPrints: values.print ?? false };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}

/** The app's own TypeScript: it reads configs of any syntax that the app can have. */
function loadTypeScript(folder: string): TypeScript | null {
  try {
    return createRequire(path.join(folder, 'package.json'))('typescript') as TypeScript;
  } catch {
    return null;
  }
}

/** @throws Error for the person who runs it, if this is no Payload app */
function findPayloadConfig(folder: string): string {
  try {
    return findConfig();
  } catch (error) {
    throw new Error(
      `There is no Payload config below ${folder}. Run this in the folder of your Payload app.`,
      {
        cause: error,
      },
    );
  }
}

/** @throws Error for the person who runs it, if this is no Next app */
async function findNextConfig(folder: string): Promise<string> {
  const names = await readdir(folder);
  const name = ['ts', 'mjs', 'js'].map((end) => `next.config.${end}`).find((one) => names.includes(one));
  if (name === undefined)
    throw new Error(
      `There is no next.config in ${folder}. Payload's panel needs one: export default withPayload({}).`,
    );
  return path.join(folder, name);
}

async function stepFor(
  folder: string,
  file: string,
  typescript: TypeScript | null,
  { change, lines }: { change: (source: ReturnType<typeof parse>) => Change; lines: string },
): Promise<Step> {
  const text = await readFile(file, 'utf8');
  const name = path.relative(folder, file);
  const because = "TypeScript isn't installed in this app";
  return {
    name,
    file,
    text,
    lines,
    change: typescript ? change(parse(typescript, name, text)) : { kind: 'by hand', because },
  };
}

const payloadLines = `  import { marque } from 'marque';
  import { agents } from 'marque/agents';

  export default buildConfig({
    // …
    plugins: [marque(), agents()],
  });`;

const nextLines = (wrapping: Wrapping): string => `  import { withMarque } from 'marque/next';

  export default withPayload(withMarque(nextConfig${optionsText(wrapping)}));`;

/** Where the routes of Payload and Marque are, as far as `withMarque` can't know. */
async function wrappingFor(folder: string, config: string, typescript: TypeScript | null): Promise<Wrapping> {
  const routes = await routesIn(folder);
  const prefix = prefixFor(routes);
  if (prefix !== null)
    console.log(
      `This app has pages where Marque would have its files, portals or share links (${routes.clashing.join(', ')}), so Marque's go below ${prefix}.\n`,
    );
  const { api, admin } = typescript
    ? routesOf(parse(typescript, config, await readFile(config, 'utf8')))
    : {};
  return {
    ...(prefix === null ? {} : { prefix }),
    ...(api === undefined ? {} : { apiRoute: api }),
    ...(admin === undefined ? {} : { adminRoute: admin }),
  };
}

/** @throws Error for an app on another database */
async function demandPostgres(config: string, typescript: TypeScript | null): Promise<void> {
  if (!typescript) return;
  const database = databaseOf(parse(typescript, config, await readFile(config, 'utf8')));
  if (database !== null && !/^@payloadcms\/db-(?:vercel-)?postgres$/.test(database))
    throw new Error(`This app uses ${database}. Marque needs PostgreSQL: @payloadcms/db-postgres.`);
}

/** Makes or shows what a step changes. @returns true if its author has to do it */
async function take({ name, file, text, change, lines }: Step, isDry: boolean): Promise<boolean> {
  if (change.kind === 'by hand') {
    console.log(`${name}: not changed, since ${change.because}. Add these lines yourself:\n\n${lines}\n`);
    return true;
  }
  if (change.kind === 'done') console.log(`${name}: installed already`);
  else if (isDry)
    console.log(createTwoFilesPatch(name, name, text, change.text, undefined, undefined, { context: 2 }));
  else {
    await writeFile(file, change.text);
    console.log(`${name}: changed`);
  }
  return false;
}

const knowsUs = (importMap: string | null): boolean => /['"]marque\/client-components/.test(importMap ?? '');

function generateImportMap(folder: string): Promise<{ code: number | null; output: string }> {
  const bin = fileURLToPath(new URL('../bin.js', import.meta.resolve('payload')));
  const child = spawn(process.execPath, [bin, 'generate:importmap'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      resolve({ code, output });
    });
  });
}

/** Payload's command sometimes ends without having done anything. */
const mostTries = 3;

/** @returns false if the import map doesn't know our components afterwards */
async function updateImportMap(folder: string): Promise<boolean> {
  if (knowsUs(await readImportMap(folder))) {
    console.log('import map: has our components already');
    return true;
  }
  let output = '';
  for (let tries = 0; tries < mostTries; tries += 1) {
    const done = await generateImportMap(folder);
    output = done.output;
    if (knowsUs(await readImportMap(folder))) {
      console.log('import map: generated');
      return true;
    }
    if (done.code !== 0) break;
  }
  console.log(
    `import map: not generated.\n${output.trim()}\nRun \`npx payload generate:importmap\` yourself.`,
  );
  return false;
}

const next = `
Next:
  1. Set SERVER_URL to the address that people use, and a domain of its own for sites as SITES_HOST.
  2. Development: start the app as always; Payload adds the tables. Production: npx payload migrate:create marque, and
     npx payload migrate before the start.
  3. Build and start: npx next build, then npx marque start (our server: faster files and API) or npx next start.
  4. The log says where to create the first account. Then check everything: npx marque doctor
  Agents connect over MCP. If none should, leave agents() out of the plugins.`;

await runCommand(async () => {
  const { isDry, onlyPrints } = readArguments();
  const folder = process.cwd();
  const config = findPayloadConfig(folder);
  const nextConfig = await findNextConfig(folder);
  const typescript = loadTypeScript(folder);
  await demandPostgres(config, typescript);
  const wrapping = await wrappingFor(folder, config, typescript);
  if (onlyPrints) {
    const [one, other] = [path.relative(folder, config), path.relative(folder, nextConfig)];
    console.log(`${one}:\n\n${payloadLines}\n\n${other}:\n\n${nextLines(wrapping)}\n${next}`);
    return;
  }
  const steps = [
    await stepFor(folder, config, typescript, { change: withPlugins, lines: payloadLines }),
    await stepFor(folder, nextConfig, typescript, {
      change: (source) => wrapped(source, wrapping),
      lines: nextLines(wrapping),
    }),
  ];
  let isLeft = false;
  for (const step of steps) isLeft = (await take(step, isDry)) || isLeft;
  if (typescript && isWithoutAgents(parse(typescript, config, await readFile(config, 'utf8'))))
    console.log(
      'agents() of "marque/agents" is not among the plugins: without it, agents can\'t connect, and the panel has no review.',
    );
  if (isDry) return;
  if (isLeft) console.log('Then run this again: it generates the import map.');
  else if (!(await updateImportMap(folder))) process.exitCode = 1;
  else console.log(next);
});
