// Prepares every SQL statement in the host app's database, whose tables are named otherwise than in our own. Prints those that name a
// table which isn't there.
import { randomUUID } from 'node:crypto';
import { getPayload } from 'payload';
import pg from 'pg';
import { holdersOn } from '../../src/access-report/holders.ts';
import { authorize, type Credential } from '../../src/core/access/authorize.ts';
import { noAccess } from '../../src/core/access/caller.ts';
import { anyRecord } from '../../src/core/access/grantable.ts';
import { rowsInContainers } from '../../src/core/access/payload/where.ts';
import { lockTarget } from '../../src/core/access/targets.ts';
import { withTableNames } from '../../src/core/collection-names.ts';
import { statements } from '../../src/core/db/pool.ts';
import { visibleIds } from '../../src/core/resource.ts';
import { serviceOf } from '../../src/core/service.ts';
import { readableOnes } from '../../src/review/hidden-values.ts';
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
const grantable = service.modules.flatMap((one) => one.grantable ?? []);
const targets = [
  ...new Set(service.modules.flatMap((one) => Object.keys(one.targets ?? {}))),
  ...grantable.map(({ name }) => name),
  ...['organization', 'workspace', 'group', 'grant'],
];
for (const credential of credentials) {
  for (const kind of targets)
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

// So are those that there's one of for each kind.
for (const kind of ['workspace', anyRecord, ...grantable.map(({ name }) => name)]) holdersOn(kind);
for (const { name, inherits } of grantable) if (inherits) rowsInContainers(name);
for (const { name } of grantable) readableOnes(name);
for (const kind of targets)
  await lockTarget(service.db, { [kind]: id }, id).catch(note(`lock of target ${kind}`));
for (const resource of service.modules.flatMap((one) => one.resources ?? []))
  await visibleIds(resource, { db: service.db, caller: { kind: 'nobody' }, access: noAccess }).catch(
    note(`records of ${resource.name}`),
  );

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
let number = 0;
for (const { name, text } of statements.values())
  await client.query(`prepare s${(number += 1)} as ${withTableNames(text)}`).catch(note(name));
await client.end();
console.log(JSON.stringify({ statements: number, found: [...found] }));
process.exit(0);
