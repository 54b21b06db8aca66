// An app whose records have ids of its own making, and whose people are signed in by a proxy: without passwords or sessions.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { makeFolder, until } from '../setup/children.ts';
import { createDatabase, type TestDatabase } from '../setup/database.ts';
import { start, type Host } from './start.ts';

describe.each(['serial', 'uuid'])('an app with ids of its own, on an adapter with %s ones', (idType) => {
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let sql: pg.Client;
  let host: Host;

  const call = async (method: string, path: string, as: string | null, body?: unknown) => {
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: {
        origin: host.url,
        ...(as === null ? {} : { 'x-staff': as }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text) };
  };

  const ada = 'ada@example.com';
  const grace = 'grace@example.com';

  beforeAll(async () => {
    [database, folder] = await Promise.all([createDatabase({ empty: true }), makeFolder()]);
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    host = await start(database.url, folder.path, { OWN_IDS: '1', ID_TYPE: idType, MODULE: '1' });
    // Whoever runs the app's proxy adds the first.
    await sql.query(`insert into users (id, email, name) values ('ada-of-acme', $1, 'Ada')`, [ada]);
  });
  afterAll(async () => {
    await host?.stop();
    await sql?.end();
    await database?.drop();
    await folder?.remove();
  });

  it('keeps them, and Marque has UUIDs', async () => {
    const place = await call('POST', '/api/places', ada, { id: 7, keeper: 'ada-of-acme' });
    expect([place.status, place.body.doc?.id]).toEqual([201, 7]);
    const { rows } = await sql.query<{ name: string; type: string }>(
      `select table_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and table_name in ('users', 'places', 'marque_users', 'marque_assets')`,
    );
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual({
      users: 'character varying',
      places: 'numeric',
      marque_users: 'uuid',
      marque_assets: 'uuid',
    });
  });

  it('signs its people in to Marque, the first as admin, and nobody else', async () => {
    expect((await call('GET', '/api/v1/me', null)).status).toBe(401);
    expect((await call('GET', '/api/v1/me', 'nobody@example.com')).status).toBe(401);
    const me = await call('GET', '/api/v1/me', ada);
    expect(me.body.data).toMatchObject({ kind: 'person', name: 'Ada', scope: 'admin' });
    expect(me.body.data.id).toMatch(/^[0-9a-f]{8}-/);
    const made = await call('POST', '/api/v1/collections', ada, { name: 'Spring' });
    expect(made.status).toBe(201);
    expect((await call('POST', '/api/users', ada, { id: 'grace', email: grace, name: 'Grace' })).status).toBe(
      201,
    );
    expect((await call('GET', `/api/v1/collections/${made.body.data.id}`, grace)).status).toBe(404);
  });

  it('answers two related records deep at most, whatever depth is asked for', async () => {
    const nest = async (name: string, parent: string | null): Promise<string> => {
      const body = { name, ...(parent !== null && { parent }) };
      const made = await call('POST', '/api/v1/collections', ada, body);
      expect(made.status).toBe(201);
      return made.body.data.id as string;
    };
    const top = await nest('One', null);
    const leaf = await nest('Four', await nest('Three', await nest('Two', top)));
    const { body } = await call('GET', `/api/marque-collections/${leaf}?depth=10`, ada);
    expect([body.name, body.parent.name, body.parent.parent.name]).toEqual(['Four', 'Three', 'Two']);
    expect(body.parent.parent.parent).toBe(top);
  });

  it('finds the tables of a module, whatever its author has called them', async () => {
    const { rows } = await sql.query<{ name: string; type: string }>(
      `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and (table_name ilike '%shoot%' or table_name like 'promo%')
         and column_name in ('id', '_parent_id', 'parent_id', 'promo2_codes_id') and data_type = 'uuid' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'AgencyShoots.id',
        'AgencyShoots_rels.parent_id',
        'AgencyShoots_rels.promo2_codes_id',
        'AgencyShoots_stops._parent_id',
        'promo2_codes.id',
        'shootDays.parent_id',
      ]),
    );
    const code = await call('POST', '/api/promo2Codes', ada, { code: 'SPRING' });
    expect(code.status).toBe(201);
    const data = {
      jobTitle: 'On the roof',
      stops: [{ city: 'Bern' }, { city: 'Rome' }],
      days: ['friday'],
      crew: [code.body.doc.id],
    };
    const made = await call('POST', '/api/photoShoots2', ada, data);
    expect(made.status).toBe(201);
    const listed = await call('GET', '/api/v1/agency/shoots', ada);
    expect(listed.body.data).toEqual([
      {
        id: made.body.doc.id,
        title: 'On the roof',
        cities: ['Bern', 'Rome'],
        days: ['friday'],
        crew: ['SPRING'],
      },
    ]);
  });

  it('ends access here when a user is deleted there', async () => {
    expect((await call('GET', '/api/v1/me', grace)).status).toBe(200);
    expect((await call('DELETE', '/api/users/grace', ada)).status).toBe(200);
    expect((await call('GET', '/api/v1/me', grace)).status).toBe(401);
    await until(async () => {
      const { rows } = await sql.query(`select 1 from marque_users where email = $1`, [grace]);
      return rows.length === 0;
    });
  });
});
