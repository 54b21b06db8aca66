// The records of the queue: one is opened, and one is settled, in the transaction of what it is about.
import type { PayloadRequest } from 'payload';
import { actorIn, type Actor } from '../core/access/actor.ts';
import { nameOf, personOf } from '../core/access/caller.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError } from '../core/errors.ts';
import { serviceOf } from '../core/service.ts';
import { agents } from '../core/settings/definitions.ts';
import { settingIn } from '../core/settings/read.ts';
import type { ProposalKind, ProposalStatus } from './schemas.ts';

export type Said = Record<string, unknown>;

/** A record as it is stored, without whom it is shown to. */
export interface QueuedProposal {
  id: string;
  workspace_id: string;
  kind: ProposalKind;
  asset_id: string | null;
  brand_id: string | null;
  /** A change of existing values: it is in the queue alone, not in what the asset says waits on it. */
  corrects: boolean;
  by_kind: string;
  by_id: string | null;
  by_name: string;
  person_id: string | null;
  note: string | null;
  before: Said | null;
  after: Said;
  status: ProposalStatus;
  decided_by: string | null;
  decided_at: Date | null;
  review_note: string | null;
}

const columns = `q.id, q.workspace_id, q.kind, q.asset_id, q.brand_id, q.corrects, q.by_kind, q.by_id, q.by_name, q.person_id, q.note, q.before, q.after, q.status,
  q.decided_by, q.decided_at, q.review_note`;

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

/** The proposal of an asset that waits itself. */
export async function waitingAssetProposal(db: Db, assetId: string): Promise<string | null> {
  return (await db.query<{ id: string }>(waitingAsset, [assetId]))[0]?.id ?? null;
}

export async function findProposal(db: Db, id: string): Promise<QueuedProposal | null> {
  return (await db.query<QueuedProposal>(byId, [id]))[0] ?? null;
}

/** Changes of existing values of one kind that a caller proposed for an asset and that wait, newest first. The asset is held before. */
export function lockOwnCorrections(
  db: Db,
  { assetId, kind, callerId }: { assetId: string; kind: ProposalKind; callerId: string },
): Promise<QueuedProposal[]> {
  return db.query<QueuedProposal>(ownCorrections, [assetId, kind, callerId]);
}

/** Held until the transaction ends. What it is about is held first, so that two who decide meet there. */
export async function lockProposal(db: Db, id: string): Promise<QueuedProposal | null> {
  return (await db.query<QueuedProposal>(locked, [id]))[0] ?? null;
}

/** What an asset says waits on it, oldest first, held: without changes of existing values. The asset is held before. */
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
  `insert into marque.proposals (workspace_id, kind, asset_id, brand_id, by_kind, by_id, by_name, person_id, person_name, note, before, after, corrects)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id`,
);

/** @throws Refusal rate_limited once a key has proposed as much within an hour as the workspace lets one. */
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
    `One agent may propose ${proposalsPerHour} times an hour here, and this one has. Wait ${seconds} seconds; let a person look at what waits meanwhile.`,
    { retryAfterSeconds: seconds, proposalsPerHour },
  );
}

interface ProposalContext {
  marqueProposalNote?: string | undefined;
  marqueProposal?: string | undefined;
}

/** Says why, for what this request proposes. */
export function sayWhy(req: PayloadRequest, note: string | undefined): void {
  (req.context as ProposalContext).marqueProposalNote = note || undefined;
}

/** Says which proposal this request carries out or turns down, for the events that tell of it. */
export function carryOut(req: PayloadRequest, proposalId: string): void {
  (req.context as ProposalContext).marqueProposal = proposalId;
}

export function carriedOut(req: PayloadRequest): string | undefined {
  return (req.context as ProposalContext).marqueProposal;
}

export interface NewProposal {
  workspaceId: string;
  kind: ProposalKind;
  on: { asset: string } | { brand: string };
  before: Said | null;
  after: Said;
  corrects?: boolean;
}

/**
 * Puts something into the queue, for whoever acts in this request.
 *
 * @returns its id.
 * @throws Refusal rate_limited (`agents.proposalsPerHour`).
 */
export async function openProposal(req: PayloadRequest, db: Db, proposal: NewProposal): Promise<string> {
  const actor = await actorIn(req);
  await demandRoom(req, db, proposal.workspaceId, actor);
  const { caller } = actor;
  const person = caller.kind === 'key' ? caller.owner : caller.kind === 'person' ? caller : null;
  const [row] = await db.query<{ id: string }>(insert, [
    proposal.workspaceId,
    proposal.kind,
    'asset' in proposal.on ? proposal.on.asset : null,
    'brand' in proposal.on ? proposal.on.brand : null,
    actor.system ? 'system' : caller.kind,
    caller.kind === 'nobody' ? null : caller.id,
    actor.system ? 'Marque' : nameOf(caller),
    personOf(caller),
    person?.name ?? null,
    (req.context as ProposalContext).marqueProposalNote ?? null,
    proposal.before === null ? null : JSON.stringify(proposal.before),
    JSON.stringify(proposal.after),
    proposal.corrects ?? false,
  ]);
  if (!row) throw new Error('The proposal was not stored.');
  return row.id;
}

// ---- settling

export interface Verdict {
  status: Exclude<ProposalStatus, 'waiting'>;
  note: string | null;
}

const settle = statement(
  'proposals:settle',
  `update marque.proposals set status = $2, review_note = $3, decided_by = $4, decided_by_id = $5, decided_at = date_trunc('milliseconds', now()),
     after = coalesce($6::jsonb, after) where id = $1`,
);
const narrow = statement('proposals:narrow', 'update marque.proposals set after = $2 where id = $1');
const setNote = statement('proposals:set-note', 'update marque.proposals set note = $2 where id = $1');
const splitOff = statement(
  'proposals:split-off',
  `insert into marque.proposals (workspace_id, kind, asset_id, brand_id, by_kind, by_id, by_name, person_id, person_name, note, before, after, corrects, status,
     review_note, decided_by, decided_by_id, decided_at, created_at)
   select workspace_id, kind, asset_id, brand_id, by_kind, by_id, by_name, person_id, person_name, note, before, $2, corrects, $3, $4, $5, $6,
     date_trunc('milliseconds', now()), created_at from marque.proposals where id = $1 returning id`,
);

const decider = ({ system, caller }: Actor): [string, string | null] => [
  system ? 'Marque' : nameOf(caller),
  system || caller.kind === 'nobody' ? null : caller.id,
];

/** Settles a proposal as a whole; `after` where it was accepted otherwise than it was proposed, or what is left of it. */
export async function closeProposal(
  db: Db,
  actor: Actor,
  id: string,
  { status, note }: Verdict,
  after?: Said,
): Promise<void> {
  await db.query(settle, [id, status, note, ...decider(actor), after ? JSON.stringify(after) : null]);
}

/** Keeps waiting what is left of a proposal, of which a part was decided. */
export async function narrowProposal(db: Db, id: string, after: Said): Promise<void> {
  await db.query(narrow, [id, JSON.stringify(after)]);
}

/** Gives a proposal that waits another reason, where its proposer sent one. */
export async function replaceNote(db: Db, id: string, note: string): Promise<void> {
  await db.query(setNote, [id, note]);
}

/** Settles a part of a proposal, as a record of its own. @returns that record's id. */
export async function closePart(
  db: Db,
  actor: Actor,
  id: string,
  { status, note }: Verdict,
  after: Said,
): Promise<string> {
  const [row] = await db.query<{ id: string }>(splitOff, [
    id,
    JSON.stringify(after),
    status,
    note,
    ...decider(actor),
  ]);
  return row?.id ?? id;
}
