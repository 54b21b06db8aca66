// Decisions in stages. Each counts once for a person, moves the proposal on when its stage has what it needs, and is in the audit log.
// They're about what waits as it is: once that changes, the stages start again. The proposal is locked, so concurrent decisions count one
// after the other.
import type { PayloadRequest } from 'payload';
import { actorIn } from '../../core/access/actor.ts';
import { nameOf } from '../../core/access/caller.ts';
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError } from '../../core/errors.ts';
import { record } from '../../core/events/record.ts';
import { lockWaitingOnAsset, placeOf, type QueuedProposal } from '../queue.ts';
import { deciderIdOf, holdersOf, holds, type StageHolder } from './holders.ts';
import type { Stage } from './schemas.ts';

export interface StageAnswer {
  decision: 'accept' | 'reject';
  note: string | null;
  /** Something else than what was proposed is accepted, so what others accepted, in this stage and earlier ones, no longer counts. */
  edited: boolean;
}

/** A decision that counts. */
interface Given {
  stage: number;
  decider_id: string;
  decision: 'accept' | 'reject';
}

const givenIn = statement(
  'stages:given',
  'select stage, decider_id, decision from marque.stage_decisions where proposal_id = $1 and not outdated',
);
const outdate = statement(
  'stages:outdate',
  `update marque.stage_decisions set outdated = true
   where proposal_id = $1 and stage = $2 and decider_id = $3`,
);
const outdateAll = statement(
  'stages:outdate-all',
  `update marque.stage_decisions set outdated = true where proposal_id = $1 and not outdated returning decider_id`,
);
const insert = statement(
  'stages:decide',
  `insert into marque.stage_decisions (proposal_id, stage, decider_id, decider_name, decision, note, edited)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const moveOn = statement(
  'stages:move-on',
  `update marque.proposals set stage = $2, stage_since = date_trunc('milliseconds', now()) where id = $1`,
);
// Whoever was reminded in a stage that starts again is reminded again.
const forgetReminders = statement(
  'stages:forget-reminders',
  'delete from marque.stage_reminders where proposal_id = $1',
);
const subject = statement(
  'stages:subject',
  `select 'asset' as kind, a.filename as name from payload.assets a where a.id = $1
   union all select 'brand', b.name from payload.brands b where b.id = $1
   union all select 'collection', k.name from payload.collections k where k.id = $1
   union all select r.kind, r.name from marque.resources r where r.id = $1
   union all select 'workspace', w.name from payload.workspaces w where w.id = $1`,
);

/** The stage that a waiting proposal is in; null if it has none. */
export const currentStage = ({ stages, stage }: QueuedProposal): Stage | null => stages?.[stage ?? 0] ?? null;

const eventOf = {
  accept: 'proposal.accepted_in_stage',
  reject: 'proposal.rejected_in_stage',
} as const satisfies Record<StageAnswer['decision'], string>;

const named = ({ id, name }: Stage): { id: string; name: string } => ({ id, name });

const notYours = (stage: Stage): ApiError =>
  new ApiError(
    'forbidden',
    `This is in the stage “${stage.name}”, and you don't decide in it. Ask somebody who does, or an admin to change who does.`,
    { stage: named(stage) },
  );

interface Standing {
  stage: Stage;
  holders: readonly StageHolder[];
  /** Who decided in another stage and so can't in this one. */
  barred: ReadonlySet<string>;
  /** Who accepted in this stage. */
  accepted: ReadonlySet<string>;
}

async function standingOf(
  db: Db,
  proposal: QueuedProposal,
  stage: Stage,
  at = proposal.stage ?? 0,
): Promise<Standing> {
  const given = await db.query<Given>(givenIn, [proposal.id]);
  const idsOf = (some: readonly Given[]): Set<string> => new Set(some.map(({ decider_id }) => decider_id));
  return {
    stage,
    holders: await holdersOf(db, proposal, stage),
    barred: idsOf(proposal.distinct_deciders ? given.filter((one) => one.stage !== at) : []),
    accepted: idsOf(given.filter((one) => one.stage === at)),
  };
}

/** Who can still decide in the stage. */
const leftOf = ({ holders, barred, accepted }: Standing): StageHolder[] =>
  holders.filter(({ id }) => !barred.has(id) && !accepted.has(id));

/** Everyone who can still decide in a proposal's current stage; nobody if it has none. */
export async function peopleLeftIn(db: Db, proposal: QueuedProposal): Promise<StageHolder[]> {
  const stage = currentStage(proposal);
  return stage ? leftOf(await standingOf(db, proposal, stage)) : [];
}

/** @throws ApiError forbidden naming the stage, conflict for a second acceptance. */
function demandTurn(
  caller: Parameters<typeof holds>[0],
  standing: Standing,
  decision: StageAnswer['decision'],
): void {
  const { stage, holders, barred, accepted } = standing;
  const id = deciderIdOf(caller) ?? '';
  if (!holds(caller, stage, holders)) {
    // Whoever held it is gone. Nobody can accept it any more, but it mustn't wait for ever.
    if (decision === 'reject' && leftOf(standing).length === 0) return;
    throw notYours(stage);
  }
  if (barred.has(id))
    throw new ApiError(
      'forbidden',
      `You decided in an earlier stage. The stage “${stage.name}” needs somebody else.`,
      { stage: named(stage) },
    );
  if (decision === 'accept' && accepted.has(id))
    throw new ApiError(
      'conflict',
      `You already accepted this in the stage “${stage.name}”. It waits for others.`,
      { stage: named(stage), status: 'waiting' },
    );
}

/** Whether a stage has what it needs once these have accepted. */
function isSatisfied({ stage, holders, barred }: Standing, accepted: ReadonlySet<string>): boolean {
  if (stage.needs !== 'all') return accepted.size >= stage.needs;
  return holders.every(({ id }) => barred.has(id) || accepted.has(id));
}

/**
 * The place of the first stage, from one on, that still needs somebody; null if none does. One after an edit's may have all it needs: the
 * editor accepted there what the earlier ones are asked about again.
 */
async function firstOpen(db: Db, proposal: QueuedProposal, from: number): Promise<number | null> {
  for (const [at, stage] of (proposal.stages ?? []).entries()) {
    if (at < from) continue;
    const standing = await standingOf(db, proposal, stage, at);
    // Nobody holds some stages any more. Those aren't passed unseen.
    if (standing.accepted.size === 0 || !isSatisfied(standing, standing.accepted)) return at;
  }
  return null;
}

/** Puts a waiting proposal into another of its stages. */
async function moveTo(db: Db, { id, stage }: QueuedProposal, at: number): Promise<void> {
  await db.query(moveOn, [id, at]);
  if (at < (stage ?? 0)) await db.query(forgetReminders, [id]);
}

interface StageContext {
  marqueEditCounted?: string | undefined;
}

/**
 * After a change to what a proposal in stages would make active: what was accepted so far was something else, so it starts again in its
 * first stage. A reviewer's edit, which `decideInStage` has counted, isn't counted twice. The proposal must be locked and waiting.
 */
export async function restartStages(req: PayloadRequest, db: Db, proposal: QueuedProposal): Promise<void> {
  const { stages, id } = proposal;
  const first = stages?.[0];
  const context = req.context as StageContext;
  const isCounted = context.marqueEditCounted === id;
  if (isCounted) context.marqueEditCounted = undefined;
  if (!first || isCounted) return;
  if ((await db.query(outdateAll, [id])).length === 0) return;
  await moveTo(db, proposal, 0);
  const { name, ...on } = await subjectOf(db, proposal);
  await record(req, {
    type: 'proposal.stages_restarted',
    workspaceId: proposal.workspace_id,
    subject: on,
    detail: { proposals: [id], kind: proposal.kind, name, stage: named(first) },
  });
}

/** The same after a change to what is kept beside a proposed asset: its texts, crops and usage terms. The asset must be locked. */
export async function restartStagesOfAsset(req: PayloadRequest, db: Db, assetId: string): Promise<void> {
  const waiting = await lockWaitingOnAsset(db, assetId);
  for (const proposal of waiting.filter(({ kind }) => kind === 'asset'))
    await restartStages(req, db, proposal);
}

/** What a proposal is about, and its name, for the event. */
export async function subjectOf(
  db: Db,
  proposal: QueuedProposal,
): Promise<{ kind: string; id: string; name: string | null }> {
  const { id } = placeOf(proposal);
  const [row] = await db.query<{ kind: string; name: string | null }>(subject, [id]);
  return { kind: row?.kind ?? 'proposal', id, name: row?.name ?? null };
}

/**
 * Takes a decision in the proposal's current stage. The proposal must be locked and waiting.
 *
 * @returns true if that decides the proposal: it was rejected, or accepted in its last stage. Without stages, it always does.
 * @throws ApiError forbidden naming the stage, conflict for a second acceptance by the same person.
 */
export async function decideInStage(
  req: PayloadRequest,
  db: Db,
  proposal: QueuedProposal,
  { decision, note, edited }: StageAnswer,
): Promise<boolean> {
  const stage = currentStage(proposal);
  const { stages, id } = proposal;
  const actor = await actorIn(req);
  if (!stage || !stages || actor.system) return true;
  const { caller } = actor;
  const at = proposal.stage ?? 0;
  const standing = await standingOf(db, proposal, stage);
  demandTurn(caller, standing, decision);
  const decider = deciderIdOf(caller) ?? '';
  // An edit makes what the others accepted outdated, in every stage; a rejection, one's own earlier acceptance.
  await (edited ? db.query(outdateAll, [id]) : db.query(outdate, [id, at, decider]));
  await db.query(insert, [id, at, decider, nameOf(caller), decision, note, edited]);
  if (edited) (req.context as StageContext).marqueEditCounted = id;
  const open = decision === 'reject' ? null : await firstOpen(db, proposal, edited ? 0 : at);
  const next = open === null || open === at ? undefined : stages[open];
  if (next && open !== null) await moveTo(db, proposal, open);
  const { name, ...on } = await subjectOf(db, proposal);
  await record(req, {
    type: eventOf[decision],
    workspaceId: proposal.workspace_id,
    subject: on,
    detail: {
      proposals: [id],
      kind: proposal.kind,
      name,
      stage: named(stage),
      ...(note ? { note } : {}),
      ...(edited ? { edited } : {}),
      ...(next ? { next: named(next) } : {}),
    },
  });
  return open === null;
}

/**
 * Whether the caller may take a proposal out of review without deciding on it: its proposer, and whoever decides in its stage.
 * @throws ApiError forbidden naming the stage.
 */
async function demandMayReturn(req: PayloadRequest, db: Db, proposal: QueuedProposal): Promise<void> {
  const stage = currentStage(proposal);
  const actor = await actorIn(req);
  if (!stage || actor.system) return;
  const { caller } = actor;
  const id = deciderIdOf(caller);
  const own = id !== null && (proposal.person_id === id || proposal.by_id === id);
  if (own) return;
  const standing = await standingOf(db, proposal, stage);
  if (holds(caller, stage, standing.holders) || leftOf(standing).length === 0) return;
  throw notYours(stage);
}

/**
 * A change of a proposed asset's status as a decision in its proposal's current stage. The asset must be locked.
 *
 * @param edited whether the same write changes what was proposed.
 * @returns false if the asset stays proposed: its stage needs more, or another stage follows.
 * @throws ApiError forbidden naming the stage, conflict for a second acceptance by the same person.
 */
export async function decideByStatus(
  req: PayloadRequest,
  db: Db,
  assetId: string,
  { to, note, edited }: { to: string; note: string | null; edited: boolean },
): Promise<boolean> {
  const waiting = await lockWaitingOnAsset(db, assetId);
  const proposal = waiting.find(({ kind, stages }) => kind === 'asset' && stages !== null);
  if (!proposal) return true;
  if (to === 'active') return decideInStage(req, db, proposal, { decision: 'accept', note, edited });
  if (to === 'rejected') return decideInStage(req, db, proposal, { decision: 'reject', note, edited: false });
  await demandMayReturn(req, db, proposal);
  return true;
}
