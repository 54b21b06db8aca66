// Accepts what agents may do without review (setting agents.autoAccept), as Marque itself and in the same way as a person's decision. What
// no longer may be or can't be accepted stays waiting for a person. Each is one transaction, so a killed process leaves none half done.
import { actAsSystem } from '../core/access/actor.ts';
import { authorize } from '../core/access/authorize.ts';
import { noAccess, type Access, type Caller } from '../core/access/caller.ts';
import { abilities, rankOf } from '../core/access/ladder.ts';
import { targetOf } from '../core/access/targets.ts';
import { failureOf, isRetryable } from '../core/db/failures.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { inSqlTransaction } from '../core/db/sql-transaction.ts';
import { inTransaction } from '../core/db/transaction.ts';
import { recordOn } from '../core/events/record.ts';
import type { Target } from '../core/operation.ts';
import { answerOf, issuesOf } from '../core/pipeline/error-response.ts';
import type { Service } from '../core/service.ts';
import type { AutoAcceptRule } from '../core/settings/definitions.ts';
import { lockAutoAccept, ruleFor } from '../proposals/auto-accept.ts';
import { findProposal, type QueuedProposal } from '../proposals/queue.ts';
import { subjectOf } from '../proposals/stages/decide.ts';
import { decide, lockWaiting } from './decide.ts';
import { showsOnce } from './module-kinds.ts';

const atOnce = 100;

const due = statement(
  'auto-accept:due',
  `select id, number from marque.proposals where auto = 'due' and status = 'waiting' and number > $1 order by number limit ${atOnce}`,
);
const leave = statement(
  'auto-accept:leave',
  `update marque.proposals set auto = null where id = $1 and auto = 'due' and status = 'waiting' returning id`,
);

const rankToPropose = rankOf('propose');

/**
 * Marque's own access, as far as the agent sees: what it can't read doesn't exist for what it proposed either. What is read as it is now,
 * so a revoked or expired key has none.
 */
const accessBehind =
  (db: Db, keyId: string) =>
  async (target: Target): Promise<Access> => {
    const found = targetOf(target) ? await authorize(db, { kind: 'knownKey', id: keyId }, target) : null;
    if (!found || rankOf(found.access.scope) < rankToPropose) return noAccess;
    return { ...found.access, scope: 'admin', abilities: new Set(abilities) };
  };

/** The agent, for what is read as it sees it. What is written is still written by Marque. */
async function agentNow(db: Db, { by_id: id }: QueuedProposal): Promise<Caller> {
  const found = await authorize(db, { kind: 'knownKey', id: id ?? '' }, null);
  return found?.caller ?? { kind: 'nobody' };
}

/** The rule by which a locked, waiting proposal is accepted now; null if none applies any more. */
async function ruleNow(
  service: Service,
  db: Db,
  proposal: QueuedProposal,
  accessTo: (target: Target) => Promise<Access>,
): Promise<AutoAcceptRule | null> {
  const { id, kind, by_id: keyId, auto, stages, asset_id, collection_id } = proposal;
  if (keyId === null || auto !== 'due' || stages !== null || showsOnce(kind)) return null;
  await lockAutoAccept(db, keyId, kind);
  if ((await accessTo({ targetOfProposal: id })).scope === null) return null;
  const placed = asset_id ?? collection_id;
  return ruleFor(service, db, { workspaceId: proposal.workspace_id, kind, keyId, placed });
}

const agentOf = ({ by_id: id, by_name: name }: QueuedProposal) => ({ id, name });

/** Accepts one, or leaves it to a person if no rule applies any more. @throws what a decision throws. */
async function acceptOne(service: Service, id: string): Promise<void> {
  await inTransaction(service.payload, actAsSystem, async (req, db) => {
    const proposal = await lockWaiting({ req, db }, id);
    const accessTo = accessBehind(db, proposal.by_id ?? '');
    const rule = await ruleNow(service, db, proposal, accessTo);
    if (!rule) {
      await db.query(leave, [id]);
      return;
    }
    const { name, ...subject } = await subjectOf(db, proposal);
    const caller = await agentNow(db, proposal);
    await decide({ service, req, db, caller, accessTo }, id, { decision: 'accept' }, issuesOf);
    await recordOn(db, 'system', {
      type: 'proposal.accepted_automatically',
      workspaceId: proposal.workspace_id,
      subject,
      detail: { proposals: [id], kind: proposal.kind, name, agent: agentOf(proposal), rule },
    });
  });
}

/** Leaves one that couldn't be accepted to a person, and says why. */
async function leaveToPerson(service: Service, id: string, error: unknown): Promise<void> {
  const answer = answerOf(error, service.log, { operation: 'accept_automatically' });
  const { message } = (answer.body as { value: { error: { message: string } } }).value.error;
  await inSqlTransaction(service.db.pool, async (db) => {
    if ((await db.query(leave, [id])).length === 0) return;
    const proposal = await findProposal(db, id);
    if (!proposal) return;
    const { name, ...subject } = await subjectOf(db, proposal);
    await recordOn(db, 'system', {
      type: 'proposal.left_to_review',
      workspaceId: proposal.workspace_id,
      subject,
      detail: { proposals: [id], kind: proposal.kind, name, agent: agentOf(proposal), reason: message },
    });
  });
  service.log.info({ proposal: id, reason: message }, 'a proposal was not accepted automatically');
}

/** It may succeed another time. */
const isPassing = (error: unknown): boolean => isRetryable(error) || failureOf(error) !== null;

/**
 * Accepts everything that is due, in the order in which it was proposed.
 * @throws the first failure that may pass, once everything else is accepted: the job runs again.
 */
export async function acceptAutomatically(service: Service, signal?: AbortSignal): Promise<void> {
  let after = '0';
  const passing: unknown[] = [];
  for (;;) {
    const some = await service.db.query<{ id: string; number: string }>(due, [after]);
    for (const { id, number } of some) {
      if (signal?.aborted) return;
      try {
        await acceptOne(service, id);
      } catch (error) {
        if (isPassing(error)) passing.push(error);
        else await leaveToPerson(service, id, error);
      }
      after = number;
    }
    if (some.length < atOnce) break;
  }
  if (passing.length > 0) throw passing[0];
}
