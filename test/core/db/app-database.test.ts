// Which database an app is on: what its adapter is told decides, and nothing else.
import { describe, expect, it } from '@jest/globals';
import { postgresAdapter } from '@payloadcms/db-postgres';
import type { SanitizedConfig } from 'payload';
import {
  adapterOf,
  connectionOf,
  databaseIn,
  describeConnection,
  type DatabaseAdapter,
} from '../../../src/core/db/app-database.ts';

type Pool = NonNullable<DatabaseAdapter['poolOptions']>;
const configWith = (pool: Pool): SanitizedConfig =>
  ({
    db: postgresAdapter({ pool: pool as Parameters<typeof postgresAdapter>[0]['pool'] }),
  }) as unknown as SanitizedConfig;
const url = 'postgres://ada:secret@db.example:6543/app';

describe('the connection', () => {
  it('is that of the pool, without what is about its size', () => {
    const ssl = { rejectUnauthorized: false };
    const pool = { connectionString: url, ssl, max: 3, idleTimeoutMillis: 5 };
    expect(connectionOf(adapterOf(configWith(pool)), {})).toEqual({ connectionString: url, ssl });
  });

  it('may be in parts, and partly in variables of libpq', () => {
    const parts = { host: 'db.example', database: 'app', user: 'ada', password: 'secret' };
    expect(connectionOf({ poolOptions: parts }, {})).toEqual(parts);
    expect(connectionOf({ poolOptions: { connectionString: '' } }, { PGHOST: 'db.example' })).toEqual({
      connectionString: '',
    });
  });

  it("is Vercel's own variable, for its adapter alone", () => {
    const env = { POSTGRES_URL: url };
    expect(connectionOf({ forceUseVercelPostgres: false }, env)).toEqual({ connectionString: url });
    const own = { connectionString: 'postgres://own.example/app' };
    expect(connectionOf({ forceUseVercelPostgres: false, poolOptions: own }, env)).toEqual(own);
    expect(() => connectionOf({}, env)).toThrow('names no database');
  });

  it.each([{}, { connectionString: '' }, { max: 5 }, { password: 'secret' }])(
    'must be named: %j is nothing',
    (poolOptions) => {
      expect(() => connectionOf({ poolOptions }, {})).toThrow(/names no database.*Set the variable/);
      expect(() => connectionOf({ poolOptions }, { DATABASE_URL: url })).toThrow(
        "DATABASE_URL is set, but the config doesn't use it",
      );
    },
  );

  it('must be to PostgreSQL', () => {
    expect(() => connectionOf({ name: 'sqlite' }, { DATABASE_URL: url })).toThrow(
      /adapter "sqlite".*@payloadcms\/db-postgres/,
    );
  });

  it('is described without a password', () => {
    expect(describeConnection({ connectionString: url })).toBe('db.example:6543/app');
    expect(describeConnection({ host: '/run/postgresql', user: 'ada', database: 'app' })).toBe(
      '/run/postgresql/app',
    );
  });
});

describe('a server', () => {
  it('says which database the config is on, and refuses to be on two', () => {
    expect(databaseIn(configWith({ connectionString: url }), undefined)).toBe('db.example:6543/app');
    expect(databaseIn(configWith({ connectionString: url }), url)).toBe('embedded PostgreSQL');
    expect(() => databaseIn(configWith({ connectionString: url }), 'postgres://localhost/own')).toThrow(
      "doesn't use DATABASE_URL",
    );
  });
});
