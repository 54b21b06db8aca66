// Prepares every SQL statement in the host app's database, whose tables are named otherwise than in our own. Prints those that name a
// table which isn't there.
import { randomUUID } from 'node:crypto';
import { getPayload } from 'payload';
import pg from 'pg';
import { authorize, type Credential } from '../../src/core/access/authorize.ts';
import { withTableNames } from '../../src/core/collection-names.ts';
import { statements } from '../../src/core/db/pool.ts';
import { serviceOf } from '../../src/core/service.ts';
import config from './config.ts';

const payload = await getPayload({ config, cron: false });
const service = serviceOf(payload);
const found = new Set<string>();
const note = (name: string) => (error: unknown) => {
  const { code, message } = error as { code?: string; message: string };
  // An undefined table, column, type or function. Other errors are about the values, which are made up.
  if (['42P01', '42703', '42704', '42883'].includes(code ?? '')) found.add(`${name}: ${message}`);
};

// Most statements of the access check are built when they're first needed: every operation's query, every kind of target.
const id = randomUUID();
const credentials: Credential[] = [
  { kind: 'nobody' },
  { kind: 'key', hash: 'none' },
  { kind: 'knownPerson', id },
];
const targets = new Set(
  service.modules.flatMap(({ targets: own = {}, grantable = [] }) => [
    ...Object.keys(own),
    ...grantable.map(({ name }) => name),
  ]),
);
for (const credential of credentials) {
  for (const kind of [...targets, 'organization', 'workspace', 'group', 'grant'])
    await authorize(service.db, credential, { [kind]: id }).catch(note(`target ${kind}`));
  for (const operation of service.operations) {
    const target = operation.access.target?.({ path: new Proxy({}, { get: () => id }), query: {} });
    await authorize(
      service.db,
      credential,
      target ?? 'workspace',
      undefined,
      operation.query,
      Array<null>(30).fill(null),
    ).catch(note(operation.name));
  }
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
let number = 0;
for (const { name, text } of statements.values())
  await client.query(`prepare s${(number += 1)} as ${withTableNames(text)}`).catch(note(name));
await client.end();
console.log(JSON.stringify({ statements: number, found: [...found] }));
process.exit(0);
