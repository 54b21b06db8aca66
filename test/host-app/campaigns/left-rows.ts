// What a database still says of something that was deleted, in any table of any schema.
import type pg from 'pg';

/** The rows with one of these texts in them, as `table: row`. */
export async function rowsWith(sql: pg.Client, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ row: string }>(
      `select row from (select to_jsonb(t)::text as row from ${name} t) t where row like any($1)`,
      [texts.map((text) => `%${text}%`)],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
