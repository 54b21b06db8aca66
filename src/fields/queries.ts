// Reading field definitions.
import { statement, type Db } from '../core/db/pool.ts';
import { definitionOf } from './rules.ts';
import type { Field, StoredField } from './schemas.ts';

/** Columns of a `StoredField`. */
export const fieldColumns = `f.key, f.label, f.type, f.kind::text as kind, coalesce(f.options, '[]') as options, coalesce(f.required, false) as required, coalesce(f.translated, false) as translated`;

const ofWorkspace = statement(
  'fields:of-workspace',
  `select ${fieldColumns} from payload.fields f where f.workspace_id = $1 order by f.created_at, f.key`,
);

/** The definitions of a workspace, in order of creation. */
export async function fieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  return (await db.query<StoredField>(ofWorkspace, [workspaceId])).map(definitionOf);
}

/** The keys of those that have a value in each language, in order of creation. */
export const translatedFieldsIn = (fields: readonly Field[]): string[] =>
  fields.filter(({ translated }) => translated).map(({ key }) => key);

/** SQL that takes the same shared lock as `heldFieldsOf`. */
export const lockFieldsSql = (workspaceId: string): string =>
  `pg_advisory_xact_lock_shared(hashtextextended('fields ' || ${workspaceId}::text, 0))`;

const hold = statement('fields:hold', `select ${lockFieldsSql('$1')}`);
const lock = statement(
  'fields:lock',
  `select pg_advisory_xact_lock(hashtextextended('fields ' || $1::text, 0))`,
);

/**
 * The definitions, for validating values before they are stored. A shared lock keeps them unchanged until the transaction ends, so
 * no value of an old type slips in behind a type change. Take it before row locks, in the same order as a change of a definition.
 */
export async function heldFieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  await db.query(hold, [workspaceId]);
  return fieldsOf(db, workspaceId);
}

/** The definitions, locked for a change: waits for every transaction that holds the shared lock. */
export async function lockedFieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  await db.query(lock, [workspaceId]);
  return fieldsOf(db, workspaceId);
}

const idByKey = statement('fields:id', 'select id from payload.fields where workspace_id = $1 and key = $2');

/** The ID of the definition with this key, or null. */
export async function fieldIdOf(db: Db, workspaceId: string, key: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(idByKey, [workspaceId, key]);
  return row?.id ?? null;
}
