// Reading field definitions.
import { statement, type Db } from '../core/db/pool.ts';
import { definitionOf } from './rules.ts';
import type { Field, StoredField } from './schemas.ts';

/** Column list of a definition as it is stored, for statements that read it. Only types that a plugin added say their kind. */
export const fieldColumns = `f.key, f.label, f.type, f.kind::text as kind, coalesce(f.options, '[]') as options, coalesce(f.required, false) as required`;

const ofWorkspace = statement(
  'fields:of-workspace',
  `select ${fieldColumns} from fields f where f.workspace_id = $1 order by f.created_at, f.key`,
);

/** The definitions of a workspace, in the order they were made. */
export async function fieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  return (await db.query<StoredField>(ofWorkspace, [workspaceId])).map(definitionOf);
}

/** SQL that holds the definitions of a workspace as `heldFieldsOf` does, for a statement that knows the workspace. */
export const lockFieldsSql = (workspaceId: string): string =>
  `pg_advisory_xact_lock_shared(hashtextextended('fields ' || ${workspaceId}::text, 0))`;

const hold = statement('fields:hold', `select ${lockFieldsSql('$1')}`);
const lock = statement(
  'fields:lock',
  `select pg_advisory_xact_lock(hashtextextended('fields ' || $1::text, 0))`,
);

/**
 * The definitions, for checking values that are about to be stored: until this transaction ends nobody changes them, so that no
 * value of the old type comes in behind a change. Asked for before rows are locked, as a change does.
 */
export async function heldFieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  await db.query(hold, [workspaceId]);
  return fieldsOf(db, workspaceId);
}

/** The definitions, for changing them: waits for every transaction that holds them. */
export async function lockedFieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  await db.query(lock, [workspaceId]);
  return fieldsOf(db, workspaceId);
}

const idByKey = statement('fields:id', 'select id from fields where workspace_id = $1 and key = $2');

/** The id of a definition; null where there is none with this key. */
export async function fieldIdOf(db: Db, workspaceId: string, key: string): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(idByKey, [workspaceId, key]);
  return row?.id ?? null;
}
