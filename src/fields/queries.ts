// Reading field definitions.
import { statement, type Db } from '../db/pool.ts';
import type { Field } from './schemas.ts';

/** Column list of a definition, for statements that read it. */
export const fieldColumns = `f.key, f.label, f.type::text as type, coalesce(f.options, '[]') as options, coalesce(f.required, false) as required`;

const ofWorkspace = statement(
  'fields:of-workspace',
  `select ${fieldColumns} from fields f where f.workspace_id = $1 order by f.created_at, f.key`,
);

/** The definitions of a workspace, in the order they were made. */
export function fieldsOf(db: Db, workspaceId: string): Promise<Field[]> {
  return db.query<Field>(ofWorkspace, [workspaceId]);
}
