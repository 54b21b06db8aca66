// Every row of every table, as text; and a row for an organization in each table that doesn't have one yet.
// Generated from the catalogue, so that later tables are included.
import type { Pool } from '../../../src/core/db/pool.ts';

/**
 * Tables that contain nothing of an organization: the service's own, and people, who belong to the server.
 */
const ofTheServer = new Set([
  'marque.migrations',
  'marque.installation',
  'marque.attempts',
  'marque.requests',
  'marque.oauth_clients',
  'marque.oauth_requests',
  'marque.sweeps',
  'marque.password_resets',
  'marque.session_origins',
  'marque.app_people',
  'marque.app_grants',
  'marque.event_listeners',
  'marque.job_claims',
  'marque.webhook_position',
  // By hash of bytes, which belong to no organization; they expire within minutes.
  'marque.blob_claims',
  // By hash of bytes, too: deleted by the sweep, once no asset has them.
  'marque.previews',
  'public.payload_kv',
  'public.payload_migrations',
  'public.payload_preferences',
  'public.payload_preferences_rels',
  'public.users',
  'public.users_sessions',
]);

/** Values for columns that accept only some. */
const values: Record<string, Record<string, unknown>> = {
  'marque.shares': { kind: 'view', asset_id: null },
  'marque.proposals': {
    kind: 'asset',
    status: 'waiting',
    brand_id: null,
    collection_id: null,
    resource_id: null,
  },
  'marque.stage_decisions': { decision: 'accept' },
  'marque.resources': { kind: 'campaign' },
  'marque.webhooks': { types: '{asset.*}', format: 'full', owner_kind: 'person' },
  'marque.webhook_deliveries': { state: 'failed' },
  'marque.invitations': { resource: 'workspace', scope: 'read', inviter_kind: 'person' },
};

/** Keeps the names of files until the next sweep, and nothing else of their records. */
export const filesToSweep = 'marque.unneeded_files';

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** The table and column it references. */
  target: string | null;
  label: string | null;
}

interface Table {
  name: string;
  columns: Column[];
}

async function tablesOf(db: Pool): Promise<Table[]> {
  return db.query<Table>(`
    select t.table_schema || '.' || t.table_name as name, jsonb_agg(jsonb_build_object(
      'name', c.column_name, 'type', c.data_type,
      'required', c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER',
      'label', (select e.enumlabel from pg_enum e join pg_type y on y.oid = e.enumtypid where y.typname = c.udt_name order by e.enumsortorder limit 1),
      'target', (select n.nspname || '.' || f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace n on n.oid = f.relnamespace
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
         where k.contype = 'f' and k.conrelid = format('%I.%I', t.table_schema, t.table_name)::regclass and a.attname = c.column_name limit 1)
    ) order by c.ordinal_position) as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema in ('public', 'marque') and t.table_type = 'BASE TABLE' group by 1 order by 1`);
}

export type Rows = Map<string, Set<string>>;

/** Every row of both schemas, by table. */
export async function everyRow(db: Pool): Promise<Rows> {
  const rows: Rows = new Map();
  for (const { name } of await tablesOf(db)) {
    const texts = await db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    rows.set(name, new Set(texts.map(({ row }) => row)));
  }
  return rows;
}

/** The rows that are in `rows` and not in `others`, as `table: row`. */
export function beyond(rows: Rows, others: Rows): string[] {
  return [...rows].flatMap(([table, texts]) =>
    [...texts].filter((text) => !others.get(table)?.has(text)).map((text) => `${table}: ${text}`),
  );
}

/**
 * Inserts a row into each table that has none beyond `before`.
 *
 * @param own the organization's rows that others reference, by table
 * @returns tables that no row could be inserted into
 */
export async function fillTheRest(
  db: Pool,
  before: Rows,
  own: Map<string, string>,
  marker: string,
): Promise<string[]> {
  const now = await everyRow(db);
  const tables = await tablesOf(db);
  let empty = tables.filter(
    ({ name }) =>
      !ofTheServer.has(name) &&
      name !== filesToSweep &&
      [...(now.get(name) ?? [])].every((row) => before.get(name)?.has(row)),
  );
  for (let filled = true; filled && empty.length > 0;) {
    filled = false;
    for (const table of empty) {
      const pointed = table.columns.flatMap(({ required, target }) => (required && target ? [target] : []));
      if (!pointed.every((target) => own.has(target))) continue;
      own.set(table.name, await fill(db, table, own, marker));
      filled = true;
    }
    empty = empty.filter(({ name }) => !own.has(name));
  }
  return empty.map(({ name }) => name);
}

async function fill(
  db: Pool,
  { name, columns }: Table,
  own: Map<string, string>,
  marker: string,
): Promise<string> {
  const given = columns.flatMap((column): [string, unknown][] => {
    const chosen = values[name]?.[column.name];
    if (chosen !== undefined) return [[column.name, chosen]];
    const of = column.target ?? placeOf(column.name);
    if (of && own.has(of)) return [[column.name, own.get(of)]];
    return column.required ? [[column.name, valueOf(column, marker)]] : [];
  });
  const [row] = await db.query<{ row: Record<string, unknown> }>(
    `insert into ${name} as t (${given.map(([column]) => `"${column}"`).join(', ')})
     values (${given.map((_, index) => `$${index + 1}`).join(', ')}) returning to_jsonb(t) as row`,
    given.map(([, value]) => value),
  );
  const id = row?.row.id ?? '';
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** Columns that contain the id of a workspace or organization without a foreign key. */
function placeOf(column: string): string | null {
  if (column === 'workspace_id') return 'public.workspaces';
  return column === 'organization_id' ? 'public.organizations' : null;
}

function valueOf({ name, type, label }: Column, marker: string): unknown {
  switch (type) {
    case 'uuid':
      return '7e57ab1e-0000-4000-8000-000000000001';
    case 'USER-DEFINED':
      return label;
    case 'jsonb':
      return JSON.stringify({ said: marker });
    case 'boolean':
      return false;
    case 'date':
      return '2026-01-01';
    case 'timestamp with time zone':
      return '2099-01-01T00:00:00Z';
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'numeric':
    case 'double precision':
      return 1;
    case 'tsvector':
      return marker;
    case 'bytea':
      return Buffer.from(marker);
    default:
      return `${marker} ${name}`;
  }
}
