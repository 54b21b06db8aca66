// The migration 0049-plain-names on a database that the release before filled: what was renamed keeps its rows, and still follows
// what it is made of.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildConfig } from 'payload';
import pg from 'pg';
import { withTableNames } from '../../../src/core/collection-names.ts';
import { marqueMigrations } from '../../../src/core/db/migrate.ts';
import { migratePayload } from '../../../src/core/db/payload-migrations.ts';
import { serviceOf } from '../../../src/core/service.ts';
import { makeFolder } from '../../setup/children.ts';
import { createDatabase, type TestDatabase } from '../../setup/database.ts';

const plainNames = '0049-plain-names';
const secret = 'a secret for tests, long enough to be taken';

let database: TestDatabase;
let client: pg.Client;
let folder: Awaited<ReturnType<typeof makeFolder>>;

const rowsOf = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await client.query<Record<string, unknown>>(sql, values)).rows;

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const names = Object.keys(row);
  const [inserted] = await rowsOf(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(row),
  );
  return String(inserted?.id);
}

/** The tables as the release before had them: Payload's, and the schema `marque` without this migration. */
async function migrateAsBefore(): Promise<void> {
  const { getPayload } = await import('payload');
  const config = buildConfig({
    secret,
    db: postgresAdapter({ idType: 'uuid', push: false, pool: { connectionString: database.url } }),
    collections: [],
    onInit: migratePayload,
    telemetry: false,
  });
  const payload = await getPayload({ config, key: database.url });
  await payload.destroy();
  const before = marqueMigrations.slice(
    0,
    marqueMigrations.findIndex(({ name }) => name === plainNames),
  );
  for (const { name, sql } of before) {
    await client.query(withTableNames(sql));
    await client.query('insert into marque.migrations (name) values ($1)', [name]);
  }
}

interface Places {
  organization: string;
  workspace: string;
  group: string;
  person: string;
  member: string;
}

/** Two people, of whom one has access through a group; a mail to reviewers; two events. */
async function fill(): Promise<Places> {
  const organization = await insert('organizations', { name: 'Acme', slug: 'acme' });
  const workspace = await insert('workspaces', {
    name: 'Studio',
    slug: 'studio',
    organization_id: organization,
  });
  const person = await insert('users', { name: 'Ida', email: 'ida@example.com' });
  const member = await insert('users', { name: 'Mo', email: 'mo@example.com' });
  const group = await insert('groups', { name: 'Editors', organization_id: organization });
  await client.query('insert into marque.group_members (group_id, user_id) values ($1, $2)', [group, member]);
  const on = { resource: 'workspace', resource_id: workspace, organization_id: organization };
  await insert('grants', { ...on, workspace_id: workspace, user_id: person, scope: 'admin' });
  await insert('grants', { ...on, workspace_id: workspace, group_id: group, scope: 'write' });
  await client.query('insert into marque.review_told (workspace_id, number, told_at) values ($1, 7, $2)', [
    workspace,
    '2026-11-20T10:00:00Z',
  ]);
  const by = { organization_id: organization, actor_kind: 'person', actor_id: person, actor_name: 'Ida' };
  await insert('marque.events', { ...by, type: 'grant.given' });
  await insert('marque.events', { ...by, type: 'asset.created' });
  return { organization, workspace, group, person, member };
}

const grantsOf = (table: string) => rowsOf(`select * from marque.${table} order by grant_id, user_id`);
const noticesOf = (table: string, at: string) =>
  rowsOf(`select workspace_id, number::text, ${at} as at from marque.${table}`);
const events = () => rowsOf('select id::text, type, audit from marque.events order by id');

let places: Places;
let before: { grants: unknown; notices: unknown; events: unknown };

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  folder = await makeFolder();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migrateAsBefore();
  places = await fill();
  before = {
    grants: await grantsOf('grant_reach'),
    notices: await noticesOf('review_told', 'told_at'),
    events: await events(),
  };
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    SECRET: secret,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
  });
  const { getPayload } = await import('payload');
  const { default: config } = await import('../../../payload.config.ts');
  await serviceOf(await getPayload({ config, key: `${database.url} upgraded` })).close();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await folder.remove();
});

describe('what 0049-plain-names renames', () => {
  it('had rows before', () => {
    expect(before.grants).toMatchObject([
      { workspace_id: places.workspace },
      { workspace_id: places.workspace },
    ]);
    expect(before.notices).toHaveLength(1);
    expect(before.events).toMatchObject([
      { type: 'grant.given', audit: true },
      { type: 'asset.created', audit: false },
    ]);
  });

  it('keeps the rows', async () => {
    expect(await grantsOf('effective_grants')).toEqual(before.grants);
    expect(await noticesOf('review_notices', 'notified_at')).toEqual(before.notices);
    expect(await events()).toEqual(before.events);
  });

  it('has no other name left', async () => {
    const old = 'grant_reach|review_told|tells_of_access';
    expect(
      await rowsOf(
        `select routine_name as name from information_schema.routines
         where routine_schema = 'marque' and (routine_name ~ $1 or routine_definition ~ $1)
         union all select table_name from information_schema.tables where table_schema = 'marque' and table_name ~ $1`,
        [old],
      ),
    ).toEqual([]);
  });

  it('follows grants and members as before', async () => {
    const { workspace, group, person, member } = places;
    const held = () =>
      rowsOf('select user_id, rank from marque.effective_grants where resource_id = $1 order by rank', [
        workspace,
      ]);
    expect(await held()).toEqual([
      { user_id: member, rank: 3 },
      { user_id: person, rank: 4 },
    ]);
    await client.query('insert into marque.group_members (group_id, user_id) values ($1, $2)', [
      group,
      person,
    ]);
    expect(await held()).toHaveLength(3);
    await client.query('delete from marque.group_members where user_id = $1', [member]);
    await client.query(`update grants set scope = 'read' where user_id = $1`, [person]);
    expect(await held()).toEqual([
      { user_id: person, rank: 1 },
      { user_id: person, rank: 3 },
    ]);
    await client.query('delete from grants');
    expect(await held()).toEqual([]);
  });

  it('tells which events are about access as before', async () => {
    const by = { organization_id: places.organization, actor_kind: 'person', actor_name: 'Ida' };
    await insert('marque.events', { ...by, type: 'key.created' });
    await insert('marque.events', { ...by, type: 'asset.approved' });
    expect((await events()).slice(2)).toMatchObject([
      { type: 'key.created', audit: true },
      { type: 'asset.approved', audit: false },
    ]);
  });
});
