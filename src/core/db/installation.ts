// What the app calls our tables, kept in the database: commands run without the app's config, and a prefix can't change under its data.
import type pg from 'pg';
import { currentNames, setNames } from '../collection-names.ts';
import type { Db } from './pool.ts';

interface Kept {
  slug_prefix: string;
  schema_name: string | null;
}

/**
 * Keeps the names of the first start.
 * @throws Error if the app has changed its prefix since
 */
export async function keepNames(client: pg.PoolClient): Promise<void> {
  const { slugPrefix, schema } = currentNames();
  await client.query(
    'insert into marque.installation (slug_prefix, schema_name) values ($1, $2) on conflict do nothing',
    [slugPrefix, schema],
  );
  const { rows } = await client.query<Kept>('select slug_prefix, schema_name from marque.installation');
  const kept = rows[0];
  if (!kept || (kept.slug_prefix === slugPrefix && kept.schema_name === schema)) return;
  throw new Error(
    kept.slug_prefix === slugPrefix
      ? `Marque's tables in this database are in the schema "${kept.schema_name ?? 'public'}". Set the adapter's schemaName back to it.`
      : `Marque's tables in this database were made with the prefix "${kept.slug_prefix}". Set marque({ slugPrefix: '${kept.slug_prefix}' }).`,
  );
}

/** Takes over the names of a database, for a program that runs without the app's config. */
export async function takeNamesOf(db: Db): Promise<void> {
  const [table] = await db.query<{ there: boolean }>(
    `select to_regclass('marque.installation') is not null as there`,
  );
  if (!table?.there) return;
  const [kept] = await db.query<Kept>('select slug_prefix, schema_name from marque.installation');
  if (kept) setNames({ slugPrefix: kept.slug_prefix, schema: kept.schema_name });
}
