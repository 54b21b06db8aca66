// Opens and closes proposals, in the transaction that writes their target.
import type { PayloadRequest } from 'payload';
import { actorIn, type Actor } from '../core/access/actor.ts';
import { nameOf, personOf } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { serviceOf, type Service } from '../core/service.ts';
import { agents } from '../core/settings/definitions.ts';
import { settingIn } from '../core/settings/read.ts';
import { acceptSoon, markFor, type AutoMark } from './auto-accept.ts';
import { recordDecided } from './decided.ts';
import { stopAutoAccept } from './stop-auto-accept.ts';
import { noStages, planStages, type StagePlan } from './stages/routing.ts';
import type { Stage } from './stages/schemas.ts';

export const proposalStatuses = ['waiting', 'accepted', 'rejected', 'withdrawn'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];
export type JsonRecord = Record<string, unknown>;

/** A proposal as stored. */
export interface QueuedProposal {
  id: string;
  workspace_id: string;
  kind: string;
  asset_id: string | null;
  brand_id: string | null;
  /** With no target at all, it is about its workspace. */
  collection_id: string | null;
  /** Another module's record. */
  resource_id: string | null;
  /** True for a change to existing values, which is only in the queue, not in the asset's suggestions. */
  corrects: boolean;
  by_kind: string;
  by_id: string | null;
  by_name: string;
  person_id: string | null;
  note: string | null;
  before: JsonRecord | null;
  after: JsonRecord;
  status: ProposalStatus;
  decided_by: string | null;
  decided_at: Date | null;
  review_note: string | null;
  /** The stages it passes; null for none. */
  stages: readonly Stage[] | null;
  /** True: nobody decides in two of them. */
  distinct_deciders: boolean;
  /** The current one, by its place in the list. */
  stage: number | null;
  /** What becomes of it without a person, or became: see auto-accept.ts. */
  auto: AutoMark | null;
}

type Placed = Pick<
  QueuedProposal,
  'asset_id' | 'brand_id' | 'collection_id' | 'resource_id' | 'workspace_id'
>;

/** What a proposal is about; `resource` is another module's record. */
export interface ProposalPlace {
  kind: 'asset' | 'brand' | 'collection' | 'resource' | 'workspace';
  id: string;
}

/** What a proposal is about: with no target of its own, its workspace. */
export function placeOf(proposal: Placed): ProposalPlace {
  const { asset_id, brand_id, collection_id, resource_id, workspace_id } = proposal;
  if (asset_id !== null) return { kind: 'asset', id: asset_id };
  if (brand_id !== null) return { kind: 'brand', id: brand_id };
  if (collection_id !== null) return { kind: 'collection', id: collection_id };
  return resource_id === null
    ? { kind: 'workspace', id: workspace_id }
    : { kind: 'resource', id: resource_id };
}

const columns = `q.id, q.workspace_id, q.kind, q.asset_id, q.brand_id, q.collection_id, q.resource_id, q.corrects, q.by_kind, q.by_id, q.by_name, q.person_id, q.note, q.before, q.after, q.status,
  q.decided_by, q.decided_at, q.review_note, q.stages, q.distinct_deciders, q.stage, q.auto`;

const byId = statement('proposals:one', `select ${columns} from marque.proposals q where q.id = $1`);
const locked = statement(
  'proposals:lock',
  `select ${columns} from marque.proposals q where q.id = $1 for update`,
);
const waitingOn = statement(
  'proposals:waiting-on-asset',
  `select ${columns} from marque.proposals q where q.asset_id = $1 and q.status = 'waiting' and not q.corrects order by q.number for update`,
);

const ownCorrections = statement(
  'proposals:own-corrections',
  `select ${columns} from marque.proposals q where q.asset_id = $1 and q.kind = $2 and q.by_id = $3 and q.corrects and q.status = 'waiting'
   order by q.number desc for update`,
);

const waitingAsset = statement(
  'proposals:waiting-asset',
  `select q.id from marque.proposals q where q.asset_id = $1 and q.kind = 'asset' and q.status = 'waiting' limit 1`,
);

/** The ID of the waiting proposal of a proposed asset, or null. */
export async function waitingAssetProposal(db: Db, assetId: string): Promise<string | null> {
  return (await db.query<{ id: string }>(waitingAsset, [assetId]))[0]?.id ?? null;
}

export async function findProposal(db: Db, id: string): Promise<QueuedProposal | null> {
  return (await db.query<QueuedProposal>(byId, [id]))[0] ?? null;
}

/** Locks a caller's waiting corrections of one kind for an asset, newest first. The asset must be locked first. */
export function lockOwnCorrections(
  db: Db,
  { assetId, kind, callerId }: { assetId: string; kind: string; callerId: string },
): Promise<QueuedProposal[]> {
  return db.query<QueuedProposal>(ownCorrections, [assetId, kind, callerId]);
}

/** Locks a proposal. Its target must be locked first, so that concurrent decisions wait for each other there. */
export async function lockProposal(db: Db, id: string): Promise<QueuedProposal | null> {
  return (await db.query<QueuedProposal>(locked, [id]))[0] ?? null;
}

/** Locks an asset's waiting proposals except corrections, oldest first. The asset must be locked first. */
export function lockWaitingOnAsset(db: Db, assetId: string): Promise<QueuedProposal[]> {
  return db.query<QueuedProposal>(waitingOn, [assetId]);
}

// ---- opening

const lockProposer = statement(
  'proposals:lock-proposer',
  `select pg_advisory_xact_lock(hashtextextended('proposals of ' || $1::text, 0))`,
);
const ofLastHour = statement(
  'proposals:of-last-hour',
  `select count(*) as made, ceil(extract(epoch from min(q.created_at) + interval '1 hour' - now()))::int as seconds
   from (select p.created_at from marque.proposals p where p.by_id = $1 and p.created_at > now() - interval '1 hour' order by p.created_at desc limit $2) q`,
);
const insert = statement(
  'proposals:insert',
  `insert into marque.proposals (workspace_id, kind, asset_id, brand_id, by_kind, by_id, by_name, person_id, person_name, note, before, after, corrects, resource_id, collection_id,
     stages, distinct_deciders, auto, stage, stage_since)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::jsonb, $17, $18,
     case when $16::jsonb is not null then 0 end, case when $16::jsonb is not null then date_trunc('milliseconds', now()) end) returning id`,
);

/** @throws ApiError rate_limited once a key has reached the workspace's hourly limit (`agents.proposalsPerHour`). */
async function demandRoom(req: PayloadRequest, db: Db, workspaceId: string, actor: Actor): Promise<void> {
  if (actor.system || actor.caller.kind !== 'key') return;
  const place = { organizationId: null, workspaceId };
  const { proposalsPerHour } = await settingIn(serviceOf(req.payload), db, agents, place);
  const { id } = actor.caller;
  await db.query(lockProposer, [id]);
  const [row] = await db.query<{ made: number; seconds: number | null }>(ofLastHour, [id, proposalsPerHour]);
  if ((row?.made ?? 0) < proposalsPerHour) return;
  const seconds = Math.max(1, row?.seconds ?? 3600);
  throw new ApiError(
    'rate_limited',
    `An agent can make ${proposalsPerHour} proposals an hour here, and this one has reached the limit. Wait ${seconds} seconds, and ask a person to review what is waiting.`,
    { retryAfterSeconds: seconds, proposalsPerHour },
  );
}

interface ProposalContext {
  marqueProposalNote?: string | undefined;
  marqueProposal?: string | undefined;
}

/** Sets the note for proposals made in this request. */
export function setProposalNote(req: PayloadRequest, note: string | undefined): void {
  (req.context as ProposalContext).marqueProposalNote = note || undefined;
}

/** Sets the proposal that this request decides on, for its events. */
export function carryOut(req: PayloadRequest, proposalId: string): void {
  (req.context as ProposalContext).marqueProposal = proposalId;
}

export function carriedOut(req: PayloadRequest): string | undefined {
  return (req.context as ProposalContext).marqueProposal;
}

const replan = statement(
  'proposals:replan',
  `update marque.proposals set stages = $2::jsonb, distinct_deciders = $3, stage = case when $2::jsonb is not null then 0 end,
     stage_since = case when $2::jsonb is not null then date_trunc('milliseconds', now()) end, auto = $4 where id = $1`,
);

/**
 * Chooses the stages of a new asset's proposal again, and whether it's accepted without review, in the transaction that opened it and then
 * put the asset into collections.
 */
export async function planStagesAgain(
  service: Service,
  db: Db,
  assetId: string,
  collections: readonly string[],
): Promise<void> {
  if (collections.length === 0) return;
  const id = await waitingAssetProposal(db, assetId);
  const proposal = id === null ? null : await findProposal(db, id);
  if (!proposal) return;
  const { workspace_id: workspaceId, kind, by_kind: by, by_id: byId } = proposal;
  const about = { workspaceId, kind, placed: assetId };
  const plan = await planStages(service, db, { ...about, by });
  const keyId = by === 'key' && !plan.stages ? byId : null;
  const auto = keyId === null ? null : await markFor(service, db, { ...about, keyId }, proposal.id);
  await db.query(replan, [proposal.id, plan.stages && JSON.stringify(plan.stages), plan.distinct, auto]);
  if (auto === 'due') acceptSoon(service, db);
}

export interface NewProposal {
  workspaceId: string;
  kind: string;
  on:
    | { asset: string }
    | { brand: string }
    | { collection: string }
    | { resource: string }
    | { workspace: string };
  before: JsonRecord | null;
  after: JsonRecord;
  corrects?: boolean;
}

const assetIn = ({ on }: NewProposal): string | null => ('asset' in on ? on.asset : null);
const collectionIn = ({ on }: NewProposal): string | null => ('collection' in on ? on.collection : null);

/** Tags and values that an asset lists as suggested: everyone with write decides on them, whatever the stages. */
const isSuggestion = ({ kind, corrects }: NewProposal): boolean =>
  !corrects && (kind === 'tags' || kind === 'fields');

const byOf = ({ system, caller }: Actor): string => (system ? 'system' : caller.kind);

/** The stages that a new proposal passes, and what becomes of it without a person. */
async function courseOf(
  service: Service,
  db: Db,
  proposal: NewProposal,
  actor: Actor,
): Promise<{ plan: StagePlan; auto: AutoMark | null }> {
  const by = byOf(actor);
  const about = { ...proposal, placed: assetIn(proposal) ?? collectionIn(proposal) };
  const plan = isSuggestion(proposal) ? noStages : await planStages(service, db, { ...about, by });
  const keyId = by === 'key' && 'id' in actor.caller && !plan.stages ? actor.caller.id : null;
  return { plan, auto: keyId === null ? null : await markFor(service, db, { ...about, keyId }) };
}

/**
 * Opens a proposal by the actor of this request.
 *
 * @returns its ID.
 * @throws ApiError rate_limited (`agents.proposalsPerHour`).
 */
export async function openProposal(req: PayloadRequest, db: Db, proposal: NewProposal): Promise<string> {
  const actor = await actorIn(req);
  await demandRoom(req, db, proposal.workspaceId, actor);
  const { caller } = actor;
  const person = caller.kind === 'key' ? caller.owner : caller.kind === 'person' ? caller : null;
  const by = byOf(actor);
  const service = serviceOf(req.payload);
  const { plan, auto } = await courseOf(service, db, proposal, actor);
  const [row] = await db.query<{ id: string }>(insert, [
    proposal.workspaceId,
    proposal.kind,
    assetIn(proposal),
    'brand' in proposal.on ? proposal.on.brand : null,
    by,
    caller.kind === 'nobody' ? null : caller.id,
    actor.system ? 'Marque' : nameOf(caller),
    personOf(caller),
    person?.name ?? null,
    (req.context as ProposalContext).marqueProposalNote ?? null,
    proposal.before === null ? null : JSON.stringify(proposal.before),
    JSON.stringify(proposal.after),
    proposal.corrects ?? false,
    'resource' in proposal.on ? proposal.on.resource : null,
    collectionIn(proposal),
    plan.stages && JSON.stringify(plan.stages),
    plan.distinct,
    auto,
  ]);
  if (!row) throw new Error('The proposal was not stored.');
  if (auto === 'due') acceptSoon(service, db);
  return row.id;
}

// ---- closing

export interface Verdict {
  status: Exclude<ProposalStatus, 'waiting'>;
  note: string | null;
}

const close = statement(
  'proposals:settle',
  `update marque.proposals set status = $2, review_note = $3, decided_by = $4, decided_by_id = $5, decided_at = date_trunc('milliseconds', now()),
     after = coalesce($6::jsonb, after), auto = case when $2 = 'accepted' and $8::bool then 'accepted' when auto <> 'due' then auto end,
     edited = $7::bool or exists (select 1 from marque.stage_decisions d where d.proposal_id = $1 and d.edited)
   where id = $1`,
);
const narrow = statement('proposals:narrow', 'update marque.proposals set after = $2 where id = $1');
const revise = statement(
  'proposals:revise',
  'update marque.proposals set before = $2, after = $3 where id = $1',
);
const setNote = statement('proposals:set-note', 'update marque.proposals set note = $2 where id = $1');
const splitOff = statement(
  'proposals:split-off',
  `insert into marque.proposals (workspace_id, kind, asset_id, brand_id, by_kind, by_id, by_name, person_id, person_name, note, before, after, corrects, status,
     review_note, decided_by, decided_by_id, auto, decided_at, created_at)
   select workspace_id, kind, asset_id, brand_id, by_kind, by_id, by_name, person_id, person_name, note, before, $2, corrects, $3, $4, $5, $6,
     case when $3 = 'accepted' and $7::bool then 'accepted' end,
     date_trunc('milliseconds', now()), created_at from marque.proposals where id = $1 returning id`,
);

const decider = ({ system, caller }: Actor): [string, string | null] => [
  system ? 'Marque' : nameOf(caller),
  system || caller.kind === 'nobody' ? null : caller.id,
];

/** The first rejection ends what the agent may do without review. */
async function afterClosing(
  req: PayloadRequest,
  db: Db,
  id: string,
  { status }: Verdict,
  actor: Actor,
): Promise<void> {
  if (status !== 'withdrawn') await recordDecided(db, actor, id, status);
  if (status === 'rejected' && !actor.system) await stopAutoAccept(req, db, id);
}

/**
 * Closes a whole proposal as the actor of this request.
 * @param after what was accepted, if edited or only in part
 * @param edited whether a reviewer changed it
 */
export async function closeProposal(
  req: PayloadRequest,
  db: Db,
  id: string,
  verdict: Verdict,
  after?: JsonRecord,
  edited = false,
): Promise<void> {
  const actor = await actorIn(req);
  await db.query(close, [
    id,
    verdict.status,
    verdict.note,
    ...decider(actor),
    after ? JSON.stringify(after) : null,
    edited,
    actor.system,
  ]);
  await afterClosing(req, db, id, verdict, actor);
}

/** Reduces a waiting proposal to what is left after a part was decided. */
export async function narrowProposal(db: Db, id: string, after: JsonRecord): Promise<void> {
  await db.query(narrow, [id, JSON.stringify(after)]);
}

/** Replaces what a waiting proposal proposes with what a reviewer made of it, and the state that this was compared with. */
export async function reviseProposal(
  db: Db,
  id: string,
  { before, after }: { before: JsonRecord | null; after: JsonRecord },
): Promise<void> {
  await db.query(revise, [id, before === null ? null : JSON.stringify(before), JSON.stringify(after)]);
}

/** Replaces the note of a waiting proposal. */
export async function replaceNote(db: Db, id: string, note: string): Promise<void> {
  await db.query(setNote, [id, note]);
}

/** The same for a part of a proposal, as a separate record. @returns the ID of that record. */
export async function closePart(
  req: PayloadRequest,
  db: Db,
  id: string,
  verdict: Verdict,
  after: JsonRecord,
): Promise<string> {
  const actor = await actorIn(req);
  const [row] = await db.query<{ id: string }>(splitOff, [
    id,
    JSON.stringify(after),
    verdict.status,
    verdict.note,
    ...decider(actor),
    actor.system,
  ]);
  await afterClosing(req, db, row?.id ?? id, verdict, actor);
  return row?.id ?? id;
}
