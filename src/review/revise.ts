// A proposal that was accepted in a stage but waits for the next one: it must still fit, and keeps what the reviewer edited, so that the
// next ones see what they accept.
import { z } from 'zod';
import { patchAsset } from '../assets/patch-asset.ts';
import type { Issue } from '../core/errors.ts';
import { reviseProposal, type JsonRecord, type QueuedProposal } from '../proposals/queue.ts';
import { changeKind } from './changes/index.ts';
import { demandCorrectionFits, revisedCorrection } from './corrections.ts';
import { demandBrandFits, revisedForBrand } from './brand-proposals.ts';
import type { Reviewer } from './decide.ts';
import { checkedValue, demandModuleKind, demandTakesSeen, isOwn, values } from './edits.ts';
import { demandModuleFits, revisedForModule } from './module-kinds.ts';

type Edit = { value?: unknown; seen?: string | undefined };
type IssuesOf = (error: z.ZodError) => Issue[];

/** The edited proposal; null if nothing was edited. @throws ApiError conflict if it's stale; invalid_request, invalid. */
async function revised(
  reviewer: Reviewer,
  proposal: QueuedProposal,
  { value, seen }: Edit,
  issuesOf: IssuesOf,
): Promise<{ before: JsonRecord | null; after: JsonRecord } | null> {
  const { db } = reviewer;
  const edited = <T>(schema: z.ZodType<T>): T => checkedValue(schema, value, issuesOf);
  if (!isOwn(proposal)) {
    const kind = demandModuleKind(proposal);
    if (value !== undefined)
      return revisedForModule(kind, reviewer, proposal, { value: edited(kind.value), seen });
    await demandModuleFits(kind, reviewer, proposal, undefined);
    return null;
  }
  if (proposal.corrects) {
    const schema = changeKind(proposal.kind)?.schema ?? z.never();
    if (value !== undefined) return revisedCorrection(reviewer, proposal, edited(schema), seen);
    await demandCorrectionFits(reviewer, proposal);
    return null;
  }
  if (value !== undefined)
    return revisedForBrand(
      reviewer,
      proposal,
      proposal.kind === 'rule' ? edited(values.rule) : edited(values.page),
      seen,
    );
  await demandBrandFits(db, proposal);
  return null;
}

/**
 * Checks and edits a proposal that stays waiting.
 *
 * @throws ApiError conflict if what it changes has changed since and isn't the state seen; invalid_request, invalid.
 */
export async function revise(
  reviewer: Reviewer,
  proposal: QueuedProposal,
  edit: Edit,
  issuesOf: IssuesOf,
): Promise<void> {
  const { req, db, accessTo } = reviewer;
  demandTakesSeen(proposal, edit.seen);
  if (proposal.kind === 'asset') {
    // The asset waits as well, so the edit is made right there, and the proposal follows it.
    if (edit.value === undefined) return;
    const patch = checkedValue(values.asset, edit.value, issuesOf);
    await patchAsset(req, db, accessTo, proposal.asset_id ?? '', patch);
    return;
  }
  const change = await revised(reviewer, proposal, edit, issuesOf);
  if (change) await reviseProposal(db, proposal.id, change);
}
