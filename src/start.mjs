// `npm start` and the commands: compiles the sources if they have changed, and runs the server or a command in this process.
//   node src/start.mjs                   the server
//   node src/start.mjs key --scope …     src/commands/key.ts
import { buildDist } from './dist.mjs';

const [, , command, ...args] = process.argv;
const file = command === undefined ? 'server.js' : `commands/${command}.js`;

// Commands print their result, and nothing else, to standard output.
const onBuild = () => console.error('Compiling Marque (only once).');
try {
  await buildDist({ declarations: false, onBuild });
} catch (error) {
  console.error(`Marque could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
process.argv = [...process.argv.slice(0, 2), ...args];
await import(new URL(`../dist/src/${file}`, import.meta.url).href);
