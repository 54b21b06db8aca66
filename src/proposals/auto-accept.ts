// Bounded automatic acceptance (setting agents.autoAccept): which rule applies to an agent's proposal, and which proposals are kept for
// review as samples. A job accepts what is due; a rejection removes the rule (stop-auto-accept.ts).
import { statement, type Db } from '../core/db/pool.ts';
import { sendSoon } from '../core/jobs/send-soon.ts';
import type { Service } from '../core/service.ts';
import { agents, type AutoAcceptRule } from '../core/settings/definitions.ts';
import { settingIn } from '../core/settings/read.ts';
import { placing } from './stages/routing.ts';

export const autoAcceptJob = 'auto-accept';

export const autoMarks = ['due', 'sample', 'accepted'] as const;
export type AutoMark = (typeof autoMarks)[number];

/** What rules look at. */
export interface Ruled {
  workspaceId: string;
  kind: string;
  keyId: string;
  /** The asset or collection that it is about; null for anything else. */
  placed: string | null;
}

/** The first rule that lets this through without review now; null if there is none. */
export async function ruleFor(
  service: Service,
  db: Db,
  { workspaceId, kind, keyId, placed }: Ruled,
): Promise<AutoAcceptRule | null> {
  const { autoAccept } = await settingIn(service, db, agents, { organizationId: null, workspaceId });
  const now = Date.now();
  const rules = autoAccept.filter(
    (rule) => rule.key === keyId && rule.kind === kind && Date.parse(rule.until) > now,
  );
  const isPlaced = rules.some(({ collection }) => collection !== undefined);
  const collections = isPlaced ? (await placing(db, placed)).collections : [];
  return rules.find(({ collection }) => collection === undefined || collections.includes(collection)) ?? null;
}

// A sample that its agent withdrew wasn't reviewed, so the next one is kept in its place.
const sinceSample = statement(
  'auto-accept:since-sample',
  `select count(*)::int as count from marque.proposals q
   where q.by_id = $1 and q.kind = $2 and q.auto in ('due', 'accepted') and q.id is distinct from $3
     and q.number > coalesce((select max(s.number) from marque.proposals s
       where s.by_id = $1 and s.kind = $2 and s.auto = 'sample' and s.status <> 'withdrawn' and s.id is distinct from $3), 0)`,
);

/**
 * What becomes of a proposal that passes no stages. The proposer is locked, so that every nth is counted one after the other.
 * @param own the ID of the proposal, if it's stored already.
 */
export async function markFor(
  service: Service,
  db: Db,
  ruled: Ruled,
  own: string | null = null,
): Promise<Exclude<AutoMark, 'accepted'> | null> {
  const rule = await ruleFor(service, db, ruled);
  if (!rule) return null;
  const [row] = await db.query<{ count: number }>(sinceSample, [ruled.keyId, ruled.kind, own]);
  return (row?.count ?? 0) + 1 >= rule.sample ? 'sample' : 'due';
}

/** Has what is due accepted once this transaction is committed. What a killed process leaves, the job's schedule finds. */
export function acceptSoon(service: Service, db: Db): void {
  sendSoon(service, db, autoAcceptJob);
}

const lock = statement(
  'auto-accept:lock',
  `select pg_advisory_xact_lock(hashtextextended('auto-accept ' || $1::text || ' ' || $2, 0))`,
);

/** An automatic acceptance and a rejection of the same kind wait for each other: after the rejection nothing is accepted. */
export async function lockAutoAccept(db: Db, keyId: string, kind: string): Promise<void> {
  await db.query(lock, [keyId, kind]);
}
