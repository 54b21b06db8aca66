// Decides on proposals: accept as is or edited, reject with a note, or withdraw. The target is locked first, so if two people decide at
// once, one wins and the other gets a conflict.
import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { Access, Caller } from '../core/access/caller.ts';
import { demandAsset, lockAssetRow, lockFieldsOf, patchAsset, type Present } from '../assets/patch-asset.ts';
import type { AssetPatch } from '../assets/schemas.ts';
import { lockedBrand } from '../brands/queries.ts';
import type { Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import type { Target } from '../core/operation.ts';
import {
  carryOut,
  findProposal,
  lockProposal,
  closeProposal,
  type QueuedProposal,
  type JsonRecord,
} from '../proposals/queue.ts';
import { tagName } from '../proposals/rules.ts';
import type { Decision } from './schemas.ts';
import { invalid, notFound, ApiError, type Issue } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { review } from '../proposals/settings.ts';
import { settingIn } from '../core/settings/read.ts';
import { changeKind } from './changes/index.ts';
import type { Reading } from './changes/present.ts';
import { acceptForBrand } from './brand-proposals.ts';
import { checkedValue, demandModuleKind, demandTakesSeen, isOwn, values, type OwnKind } from './edits.ts';
import { decideInStage } from '../proposals/stages/decide.ts';
import { revise } from './revise.ts';
import {
  acceptForModule,
  lockBeforeTarget,
  lockModuleTarget,
  recordModuleTurnedDown,
  type Reviewing,
} from './module-kinds.ts';
import { acceptCorrection, presentFor, recordTurnedDown } from './corrections.ts';

export interface Reviewer {
  service: Service;
  req: PayloadRequest;
  db: Db;
  caller: Caller;
  accessTo: (resource: Target) => Promise<Access>;
}

/** The current state, for a conflict. */
async function presentOf(
  reading: Reading,
  asset: Present | null,
  proposal: QueuedProposal,
): Promise<unknown> {
  if (!asset || !isOwn(proposal)) return null;
  if (proposal.corrects) return presentFor(reading, proposal, asset);
  return { tags: asset.tags ?? [], fields: asset.fields ?? {}, status: asset.status };
}

/** Locks the asset of a proposal, and before it what its kind needs. */
async function lockAssetOf(
  db: Db,
  { asset_id, workspace_id, kind, after }: QueuedProposal,
  value: unknown,
): Promise<Present | null> {
  if (asset_id === null) return null;
  const known = changeKind(kind);
  if (known?.lockFirst) {
    await lockFieldsOf(db, asset_id);
    await known.lockFirst(db, workspace_id, [after, value]);
  }
  return lockAssetRow(db, asset_id);
}

/**
 * Locks a waiting proposal, and its target before it.
 *
 * @param value what a reviewer makes of it, unchecked.
 * @throws ApiError not_found, conflict.
 */
export async function lockWaiting(reading: Reading, id: string, value?: unknown): Promise<QueuedProposal> {
  const { db } = reading;
  const found = await findProposal(db, id);
  if (!found) throw notFound();
  await lockBeforeTarget(db, found);
  const asset = await lockAssetOf(db, found, value);
  if (found.brand_id !== null) await lockedBrand(db, found.brand_id);
  if (found.asset_id === null && found.brand_id === null) await lockModuleTarget(db, found);
  const proposal = await lockProposal(db, id);
  if (!proposal) throw notFound();
  if (proposal.status !== 'waiting') {
    const by = proposal.decided_by ? ` by ${proposal.decided_by}` : '';
    throw new ApiError('conflict', `This proposal was already ${proposal.status}${by}.`, {
      status: proposal.status,
      decidedBy: proposal.decided_by,
      decidedAt: proposal.decided_at?.toISOString() ?? null,
      reviewNote: proposal.review_note,
      present: await presentOf(reading, asset, proposal),
    });
  }
  if (asset?.deleted_at && !changeKind(proposal.kind)?.evenDeleted)
    throw new ApiError('conflict', 'The asset is deleted. Restore it before deciding on this proposal.');
  return proposal;
}

/** The suggestions on an asset that stay waiting without those of a proposal. */
async function without(db: Db, { asset_id, kind, after }: QueuedProposal): Promise<AssetPatch> {
  const asset = await demandAsset(db, asset_id ?? '');
  if (kind === 'tags') {
    const gone = new Set(((after.tags ?? []) as string[]).map(tagName));
    return { proposedTags: (asset.proposed_tags ?? []).filter((tag) => !gone.has(tagName(tag))) };
  }
  const gone = new Set(Object.keys(after.fields ?? {}));
  return {
    proposedFields: Object.fromEntries(
      Object.entries(asset.proposed_fields ?? {}).filter(([key]) => !gone.has(key)),
    ),
  };
}

async function accept(
  reviewer: Reviewer & Pick<Reviewing, 'showOnce'>,
  proposal: QueuedProposal,
  note: string | null,
  { value, seen }: { value?: unknown; seen?: string | undefined },
  issuesOf: (error: z.ZodError) => Issue[],
): Promise<void> {
  const { req, db, accessTo } = reviewer;
  const verdict = { status: 'accepted', note } as const;
  const close = (after?: JsonRecord): Promise<void> =>
    closeProposal(req, db, proposal.id, verdict, after, value !== undefined);
  const checked = (schema: z.ZodType): unknown =>
    value === undefined ? undefined : checkedValue(schema, value, issuesOf);
  const edited = <K extends OwnKind>(kind: K) =>
    checked(values[kind]) as z.output<(typeof values)[K]> | undefined;
  if (!isOwn(proposal)) {
    const kind = demandModuleKind(proposal);
    const edit = checked(kind.value) as JsonRecord | undefined;
    return close(await acceptForModule(kind, reviewer, proposal, { edited: edit, seen }));
  }
  const assetId = proposal.asset_id ?? '';
  demandTakesSeen(proposal, seen);
  if (proposal.corrects) {
    const edit = checked(changeKind(proposal.kind)?.schema ?? z.never()) as JsonRecord | undefined;
    return acceptCorrection(reviewer, proposal, edit, seen, close);
  }
  switch (proposal.kind as OwnKind) {
    case 'rule':
    case 'page': {
      const after = await acceptForBrand(reviewer, proposal, edited(proposal.kind as 'rule' | 'page'), seen);
      return close(after);
    }
    case 'asset': {
      const patch = edited('asset') ?? {};
      await close(Object.keys(patch).length > 0 ? { ...proposal.after, ...patch } : undefined);
      await patchAsset(req, db, accessTo, assetId, { ...patch, status: 'active' });
      return;
    }
    case 'tags': {
      const tags = edited('tags')?.tags ?? (proposal.after.tags as string[]);
      const own = (await demandAsset(db, assetId)).tags ?? [];
      const kept = await without(db, proposal);
      await close({ tags });
      await patchAsset(req, db, accessTo, assetId, { ...kept, tags: [...own, ...tags] });
      return;
    }
    case 'fields': {
      const fields =
        edited('fields')?.fields ?? (proposal.after.fields as z.output<typeof values.fields>['fields']);
      const kept = await without(db, proposal);
      await close({ fields });
      await patchAsset(req, db, accessTo, assetId, { ...kept, fields });
      return;
    }
  }
}

/** Closes a proposal without applying it. A proposed asset becomes rejected or a draft. */
async function turnDown(
  { req, db, accessTo }: Reviewer,
  proposal: QueuedProposal,
  verdict: { status: 'rejected' | 'withdrawn'; note: string | null },
): Promise<void> {
  await closeProposal(req, db, proposal.id, verdict);
  if (!isOwn(proposal)) return recordModuleTurnedDown(req, proposal, verdict);
  if (proposal.corrects) return recordTurnedDown(req, proposal, verdict);
  const assetId = proposal.asset_id ?? '';
  if (proposal.kind === 'asset')
    await patchAsset(
      req,
      db,
      accessTo,
      assetId,
      verdict.status === 'rejected' ? { status: 'rejected', reviewNote: verdict.note } : { status: 'draft' },
    );
  else if (proposal.asset_id !== null)
    await patchAsset(req, db, accessTo, assetId, await without(db, proposal));
  else
    await record(req, {
      type: `brand.${proposal.kind}_proposal_${verdict.status}`,
      workspaceId: proposal.workspace_id,
      subject: { kind: 'brand', id: proposal.brand_id ?? '' },
      detail: { proposals: [proposal.id], ...(verdict.note ? { note: verdict.note } : {}) },
    });
}

/**
 * Decides on a proposal.
 *
 * @returns what the reviewer is shown once and nothing stores, such as the address of a new link; null if nothing
 * @throws ApiError not_found; conflict (already decided, or the target changed: with its current state and the `seen` for accepting a
 *   value in its place); invalid_request (`value`); invalid (a rejection without a required note, or a value that doesn't fit).
 */
export async function decide(
  reviewer: Reviewer,
  id: string,
  answer: { decision: Decision; note?: string | undefined; value?: unknown; seen?: string | undefined },
  issuesOf: (error: z.ZodError) => Issue[],
): Promise<JsonRecord | null> {
  const { service, req, db, caller, accessTo } = reviewer;
  const { decision, note, value } = answer;
  const proposal = await lockWaiting(reviewer, id, value);
  carryOut(req, id);
  const edited = value !== undefined;
  if (decision === 'accept') {
    const isDecided = await decideInStage(req, db, proposal, { decision, note: note ?? null, edited });
    if (!isDecided) {
      await revise(reviewer, proposal, answer, issuesOf);
      return null;
    }
    let shown: JsonRecord | null = null;
    const showOnce = (values: JsonRecord): void => void (shown = values);
    const reviewing = { service, req, db, caller, accessTo, showOnce };
    await accept(reviewing, proposal, note ?? null, answer, issuesOf);
    return shown;
  }
  if (value !== undefined)
    throw new ApiError(
      'invalid_request',
      'value: Only allowed with accept. To explain a rejection, send note.',
      {
        issues: [{ path: 'value', message: 'Only allowed with accept. To explain a rejection, send note.' }],
      },
    );
  if (!note) {
    const place = { organizationId: null, workspaceId: proposal.workspace_id };
    const { requireNoteOnReject } = await settingIn(service, db, review, place);
    if (requireNoteOnReject)
      throw invalid([
        { path: 'note', message: 'Give a reason for the rejection. The proposer will see it.' },
      ]);
  }
  await decideInStage(req, db, proposal, { decision, note: note ?? null, edited: false });
  await turnDown(reviewer, proposal, { status: 'rejected', note: note ?? null });
  return null;
}

/** Withdraws a proposal of the caller or of one of their agents. @throws ApiError not_found, forbidden, conflict. */
export async function withdraw(reviewer: Reviewer, id: string, mayDecide: boolean): Promise<void> {
  const { caller, db, req } = reviewer;
  const found = await findProposal(db, id);
  const own =
    found !== null &&
    caller.kind !== 'nobody' &&
    (found.by_id === caller.id || (caller.kind === 'person' && found.person_id === caller.id));
  if (!own) {
    if (!found || !mayDecide) throw notFound();
    throw new ApiError('forbidden', 'Only the proposer can withdraw it. You can reject it instead.');
  }
  const proposal = await lockWaiting(reviewer, id);
  carryOut(req, id);
  await turnDown(reviewer, proposal, { status: 'withdrawn', note: null });
}
