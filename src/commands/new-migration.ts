// npm run migrate:new <name>: writes changes of the collections as a migration of Payload's tables, in this project's format.
// Migrations of the schema `marque` are written by hand in src/core/db/marque/.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve('src/core/db/payload');
const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('Usage: npm run migrate:new add-something');
  process.exit(1);
}
const before = new Set(readdirSync(folder));
const made = spawnSync('npx', ['payload', 'migrate:create', name, '--skip-empty'], {
  stdio: 'inherit',
  // Nothing is signed with it: Payload only requires one.
  env: { ...process.env, SECRET: process.env.SECRET ?? 'only for writing files, signs nothing' },
});
if (made.status !== 0) process.exit(made.status ?? 1);

for (const file of readdirSync(folder).filter(
  (each) => each.endsWith('.ts') && each !== 'index.ts' && !before.has(each),
)) {
  const full = path.join(folder, file);
  // Plain SQL instead of drizzle's tag: npm may install two copies of drizzle, whose types don't meet.
  const text = readFileSync(full, 'utf8')
    .replace(
      /import \{ MigrateUpArgs, MigrateDownArgs, sql \} from/,
      'import type { MigrateDownArgs, MigrateUpArgs } from',
    )
    .replaceAll('db.execute(sql`', 'db.execute(`')
    .replaceAll('({ db, payload, req }', '({ db }');
  writeFileSync(full, text);
}
const index = path.join(folder, 'index.ts');
writeFileSync(index, readFileSync(index, 'utf8').replace(/from '(\.\/[^']+?)(?:\.ts)?';/g, "from '$1.ts';"));
spawnSync('npx', ['prettier', '--write', folder], { stdio: 'inherit' });
