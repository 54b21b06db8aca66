// Deciding on what waits: accepted as it is or edited, rejected with a note, or taken back by whoever proposed it. What it is about is
// held first, so that of two who decide at once one wins and the other is told.
import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { actorIn } from '../core/access/actor.ts';
import type { Access, Caller } from '../core/access/caller.ts';
import { lockAssetRow, demandAsset, patchAsset } from '../assets/patch-asset.ts';
import { AssetPatch, TagList } from '../assets/schemas.ts';
import { lockedBrand } from '../brands/queries.ts';
import { PageInput, RuleChanges } from '../brands/schemas.ts';
import type { Db } from '../core/db/pool.ts';
import { record } from '../core/events/record.ts';
import { FieldValue } from '../fields/schemas.ts';
import type { Target } from '../core/operation.ts';
import {
  carryOut,
  findProposal,
  lockProposal,
  closeProposal,
  type QueuedProposal,
  type Said,
} from '../proposals/queue.ts';
import { tagName } from '../proposals/rules.ts';
import type { Decision } from '../proposals/schemas.ts';
import { invalid, ApiError, type Issue } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { review } from '../core/settings/definitions.ts';
import { settingIn } from '../core/settings/read.ts';
import { changeKind } from './asset-changes.ts';
import { acceptForBrand } from './brand-proposals.ts';
import { acceptCorrection, presentFor, recordTurnedDown } from './corrections.ts';

export interface Reviewer {
  service: Service;
  req: PayloadRequest;
  db: Db;
  caller: Caller;
  accessTo: (resource: Target) => Promise<Access>;
}

/** Kinds of proposals other than changes of what an asset has (asset-changes.ts), which have their own schemas. */
type OwnKind = 'asset' | 'tags' | 'fields' | 'rule' | 'page';

/** What may be accepted in a proposal's place, by its kind. */
const values = {
  asset: AssetPatch.omit({ status: true, reviewNote: true, proposedTags: true, proposedFields: true }),
  tags: z.strictObject({ tags: TagList.min(1) }),
  fields: z.strictObject({
    fields: z
      .record(z.string(), FieldValue)
      .refine((fields) => Object.keys(fields).length > 0, 'Name at least one field.'),
  }),
  rule: RuleChanges,
  page: z.strictObject({ page: PageInput }),
} as const satisfies Record<OwnKind, z.ZodType>;

function checkedValue<T>(schema: z.ZodType<T>, value: unknown, issuesOf: (error: z.ZodError) => Issue[]): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issues = issuesOf(parsed.error).map(({ path, message }) => ({
      path: path ? `value.${path}` : 'value',
      message,
    }));
    throw new ApiError(
      'invalid_request',
      issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
      { issues },
    );
  }
  return parsed.data;
}

const notThere = (): ApiError =>
  new ApiError('not_found', 'There is no such proposal, or it is not for you to see.');

/** What stands there now, for a refusal. */
function presentOf(asset: Awaited<ReturnType<typeof lockAssetRow>>, proposal: QueuedProposal): unknown {
  if (!asset) return null;
  if (proposal.corrects) return presentFor(proposal, asset);
  return { tags: asset.tags ?? [], fields: asset.fields ?? {}, status: asset.status };
}

/** A proposal that waits, held with what it is about. @throws Refusal not_found, conflict. */
async function lockWaiting(db: Db, id: string): Promise<QueuedProposal> {
  const found = await findProposal(db, id);
  if (!found) throw notThere();
  const asset = found.asset_id === null ? null : await lockAssetRow(db, found.asset_id);
  if (found.brand_id !== null) await lockedBrand(db, found.brand_id);
  const proposal = await lockProposal(db, id);
  if (!proposal) throw notThere();
  if (proposal.status !== 'waiting') {
    const how = proposal.status === 'withdrawn' ? 'was withdrawn' : `was ${proposal.status}`;
    throw new ApiError(
      'conflict',
      `This proposal no longer waits: it ${how}${proposal.decided_by ? ` by ${proposal.decided_by}` : ''}.`,
      {
        status: proposal.status,
        decidedBy: proposal.decided_by,
        decidedAt: proposal.decided_at?.toISOString() ?? null,
        reviewNote: proposal.review_note,
        present: presentOf(asset, proposal),
      },
    );
  }
  if (asset?.deleted_at)
    throw new ApiError('conflict', 'The asset is deleted. Restore it before you decide on this.');
  return proposal;
}

/** Suggestions on an asset without those of a proposal: what stays waiting. */
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
  reviewer: Reviewer,
  proposal: QueuedProposal,
  note: string | null,
  { value, seen }: { value?: unknown; seen?: string | undefined },
  issuesOf: (error: z.ZodError) => Issue[],
): Promise<void> {
  const { req, db, accessTo } = reviewer;
  const actor = await actorIn(req);
  const verdict = { status: 'accepted', note } as const;
  const settle = (after?: Said): Promise<void> => closeProposal(db, actor, proposal.id, verdict, after);
  const checked = (schema: z.ZodType): unknown =>
    value === undefined ? undefined : checkedValue(schema, value, issuesOf);
  const edited = <K extends OwnKind>(kind: K) =>
    checked(values[kind]) as z.output<(typeof values)[K]> | undefined;
  const assetId = proposal.asset_id ?? '';
  if (seen !== undefined && !proposal.corrects && proposal.brand_id === null)
    throw invalid([{ path: 'seen', message: 'Only a rule, a page or a correction can have changed since.' }]);
  if (proposal.corrects) {
    const edit = checked(changeKind(proposal.kind)?.schema ?? z.never()) as Said | undefined;
    return acceptCorrection(reviewer, proposal, edit, seen, settle);
  }
  switch (proposal.kind as OwnKind) {
    case 'rule':
    case 'page': {
      const after = await acceptForBrand(reviewer, proposal, edited(proposal.kind as 'rule' | 'page'), seen);
      return settle(after);
    }
    case 'asset': {
      const patch = edited('asset') ?? {};
      await settle(Object.keys(patch).length > 0 ? { ...proposal.after, ...patch } : undefined);
      return patchAsset(req, db, accessTo, assetId, { ...patch, status: 'active' });
    }
    case 'tags': {
      const tags = edited('tags')?.tags ?? (proposal.after.tags as string[]);
      const own = (await demandAsset(db, assetId)).tags ?? [];
      const kept = await without(db, proposal);
      await settle({ tags });
      return patchAsset(req, db, accessTo, assetId, { ...kept, tags: [...own, ...tags] });
    }
    case 'fields': {
      const fields =
        edited('fields')?.fields ?? (proposal.after.fields as z.output<typeof values.fields>['fields']);
      const kept = await without(db, proposal);
      await settle({ fields });
      return patchAsset(req, db, accessTo, assetId, { ...kept, fields });
    }
  }
}

/** Takes a proposal out of the queue without carrying it out. An asset that waits becomes `status`. */
async function turnDown(
  { req, db, accessTo }: Reviewer,
  proposal: QueuedProposal,
  verdict: { status: 'rejected' | 'withdrawn'; note: string | null },
): Promise<void> {
  await closeProposal(db, await actorIn(req), proposal.id, verdict);
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
 * @throws Refusal not_found, conflict (decided already, or what it is about moved on: with what stands there now and the `seen` by which
 * a value is accepted in its place), invalid_request
 * (`value`), invalid (a rejection without a note where the workspace asks for one, a value that doesn't fit).
 */
export async function decide(
  reviewer: Reviewer,
  id: string,
  answer: { decision: Decision; note?: string | undefined; value?: unknown; seen?: string | undefined },
  issuesOf: (error: z.ZodError) => Issue[],
): Promise<void> {
  const { service, req, db } = reviewer;
  const { decision, note, value } = answer;
  const proposal = await lockWaiting(db, id);
  carryOut(req, id);
  if (decision === 'accept') return accept(reviewer, proposal, note ?? null, answer, issuesOf);
  if (value !== undefined)
    throw new ApiError('invalid_request', 'value: It goes with accept; a rejection has a note.', {
      issues: [{ path: 'value', message: 'It goes with accept; a rejection has a note.' }],
    });
  if (!note) {
    const place = { organizationId: null, workspaceId: proposal.workspace_id };
    const { requireNoteOnReject } = await settingIn(service, db, review, place);
    if (requireNoteOnReject)
      throw invalid([{ path: 'note', message: 'Say why it is rejected: the proposer reads it.' }]);
  }
  return turnDown(reviewer, proposal, { status: 'rejected', note: note ?? null });
}

/** Takes back what the caller, or an agent of theirs, proposed. @throws Refusal not_found, forbidden, conflict. */
export async function withdraw(reviewer: Reviewer, id: string, mayDecide: boolean): Promise<void> {
  const { caller, db, req } = reviewer;
  const found = await findProposal(db, id);
  const own =
    found !== null &&
    caller.kind !== 'nobody' &&
    (found.by_id === caller.id || (caller.kind === 'person' && found.person_id === caller.id));
  if (!own) {
    if (!found || !mayDecide) throw notThere();
    throw new ApiError('forbidden', 'Only who proposed it can withdraw it. You can reject it instead.');
  }
  const proposal = await lockWaiting(db, id);
  carryOut(req, id);
  await turnDown(reviewer, proposal, { status: 'withdrawn', note: null });
}
