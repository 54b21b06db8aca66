// Which changes a caller is told of, and whether the resource is still there for them, as SQL on a row `e` of `marque.changes`, in a
// statement that defines the caller `c`, the workspace `t` and the role `p`. Streams, the change feed and webhooks share it.
import { anyRecord, grantableKinds, recordsOf, type GrantableKind } from '../../access/grantable.ts';
import { administersSql } from '../../access/grants-in-sql.ts';
import { accessibleAt, readable } from '../../access/readable.ts';
import { role, visibleTo } from '../activity.ts';

/** `removed`: deleted, or out of the caller's reach. */
export type ChangeKind = 'upserted' | 'removed';

/** A case by the kind of the subject. */
function byKind(of: (kind: GrantableKind) => string, otherwise: string): string {
  const kinds = grantableKinds().map((kind) => `when '${kind.name}' then ${of(kind)}`);
  return kinds.length === 0 ? otherwise : `case e.subject_kind ${kinds.join(' ')} else ${otherwise} end`;
}

const rowOf = ({ table }: GrantableKind, condition: string): string =>
  `exists (select 1 from ${table} x where x.id = e.subject_id${condition})`;

/** Whether the caller can read the subject, and it isn't in the trash. */
function isThere(kind: GrantableKind): string {
  const trash = kind.deletedAt === undefined ? '' : ` and x.${kind.deletedAt} is null`;
  return rowOf(kind, ` and x.workspace_id = t.id${trash} and ${readable(kind, 'x')}`);
}

const records = recordsOf(anyRecord);
const recordIsThere = `exists (select 1 from marque.resources x where x.id = e.subject_id and x.workspace_id = t.id and ${readable(records, 'x')})`;

/** By their role, or by narrower grants, before the change. */
const couldRead = `((e.was_open and ${role} >= 1) or coalesce(c.user_id = any(e.readers), false))`;

/**
 * A grant that was given or taken concerns its holders alone. Events of deletions go to those who could read what is in the trash, and to
 * admins: everyone else is told by who could read it.
 */
function isToldOfReach(): string {
  const exists = byKind((kind) => rowOf(kind, ''), rowOf(records, ''));
  return `e.subject_kind not in ('organization', 'workspace')
    and case when e.spreads then coalesce(c.user_id = any(e.readers), false)
      when e.gone then ${role} <> 4 and ${couldRead} and not ${exists}
      else ${byKind(isThere, recordIsThere)} or ${couldRead} end`;
}

// Adds to the activity what views of access and sharing show, and whom it's about. What nobody lists is never sent.
const capped = `least(coalesce(c.key_rank, 4), ${role})`;
const asPerson = `c.key_rank is null and c.user_id is not null`;
/** Where a row goes to the trash, views of everyone who saw it lose it. */
const trashed = (kind: GrantableKind): string =>
  kind.deletedAt === undefined
    ? ''
    : `or (e.type = '${kind.name}.deleted' and ${rowOf(kind, ` and ${accessibleAt(kind, 'x', 1)}`)})`;
const isToldOfEvent = (subjects: string, streamed: string): string => `(${visibleTo(subjects)})
  ${grantableKinds().map(trashed).join(' ')}
  or coalesce(${capped} >= (${streamed}::jsonb ->> e.subject_kind)::int, false)
  or (e.audit and ${capped} = 4)`;
const inOrganization = `${asPerson} and ${administersSql('c.user_id', 't.organization_id')}`;
const aboutThem = `${asPerson} and ((e.subject_kind = 'person' and e.subject_id = c.user_id)
  or (e.subject_kind = 'group' and exists (select 1 from marque.group_members m where m.group_id = e.subject_id and m.user_id = c.user_id)))`;

/**
 * Whether the caller is told of a change. Call it in a statement's function: it depends on which modules are registered.
 *
 * @param subjects @param streamed the parameters with `subjectRanks()` and `streamedRanks()`
 */
export const isTold = (subjects: string, streamed: string): string => `case when e.of_reach
    then e.workspace_id = t.id and ${isToldOfReach()}
    else (e.workspace_id = t.id and (${isToldOfEvent(subjects, streamed)}))
      or (e.workspace_id is null and e.organization_id = t.organization_id and ${inOrganization})
      or (coalesce(e.workspace_id, t.id) = t.id and e.organization_id = t.organization_id and ${aboutThem}) end`;

/** Whether the subject of a change is deleted or out of reach now. Of what isn't on the scope ladder, the type says so. */
export function isRemoved(): string {
  const isOff = `case when e.of_reach or ${rowOf(records, '')} then not ${recordIsThere}
    else e.type ~ '[.](deleted|revoked|withdrawn|removed)$' end`;
  return `coalesce(${byKind((kind) => `not ${isThere(kind)}`, isOff)}, false)`;
}
