// Another process that tries one password: this many wrong attempts at once, then prints how many were let
// through.
import { openPool } from '../../../src/core/db/pool.ts';
import { countedPassword } from '../../../src/core/access/sign-in/attempts.ts';

const [protectedId = '', address = '', count = '0'] = process.argv.slice(2);
const db = openPool(process.env.DATABASE_URL ?? '');
const tries = Array.from({ length: Number(count) }, () =>
  countedPassword(db, { protectedId, address }, () => Promise.resolve(false)).then(
    () => 1,
    () => 0,
  ),
);
const letThrough = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0);
console.log(`let through ${letThrough};`);
await db.close();
process.exit(0);
