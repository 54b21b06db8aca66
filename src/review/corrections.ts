// Proposed changes of what an asset already has: put into the queue with before and after, and carried out like a PATCH of the asset
// once a person accepts.
import type { PayloadRequest } from 'payload';
import type { Caller } from '../core/access/caller.ts';
import { actorIn } from '../core/access/actor.ts';
import { demandAsset, patchAsset, type Present } from '../assets/patch-asset.ts';
import { hashOf } from '../brands/publishing/state.ts';
import type { Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import type { Context } from '../core/operation.ts';
import {
  lockOwnCorrections,
  narrowProposal,
  openProposal,
  replaceNote,
  sayWhy,
  closeProposal,
  type QueuedProposal,
  type Said,
} from '../proposals/queue.ts';
import { invalid, ApiError } from '../core/errors.ts';
import { assetState, changeKind, sameValue, type ChangeKind, type Parts } from './asset-changes.ts';

export interface Proposer {
  req: PayloadRequest;
  db: Db;
  caller: Caller;
}

/** A change as its kind's schema gave it. */
export interface Change {
  kind: ChangeKind;
  change: Said;
  /** What the caller takes to stand there; where something else does, the change is refused. */
  expected?: Said | undefined;
  note?: string | undefined;
}

/** What became of a change: a proposal that waits, or nothing to do because that is what stands there. Both, where it has parts of each. */
export interface Outcome {
  proposal: { id: string; outcome: 'created' | 'replaced' | 'already_waiting' } | null;
  unchanged: Said | null;
}

/** Whether everything that `expected` names is as it says. */
function fits(expected: unknown, present: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return sameValue(expected, present);
  const there = (typeof present === 'object' && present !== null ? present : {}) as Record<string, unknown>;
  return Object.entries(expected).every(([name, value]) =>
    fits(value, Object.hasOwn(there, name) ? there[name] : null),
  );
}

/**
 * Proposes a change of an asset. What the same caller proposed for the same parts before, and what still waits, is replaced.
 *
 * @throws Refusal conflict (deleted, or not as `expected`: with `current`), invalid (with paths inside the change), rate_limited.
 */
export async function proposeChange(
  proposer: Proposer,
  assetId: string,
  { kind, change, expected, note }: Change,
): Promise<Outcome> {
  const { req, db } = proposer;
  const asset = await demandAsset(db, assetId);
  const issues = (await kind.check?.(db, asset, change)) ?? [];
  if (issues.length > 0) throw invalid(issues);
  const state = assetState(asset);
  if (expected !== undefined && !fits(expected, state))
    throw new ApiError(
      'conflict',
      'The asset is not as you expected. Look at what stands there now, and propose again if it still needs a change.',
      { current: kind.before(state, [...kind.wanted(change, state).keys()]) },
    );
  const wanted = kind.wanted(change, state);
  const open = new Map([...wanted].filter(([part, value]) => !sameValue(kind.read(state, part), value)));
  const same = [...wanted.keys()].filter((part) => !open.has(part));
  // A list of tags sent whole names every tag that stays: those are no news.
  const unchanged = same.length > 0 && (open.size === 0 || !change.tags) ? kind.before(state, same) : null;
  if (open.size === 0) return { proposal: null, unchanged };

  const known = await replaceOwn(proposer, { asset, assetId, kind, open, state }, note);
  if (known.waiting) return { proposal: { id: known.waiting, outcome: 'already_waiting' }, unchanged };
  sayWhy(req, note);
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

/** Makes room for a change among those that the same caller has waiting: the same one is the one there is, others give way. */
async function replaceOwn(
  { req, db, caller }: Proposer,
  about: { asset: Present; assetId: string; kind: ChangeKind; open: Parts; state: Said },
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
        sameValue(wanted.get(part), value) &&
        sameValue(kind.read(proposal.before ?? {}, part), kind.read(state, part)),
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
      await closeProposal(db, await actorIn(req), proposal.id, {
        status: 'withdrawn',
        note: 'Replaced by a newer proposal.',
      });
  }
  return { waiting: null, replaced };
}

/** What stands there now of what a proposal would change. */
export function presentFor(proposal: QueuedProposal, asset: Present): Said | null {
  const kind = changeKind(proposal.kind);
  return kind && kind.before(assetState(asset), [...kind.partsOf(proposal.after).keys()]);
}

/**
 * Carries a proposed change out, or `value` in its place.
 *
 * @param seen of the conflict that told what stands there now: that may be written over.
 * @returns what was accepted, where it isn't what was proposed.
 * @throws Refusal conflict where what stands there is another than what was proposed for, and than was seen; invalid.
 */
export async function acceptCorrection(
  { req, db, accessTo }: Pick<Context, 'req' | 'db' | 'accessTo'>,
  proposal: QueuedProposal,
  value: Said | undefined,
  seen: string | undefined,
  settle: (after?: Said) => Promise<void>,
): Promise<void> {
  const kind = changeKind(proposal.kind);
  if (!kind) throw new Error(`A proposal has a kind that isn't there: ${proposal.kind}.`);
  const assetId = proposal.asset_id ?? '';
  const asset = await demandAsset(db, assetId);
  const state = assetState(asset);
  const proposed = kind.partsOf(proposal.after);
  const present = kind.before(state, [...proposed.keys()]);
  const now = hashOf(present);
  const moved = [...proposed.keys()].some(
    (part) => !sameValue(kind.read(proposal.before ?? {}, part), kind.read(state, part)),
  );
  if (moved && seen !== now)
    throw new ApiError(
      'conflict',
      'The asset changed since this was proposed. Look at what stands there now, then edit the proposal to fit and accept that, or reject it.',
      { current: present, present, seen: now },
    );
  const parts = value === undefined ? proposed : kind.wanted(value, state);
  await settle(value === undefined ? undefined : kind.after(parts));
  await patchAsset(req, db, accessTo, assetId, kind.patch(state, parts));
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
