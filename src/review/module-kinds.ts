// Kinds of proposals of other modules. They wait in the same queue as Marque's own, are accepted by a function of the module, and are stale
// when what they change has changed since.
import { z } from 'zod';
import type { PayloadRequest } from 'payload';
import type { Caller } from '../core/access/caller.ts';
import { resourceNames } from '../core/access/resources.ts';
import { lockTarget } from '../core/access/targets.ts';
import { ownerOf, takeContributions } from '../core/contributions.ts';
import { hashOf } from '../brands/publishing/state.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { ApiError, notFound } from '../core/errors.ts';
import { blaming } from '../core/failures.ts';
import { record } from '../core/events/record.ts';
import type { Context } from '../core/operation.ts';
import { openProposal, setProposalNote, type JsonRecord, type QueuedProposal } from '../proposals/queue.ts';
import { describedKinds, proposalKindNames, proposalKinds } from './kinds.ts';

declare module '../core/contributions.ts' {
  interface Contributions {
    /** Kinds of proposals, in the review queue beside Marque's own. */
    proposalKinds: ModuleProposalKind;
  }
}

/** What `accept` is given: the reviewer's transaction, and what they may do elsewhere. */
export type Reviewing = Pick<Context, 'service' | 'req' | 'db' | 'caller' | 'accessTo'>;

/** A kind of proposal. `Value` is what is proposed, and what a reviewer can accept in its place. */
export interface ModuleProposalKind<Value extends JsonRecord = JsonRecord> {
  /** Lowercase letters, digits and underscores. It is stored: don't change it. */
  name: string;
  /** What it is about: `asset`, `brand`, or the name of a resource. Whoever can write it decides. */
  on: string;
  /** In the panel's filter and above a proposal: `Asset for a campaign`. */
  label: string;
  /** One and several of its proposals, as the reviewers' mail counts them. */
  counted: readonly [one: string, several: string];
  /** What `after` holds, for the API's documentation. */
  described: string;
  value: z.ZodType<Value>;
  /** The current state of what it changes. If that differs from when it was proposed, accepting it is a conflict. */
  current(db: Db, targetId: string, value: Value): Promise<JsonRecord>;
  /**
   * Applies what was proposed, or what a reviewer made of it.
   * @returns what to keep as `after`, if it isn't `value`.
   * @throws ApiError to leave the proposal waiting.
   */
  accept(reviewing: Reviewing, targetId: string, value: Value): Promise<JsonRecord | void>;
  /** Shows and edits what is proposed, as a path of Payload's import map: `./preview.tsx#Preview`. Its props: `ProposalPreviewProps`. */
  component?: string;
}

/** Declares a kind of proposal. */
export function defineProposalKind<Value extends JsonRecord>(
  kind: ModuleProposalKind<Value>,
): ModuleProposalKind<Value> {
  return kind;
}

const table = new Map<string, ModuleProposalKind>();

takeContributions('proposalKinds', (kind) => {
  if (proposalKindNames.some((own) => own === kind.name) || !/^[a-z][a-z0-9_]{0,39}$/.test(kind.name))
    throw new Error(
      `"${kind.name}" can't name a kind of proposal. Use a lowercase letter, then up to 39 lowercase letters, digits or underscores, and none of Marque's own names.`,
    );
  table.set(kind.name, kind);
});

export const moduleKind = (name: string): ModuleProposalKind | undefined => table.get(name);

/** The kinds there are once modules have added theirs. */
export const proposalKindNamesNow = (): string[] => [...proposalKindNames, ...table.keys()];

/** The kinds there are. Lazy, so that modules have added theirs before it is built. */
export const ProposalKindName = z.lazy(() => z.enum(proposalKindNamesNow()));

/** What a proposal can be about. */
export const ProposalResource = z.lazy(() => {
  const added = resourceNames().filter((name) => !['organization', 'workspace', 'collection'].includes(name));
  return z.enum(['asset', 'brand', ...added.filter((name) => name !== 'asset' && name !== 'brand')]);
});

/** How many of a kind, in words: "2 new assets". */
export function countedKinds(kind: string, count: number): string {
  const own = proposalKindNames.find((name) => name === kind);
  const words = own ? proposalKinds[own].counted : (table.get(kind)?.counted ?? ['proposal', 'proposals']);
  return `${count} ${words[count === 1 ? 0 : 1]}`;
}

/** What `after` holds by kind, for the API's documentation. */
export const describedAfter = (): string => describedKinds(proposalKinds, ({ described }) => described.after);

/** The ID of what a proposal is about. */
export const targetIdOf = ({ asset_id, brand_id, resource_id }: QueuedProposal): string =>
  asset_id ?? brand_id ?? resource_id ?? '';

const ofKind = (kind: Pick<ModuleProposalKind, 'name'>) =>
  ({ module: ownerOf(kind), during: 'call', name: kind.name }) as const;

const waitingAlike = statement(
  'proposals:alike-of-module',
  `select id from marque.proposals where coalesce(asset_id, brand_id, resource_id) = $1 and kind = $2 and by_id = $3 and status = 'waiting'
     and after = $4::jsonb limit 1`,
);

export interface Proposing {
  req: PayloadRequest;
  db: Db;
  caller: Caller;
  /** To the target, as the operation's access check found it. */
  access: Context['access'];
}

/**
 * Proposes a change of a module's kind to the target of the operation.
 *
 * @returns the proposal's ID; if the caller's same proposal is already waiting, the ID of that one.
 * @throws ApiError rate_limited (`agents.proposalsPerHour`), and what the kind's `current` throws.
 */
export async function proposeKind<Value extends JsonRecord>(
  { req, db, caller, access }: Proposing,
  kind: ModuleProposalKind<Value>,
  { value, note }: { value: Value; note?: string | undefined },
): Promise<string> {
  const { id, workspaceId } = access;
  if (id === null || workspaceId === null || caller.kind === 'nobody') throw notFound();
  await lockTarget(db, { [kind.on]: id }, id);
  const [known] = await db.query<{ id: string }>(waitingAlike, [
    id,
    kind.name,
    caller.id,
    JSON.stringify(value),
  ]);
  if (known) return known.id;
  setProposalNote(req, note);
  const on = kind.on === 'asset' ? { asset: id } : kind.on === 'brand' ? { brand: id } : { resource: id };
  const before = await blaming(ofKind(kind), () => kind.current(db, id, value));
  // Like a correction, it's in the queue alone, not among the suggestions of an asset.
  const proposal = { workspaceId, kind: kind.name, on, before, after: value, corrects: true };
  const proposed = await openProposal(req, db, proposal);
  await record(req, {
    type: `${kind.on}.${kind.name}_proposed`,
    workspaceId,
    subject: { kind: kind.on, id },
    detail: { proposals: [proposed] },
  });
  return proposed;
}

/** @throws ApiError conflict if what a proposal changes has changed since, and its state isn't the one seen. */
export async function demandModuleFits(
  kind: ModuleProposalKind,
  db: Db,
  proposal: QueuedProposal,
  seen: string | undefined,
): Promise<void> {
  const present = await blaming(ofKind(kind), () => kind.current(db, targetIdOf(proposal), proposal.after));
  const now = hashOf(present);
  if (now !== hashOf(proposal.before ?? {}) && now !== seen)
    throw new ApiError(
      'conflict',
      'What this changes has changed since it was proposed. Review the current state, then accept an edited value that fits it, or reject the proposal.',
      { present, seen: now },
    );
}

/** The proposal as a reviewer edited it, for those who decide after them. @throws ApiError conflict. */
export async function revisedForModule(
  kind: ModuleProposalKind,
  db: Db,
  proposal: QueuedProposal,
  { value, seen }: { value: JsonRecord; seen: string | undefined },
): Promise<{ before: JsonRecord; after: JsonRecord }> {
  await demandModuleFits(kind, db, proposal, seen);
  const before = await blaming(ofKind(kind), () => kind.current(db, targetIdOf(proposal), value));
  return { before, after: value };
}

/**
 * Applies a proposal of a module's kind, or `edited` in its place.
 *
 * @param seen from an earlier conflict: this state may be overwritten.
 * @returns what was applied, if it isn't what was proposed.
 * @throws ApiError conflict if the state changed since the proposal and isn't the one seen.
 */
export async function acceptForModule(
  kind: ModuleProposalKind,
  reviewing: Reviewing,
  proposal: QueuedProposal,
  { edited, seen }: { edited: JsonRecord | undefined; seen: string | undefined },
): Promise<JsonRecord | undefined> {
  const id = targetIdOf(proposal);
  await demandModuleFits(kind, reviewing.db, proposal, seen);
  const applied = await blaming(ofKind(kind), () => kind.accept(reviewing, id, edited ?? proposal.after));
  return applied ?? edited;
}

/** Records that a proposal of a module's kind was rejected or withdrawn. */
export async function recordModuleTurnedDown(
  req: PayloadRequest,
  proposal: QueuedProposal,
  verdict: { status: 'rejected' | 'withdrawn'; note: string | null },
): Promise<void> {
  const on = moduleKind(proposal.kind)?.on ?? 'proposal';
  await record(req, {
    type: `${on}.${proposal.kind}_proposal_${verdict.status}`,
    workspaceId: proposal.workspace_id,
    subject: { kind: on, id: targetIdOf(proposal) },
    detail: { proposals: [proposal.id], ...(verdict.note ? { note: verdict.note } : {}) },
  });
}
