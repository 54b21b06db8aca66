// Moves everything that was just made to one morning, so that views show the same dates whenever they are looked at.
import type pg from 'pg';

/** Long enough ago that the panel shows dates, rather than days since. */
const morning = '2025-03-10T09:00:00Z';

/** What is shown of a record's past. Not what is counted from now, such as when something expires. */
const columns = [
  'at',
  'changed_at',
  'created_at',
  'edited_at',
  'joined_at',
  'last_used_at',
  'published_at',
  'taken_at',
  'updated_at',
];

/** Tables whose times decide what happens. */
const working = [
  'sessions',
  'users_sessions',
  'migrations',
  'payload_migrations',
  'payload_locked_documents',
];

/** @param since when the first of it was made; the order stays, in a fifth of the time: less than a minute, and more than a millisecond between two requests */
export async function moveToMorning(sql: pg.Client, since: Date): Promise<void> {
  const { rows } = await sql.query<{ place: string; name: string }>(
    `select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as place, quote_ident(c.column_name) as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'marque') and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
       and c.column_name = any($1) and not c.table_name = any($2)`,
    [columns, working],
  );
  for (const { place, name } of rows)
    await sql.query(
      `update ${place} set ${name} = timestamptz '${morning}' + (${name} - $1::timestamptz) / 5 where ${name} >= $1`,
      [since],
    );
  // The use of keys is counted in memory, and written now and then.
  await sql.query(`update keys set last_used_at = '${morning}' where last_used_at is null`);
  await sql.query(`update assets set deleted_at = now() - interval '3 days' where deleted_at is not null`);
}
