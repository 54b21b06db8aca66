// `npm run fuzz [-- parsers [name]]`: what strangers could send, sent. Each part says by its exit code whether it held.
const [part, only] = process.argv.slice(2);
const parts = { parsers: () => import('./parsers.ts') };

for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
  if (part !== undefined && part !== name) continue;
  console.log(`== ${name}`);
  const { run } = await parts[name]();
  if (!(await run(only))) process.exitCode = 1;
}
