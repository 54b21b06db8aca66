// Who decides in a stage: of the people and groups it names, those who can approve where the proposal is about. An admin holds none by
// being admin.
import type { Caller } from '../../core/access/caller.ts';
import { bestOn } from '../../core/access/grants/best-grants.ts';
import { anyRecord } from '../../core/access/grantable.ts';
import { ableOnPath } from '../../core/access/grants/grant-sql.ts';
import { statement, type Db, type Statement } from '../../core/db/pool.ts';
import { placeOf, type ProposalPlace, type QueuedProposal } from '../queue.ts';
import type { Holder, Stage } from './schemas.ts';

export interface StageHolder {
  id: string;
  name: string;
  email: string;
}

const holdersOn = (kind: string): Statement =>
  statement(
    `stages:holders:${kind}`,
    () => `${bestOn(kind)}, able as ${ableOnPath('approve')}
     select u.id, u.name, u.email from able join payload.users u on u.id = able.user_id
     where $2::bool or u.id = any($3::uuid[])
       or exists (select 1 from marque.group_members m where m.user_id = u.id and m.group_id = any($4::uuid[]))
     order by lower(u.name), u.id`,
  );
const statements = {
  asset: holdersOn('asset'),
  brand: holdersOn('brand'),
  collection: holdersOn('collection'),
  resource: holdersOn(anyRecord),
  workspace: holdersOn('workspace'),
} as const satisfies Record<ProposalPlace['kind'], Statement>;

const peopleIn = (who: readonly Holder[]): string[] =>
  who.flatMap((one) => (typeof one === 'object' && 'person' in one ? [one.person] : []));
const groupsIn = (who: readonly Holder[]): string[] =>
  who.flatMap((one) => (typeof one === 'object' && 'group' in one ? [one.group] : []));

/** Everyone who can decide in a stage of a proposal now. */
export function holdersOf(db: Db, proposal: QueuedProposal, { who }: Stage): Promise<StageHolder[]> {
  const { kind, id } = placeOf(proposal);
  return db.query<StageHolder>(statements[kind], [id, who.includes('approve'), peopleIn(who), groupsIn(who)]);
}

/**
 * Whether a caller, who can approve, holds a stage: a person, also through a key of theirs. A service key stands for nobody, so it only
 * holds stages of everyone who can approve.
 */
export function holds(caller: Caller, { who }: Stage, holders: readonly StageHolder[]): boolean {
  if (caller.kind === 'nobody') return false;
  const person = caller.kind === 'person' ? caller.id : caller.owner?.id;
  return person === undefined ? who.includes('approve') : holders.some(({ id }) => id === person);
}

/** Under which ID a caller's decisions count. */
export const deciderIdOf = (caller: Caller): string | null =>
  caller.kind === 'nobody' ? null : caller.kind === 'key' ? (caller.owner?.id ?? caller.id) : caller.id;
