// `npm run fuzz [-- parsers [name]]`, `npm run fuzz -- api [--seconds N] [--seed S]`: sends what strangers
// could send. Each part's exit code says whether it passed.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string' } },
});
const [part, only] = positionals;
const parts: Record<string, () => Promise<boolean>> = {
  parsers: async () => (await import('./parsers.ts')).run(only),
  api: async () =>
    (await import('./api.ts')).run({
      seconds: Number(values.seconds),
      seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
    }),
};

for (const [name, run] of Object.entries(parts)) {
  if (part !== undefined && part !== name) continue;
  console.log(`== ${name}`);
  if (!(await run())) process.exitCode = 1;
}
