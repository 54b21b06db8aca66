// What is in a resource, for changes of everything in it: a grant on a collection that was given or taken changes who reads its assets.
import { grantableKind, grantableKinds } from '../../access/grantable.ts';
import { readable } from '../../access/readable.ts';
import { asSeen, seenBy } from '../../access/caller-values.ts';
import { statement, type Db, type Statement } from '../../db/pool.ts';

export interface Member {
  kind: string;
  id: string;
  readable: boolean;
}

/** Sorts before every ID. */
export const beforeAllMembers = '00000000-0000-0000-0000-000000000000';

const statements = new Map<string, Statement | null>();

/** The kinds of which there can be some in a container, as one SELECT; null if nothing can be in it. */
function statementOf(container: string): Statement | null {
  const kinds = grantableKinds().filter(({ inherits }) => inherits?.containers.kind === container);
  const parts = kinds.map((kind) => {
    const { name, table, deletedAt, inherits } = kind;
    const containers = inherits?.containers;
    const within = `(select ${containers?.id ?? ''} from (select $4::uuid as resource_id, 4::smallint as rank) g ${containers?.ofGrant ?? ''})`;
    return `(select '${name}' as kind, x.id, ${readable(kind, 'x')} as readable from ${asSeen} join ${table} x on x.workspace_id = t.id
      where x.id > $5::uuid and x.id <> $4::uuid ${deletedAt === undefined ? '' : `and x.${deletedAt} is null`} and ${inherits?.isIn('x', within) ?? 'false'}
      order by x.id limit $6)`;
  });
  if (parts.length === 0) return null;
  return statement(
    `changes:members:${container}`,
    `${seenBy} select * from (${parts.join(' union all ')}) m order by m.id limit $6`,
  );
}

/**
 * What is in a container, by ID, whatever is private on the way.
 *
 * @param seen the values of `seenBy` @param after the last one that is known
 */
export async function membersOf(
  db: Db,
  seen: readonly unknown[],
  { kind, subject }: { kind: string; subject: string },
  after: string,
  limit: number,
): Promise<Member[]> {
  if (!grantableKind(kind)) return [];
  let members = statements.get(kind);
  if (members === undefined) statements.set(kind, (members = statementOf(kind)));
  return members === null ? [] : db.query<Member>(members, [...seen, subject, after, limit]);
}
