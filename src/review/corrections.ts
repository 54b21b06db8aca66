// Proposed changes to existing values of an asset: queued with before and after, and applied like a PATCH of the asset when a person
// accepts.
import type { PayloadRequest } from 'payload';
import type { Present } from '../assets/patch-asset.ts';
import { assetSeenBy } from '../assets/queries.ts';
import { hashOf, sameContent } from '../brands/publishing/state.ts';
import { record } from '../core/events/record.ts';
import type { Context } from '../core/operation.ts';
import {
  lockOwnCorrections,
  narrowProposal,
  openProposal,
  replaceNote,
  setProposalNote,
  closeProposal,
  type QueuedProposal,
  type JsonRecord,
} from '../proposals/queue.ts';
import { invalid, ApiError } from '../core/errors.ts';
import { assetState, changeKind } from './changes/index.ts';
import type { ApplyingChange, ChangeKind, CheckingChange, Parts } from './changes/kind.ts';
import { lockProposedOn, withRest, type ProposedOn, type Reading } from './changes/present.ts';
import { staleProposal } from './stale-proposal.ts';

export type Proposer = Pick<Context, 'req' | 'db' | 'caller' | 'accessTo'>;

/** A change, parsed with its kind's schema. */
export interface Change {
  kind: ChangeKind;
  change: JsonRecord;
  /** The current values the caller expects; if they differ, the change is a conflict. */
  expected?: JsonRecord | undefined;
  note?: string | undefined;
}

/** The outcome of a change: a proposal, the parts that are already set, or both. */
export interface Outcome {
  proposal: { id: string; outcome: 'created' | 'replaced' | 'already_waiting' } | null;
  unchanged: JsonRecord | null;
}

/** Whether everything in `expected` matches. */
export function fits(expected: unknown, present: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return sameContent(expected, present);
  const there = (typeof present === 'object' && present !== null ? present : {}) as Record<string, unknown>;
  return Object.entries(expected).every(([name, value]) =>
    fits(value, Object.hasOwn(there, name) ? there[name] : null),
  );
}

/**
 * Proposes a change to an asset. Replaces waiting proposals of the same caller for the same parts.
 *
 * @throws ApiError conflict (deleted, or different from `expected`: with `current`), invalid (with paths inside the change),
 *   rate_limited.
 */
export async function proposeChange(
  proposer: Proposer,
  assetId: string,
  { kind, change, expected, note }: Change,
): Promise<Outcome> {
  const { req, db } = proposer;
  const asset = await lockProposedOn(proposer, assetId, kind);
  const issues = (await kind.check?.(proposer, { id: assetId, asset }, change)) ?? [];
  if (issues.length > 0) throw invalid(issues);
  const state = assetState(asset);
  if (expected !== undefined && !fits(expected, await stateSeen(proposer, assetId, state)))
    throw new ApiError(
      'conflict',
      "The asset doesn't match the values you expected. Check the current values, and propose again if it still needs a change.",
      { current: kind.before(state, [...kind.wanted(change, state).keys()]) },
    );
  const wanted = kind.wanted(change, state);
  const open = new Map([...wanted].filter(([part, value]) => !sameContent(kind.read(state, part), value)));
  const same = [...wanted.keys()].filter((part) => !open.has(part));
  // A whole list of tags also contains every tag that stays; those aren't reported.
  const unchanged = same.length > 0 && (open.size === 0 || !change.tags) ? kind.before(state, same) : null;
  if (open.size === 0) return { proposal: null, unchanged };

  const known = await replaceOwn(proposer, { asset, assetId, kind, open, state }, note);
  if (known.waiting) return { proposal: { id: known.waiting, outcome: 'already_waiting' }, unchanged };
  setProposalNote(req, note);
  const [before, after] = [kind.before(state, [...open.keys()]), kind.after(open)];
  const id = await openProposal(req, db, {
    workspaceId: asset.workspace_id,
    kind: kind.name,
    on: { asset: assetId },
    before,
    after,
    corrects: true,
  });
  await record(req, {
    type: 'asset.change_proposed',
    workspaceId: asset.workspace_id,
    subject: { kind: 'asset', id: assetId },
    detail: { filename: asset.filename, proposals: [id], changes: { [kind.name]: { before, after } } },
  });
  return { proposal: { id, outcome: known.replaced ? 'replaced' : 'created' }, unchanged };
}

/** The state as the caller knows it: without collections that are hidden from them. */
async function stateSeen({ db, caller }: Proposer, assetId: string, state: JsonRecord): Promise<JsonRecord> {
  const { collections } = await assetSeenBy(db, caller, assetId);
  return { ...state, collections };
}

/** Finds an equal waiting proposal of the caller, or withdraws the parts of others that this change replaces. */
async function replaceOwn(
  { req, db, caller }: Proposer,
  about: { asset: ProposedOn; assetId: string; kind: ChangeKind; open: Parts; state: JsonRecord },
  note: string | undefined,
): Promise<{ waiting: string | null; replaced: boolean }> {
  const { assetId, kind, open, state } = about;
  if (caller.kind === 'nobody') return { waiting: null, replaced: false };
  const own = await lockOwnCorrections(db, { assetId, kind: kind.name, callerId: caller.id });
  const parts = own.map((proposal) => ({ proposal, wanted: kind.partsOf(proposal.after) }));
  const alike = parts.find(({ proposal, wanted }) =>
    [...open].every(
      ([part, value]) =>
        wanted.has(part) &&
        sameContent(wanted.get(part), value) &&
        sameContent(kind.read(proposal.before ?? {}, part), kind.read(state, part)),
    ),
  );
  if (alike) {
    if (note) await replaceNote(db, alike.proposal.id, note);
    return { waiting: alike.proposal.id, replaced: false };
  }
  let replaced = false;
  for (const { proposal, wanted } of parts) {
    const left = new Map([...wanted].filter(([part]) => !open.has(part)));
    if (left.size === wanted.size) continue;
    replaced = true;
    if (left.size > 0) await narrowProposal(db, proposal.id, kind.after(left));
    else
      await closeProposal(req, db, proposal.id, {
        status: 'withdrawn',
        note: 'Replaced by a newer proposal.',
      });
  }
  return { waiting: null, replaced };
}

/** The current values of what a proposal would change. */
export async function presentFor(
  reading: Reading,
  proposal: QueuedProposal,
  asset: Present,
): Promise<JsonRecord | null> {
  const kind = changeKind(proposal.kind);
  if (!kind) return null;
  const state = assetState(await withRest(reading, proposal.asset_id ?? '', asset, kind));
  return kind.before(state, [...kind.partsOf(proposal.after).keys()]);
}

/**
 * What a proposed change, or `value` in its place, makes of an asset.
 *
 * @param seen from an earlier conflict: this state may be overwritten.
 * @throws ApiError conflict if the state changed since the proposal and isn't the one seen.
 */
async function fitted(
  reading: Reading,
  proposal: QueuedProposal,
  value: JsonRecord | undefined,
  seen: string | undefined,
): Promise<{ kind: ChangeKind; asset: ProposedOn; state: JsonRecord; parts: Parts }> {
  const kind = changeKind(proposal.kind);
  if (!kind) throw new Error(`Unknown proposal kind: ${proposal.kind}.`);
  const asset = await lockProposedOn(reading, proposal.asset_id ?? '', kind);
  const state = assetState(asset);
  const proposed = kind.partsOf(proposal.after);
  const present = kind.before(state, [...proposed.keys()]);
  const now = hashOf(present);
  const moved = [...proposed.keys()].some(
    (part) => !sameContent(kind.read(proposal.before ?? {}, part), kind.read(state, part)),
  );
  if (moved && seen !== now) throw staleProposal('The asset', { current: present, present, seen: now });
  return { kind, asset, state, parts: value === undefined ? proposed : kind.wanted(value, state) };
}

/**
 * Applies a proposed change, or `value` in its place.
 *
 * @throws ApiError conflict, as for `fitted`; invalid.
 */
export async function acceptCorrection(
  reviewing: ApplyingChange,
  proposal: QueuedProposal,
  value: JsonRecord | undefined,
  seen: string | undefined,
  close: (after?: JsonRecord) => Promise<void>,
): Promise<void> {
  const { kind, state, parts } = await fitted(reviewing, proposal, value, seen);
  await close(value === undefined ? undefined : kind.after(parts));
  await kind.apply(reviewing, proposal.asset_id ?? '', state, parts);
}

/**
 * The proposal as a reviewer edited it, for those who decide after them.
 *
 * @throws ApiError conflict, as for `fitted`; invalid.
 */
export async function revisedCorrection(
  checking: CheckingChange,
  proposal: QueuedProposal,
  value: JsonRecord,
  seen: string | undefined,
): Promise<{ before: JsonRecord; after: JsonRecord }> {
  const { kind, asset, state, parts } = await fitted(checking, proposal, value, seen);
  const changed = { id: proposal.asset_id ?? '', asset };
  const issues = (await kind.check?.(checking, changed, value)) ?? [];
  if (issues.length > 0)
    throw invalid(issues.map(({ path, message }) => ({ path: path ? `value.${path}` : 'value', message })));
  return { before: kind.before(state, [...parts.keys()]), after: kind.after(parts) };
}

/** @throws ApiError conflict if what a proposal changes has changed since. */
export async function demandCorrectionFits(reading: Reading, proposal: QueuedProposal): Promise<void> {
  await fitted(reading, proposal, undefined, undefined);
}

/** Records that a proposed change was rejected or withdrawn. The asset stays as it is. */
export async function recordTurnedDown(
  req: PayloadRequest,
  proposal: QueuedProposal,
  verdict: { status: 'rejected' | 'withdrawn'; note: string | null },
): Promise<void> {
  await record(req, {
    type: `asset.change_${verdict.status}`,
    workspaceId: proposal.workspace_id,
    subject: { kind: 'asset', id: proposal.asset_id ?? '' },
    detail: {
      proposals: [proposal.id],
      kind: proposal.kind,
      ...(verdict.note ? { note: verdict.note } : {}),
    },
  });
}
