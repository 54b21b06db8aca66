// Keeps the queue in step with an asset: called by the asset's own hooks, in the transaction that wrote it, so that every door (the
// panel, REST, agents) leaves the two in agreement.
import type { PayloadRequest } from 'payload';
import { actorIn } from '../core/access/actor.ts';
import type { Db } from '../core/db/pool.ts';
import {
  lockWaitingOnAsset,
  narrowProposal,
  openProposal,
  closePart,
  closeProposal,
  type QueuedProposal,
  type Said,
  type Verdict,
} from './queue.ts';
import { divided, newFields, newTags, decidedFields, decidedTags, tagName, type Suggested } from './rules.ts';

/** An asset as its hooks see it. */
export interface FollowedAsset {
  id: string;
  status: string;
  tags?: string[] | null;
  fields?: Record<string, unknown> | null;
  proposedTags?: string[] | null;
  proposedFields?: Record<string, unknown> | null;
  reviewNote?: string | null;
  [field: string]: unknown;
}

const suggestedOf = (asset: FollowedAsset | null): Suggested => ({
  tags: asset?.tags ?? [],
  fields: asset?.fields ?? {},
  proposedTags: asset?.proposedTags ?? [],
  proposedFields: asset?.proposedFields ?? {},
});

/** What a reviewer is shown of an asset that waits. */
function portrait(asset: FollowedAsset): Said {
  const { filename, mimeType, width, height, metadata, rights, origin, generator, prompt } = asset;
  return {
    filename,
    mime: mimeType,
    width: width ?? null,
    height: height ?? null,
    metadata: metadata ?? {},
    tags: asset.tags ?? [],
    fields: asset.fields ?? {},
    rights: rights ?? null,
    origin: origin ?? null,
    generator: generator ?? null,
    prompt: prompt ?? null,
    parentAssetId: asset.parentAssetId ?? null,
    versionOf: asset.stackId ?? null,
  };
}

/** What a move out of `proposed` means for the proposal of the asset. */
function verdictOfMove(after: FollowedAsset): Verdict {
  if (after.status === 'active') return { status: 'accepted', note: null };
  if (after.status === 'rejected') return { status: 'rejected', note: after.reviewNote ?? null };
  return { status: 'withdrawn', note: null };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Follows a change of an asset: settles what no longer waits on it, and puts into the queue what waits anew.
 *
 * @returns the ids of the proposals that were opened or settled.
 */
export async function followAsset(
  req: PayloadRequest,
  db: Db,
  workspaceId: string,
  before: FollowedAsset | null,
  after: FollowedAsset,
): Promise<string[]> {
  const was = suggestedOf(before);
  const is = suggestedOf(after);
  const waited = before?.status === 'proposed';
  const waits = after.status === 'proposed';
  const suggestionsMoved =
    !same(was.proposedTags, is.proposedTags) || !same(was.proposedFields, is.proposedFields);
  if (!waited && !waits && !suggestionsMoved) return [];

  const actor = await actorIn(req);
  const touched: string[] = [];
  const open = before ? await lockWaitingOnAsset(db, after.id) : [];

  for (const proposal of open.filter(({ kind }) => kind === 'asset')) {
    if (waits) await narrowProposal(db, proposal.id, portrait(after));
    else {
      await closeProposal(db, actor, proposal.id, verdictOfMove(after));
      touched.push(proposal.id);
    }
  }

  const settle = async <T>(
    proposal: QueuedProposal,
    items: readonly T[],
    verdictOf: (item: T) => Verdict | undefined,
    said: (items: T[]) => Said,
  ): Promise<void> => {
    const { left, parts } = divided(items, verdictOf);
    if (parts.length === 0) return;
    // What waits stays under its id; where nothing does, one part keeps it, so that no record is left behind empty.
    const apart = left.length > 0 ? parts : parts.slice(1);
    for (const { verdict, items: some } of apart)
      touched.push(await closePart(db, actor, proposal.id, verdict, said(some)));
    if (left.length > 0) await narrowProposal(db, proposal.id, said(left));
    else if (parts[0]) {
      await closeProposal(db, actor, proposal.id, parts[0].verdict, said(parts[0].items));
      touched.push(proposal.id);
    }
  };
  const tags = decidedTags(was, is);
  const fields = decidedFields(was, is);
  for (const proposal of open) {
    if (proposal.kind === 'tags' && tags.size > 0)
      await settle(
        proposal,
        (proposal.after.tags ?? []) as string[],
        (tag) => tags.get(tagName(tag)),
        (some) => ({ tags: some }),
      );
    if (proposal.kind === 'fields' && fields.size > 0)
      await settle(
        proposal,
        Object.entries((proposal.after.fields ?? {}) as Record<string, unknown>),
        ([key]) => fields.get(key),
        (some) => ({ fields: Object.fromEntries(some) }),
      );
  }

  const on = { asset: after.id };
  if (waits && !waited)
    touched.push(
      await openProposal(req, db, { workspaceId, kind: 'asset', on, before: null, after: portrait(after) }),
    );
  const freshTags = newTags(was, is);
  if (freshTags.length > 0)
    touched.push(
      await openProposal(req, db, {
        workspaceId,
        kind: 'tags',
        on,
        before: { tags: is.tags },
        after: { tags: freshTags },
      }),
    );
  const freshFields = newFields(was, is);
  if (Object.keys(freshFields).length > 0)
    touched.push(
      await openProposal(req, db, {
        workspaceId,
        kind: 'fields',
        on,
        before: { fields: is.fields },
        after: { fields: freshFields },
      }),
    );
  return touched;
}
