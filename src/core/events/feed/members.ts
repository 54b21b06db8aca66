// What is in a resource, for changes of everything in it: a grant on a collection that was given or taken changes who reads its assets.
import { grantableKinds } from '../../access/grantable.ts';
import { readable } from '../../access/readable.ts';
import { asSeen, seenBy } from '../../access/caller-values.ts';
import { statementFor, type Db } from '../../db/pool.ts';

export interface Member {
  kind: string;
  id: string;
  readable: boolean;
}

/** Sorts before every ID. */
export const beforeAllMembers = '00000000-0000-0000-0000-000000000000';

/** The type of the change of what is in a container. */
export const typeOfMember = (kind: string): string => `${kind}.access_changed`;

/** The kinds of which there can be some in a container. */
const kindsIn = (container: string) =>
  grantableKinds().filter(({ inherits }) => inherits?.containers.kind === container);

const membersIn = statementFor('changes:members', (container) => {
  const parts = kindsIn(container).map((kind) => {
    const { name, table, deletedAt, inherits } = kind;
    const containers = inherits?.containers;
    const within = `(select ${containers?.id ?? ''} from (select $4::uuid as resource_id, 4::smallint as rank) g ${containers?.ofGrant ?? ''})`;
    return `(select '${name}' as kind, x.id, ${readable(kind, 'x')} as readable from ${asSeen} join ${table} x on x.workspace_id = t.id
      where '${name}' = any($7::text[]) and x.id > $5::uuid and x.id <> $4::uuid ${deletedAt === undefined ? '' : `and x.${deletedAt} is null`} and ${inherits?.isIn('x', within) ?? 'false'}
      order by x.id limit $6)`;
  });
  return `${seenBy} select * from (${parts.join(' union all ')}) m order by m.id limit $6`;
});

/**
 * What is in a container, by ID, whatever is private on the way.
 *
 * @param seen the values of `seenBy` @param page `after`: the last one that is known
 */
export async function membersOf(
  db: Db,
  seen: readonly unknown[],
  { kind, subject }: { kind: string; subject: string },
  { isAsked, after, limit }: { isAsked: (kind: string) => boolean; after: string; limit: number },
): Promise<Member[]> {
  const asked = kindsIn(kind).flatMap(({ name }) => (isAsked(name) ? [name] : []));
  if (asked.length === 0) return [];
  return db.query<Member>(membersIn(kind), [...seen, subject, after, limit, asked]);
}
