// Keeps the queue in sync with an asset. Called by the asset's hooks, in the transaction that wrote it, so it holds for the panel, REST
// and agents alike.
import type { PayloadRequest } from 'payload';
import type { Db } from '../core/db/pool.ts';
import {
  lockWaitingOnAsset,
  narrowProposal,
  openProposal,
  closePart,
  closeProposal,
  type QueuedProposal,
  type JsonRecord,
  type Verdict,
} from './queue.ts';
import { restartStages } from './stages/decide.ts';
import { divided, newFields, newTags, decidedFields, decidedTags, tagName, type Suggested } from './rules.ts';

/** An asset as its hooks receive it. */
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

/** What a reviewer sees of a proposed asset. */
function portrait(asset: FollowedAsset): JsonRecord {
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

/** The verdict on an asset's proposal when its status leaves `proposed`. */
function verdictOfMove(after: FollowedAsset): Verdict {
  if (after.status === 'active') return { status: 'accepted', note: null };
  if (after.status === 'rejected') return { status: 'rejected', note: after.reviewNote ?? null };
  return { status: 'withdrawn', note: null };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Updates the queue after a change to an asset: closes what is no longer waiting, and opens proposals for what is new.
 *
 * @param changed whether the change is to something that reviewers approve with the asset.
 * @returns the IDs of the proposals that were opened or closed.
 */
export async function followAsset(
  req: PayloadRequest,
  db: Db,
  workspaceId: string,
  { before, after, changed }: { before: FollowedAsset | null; after: FollowedAsset; changed: boolean },
): Promise<string[]> {
  const was = suggestedOf(before);
  const is = suggestedOf(after);
  const waited = before?.status === 'proposed';
  const waits = after.status === 'proposed';
  const suggestionsMoved =
    !same(was.proposedTags, is.proposedTags) || !same(was.proposedFields, is.proposedFields);
  if (!waited && !waits && !suggestionsMoved) return [];

  const touched: string[] = [];
  const open = before ? await lockWaitingOnAsset(db, after.id) : [];

  for (const proposal of open.filter(({ kind }) => kind === 'asset')) {
    if (waits) {
      await narrowProposal(db, proposal.id, portrait(after));
      if (changed) await restartStages(req, db, proposal);
    } else {
      await closeProposal(req, db, proposal.id, verdictOfMove(after));
      touched.push(proposal.id);
    }
  }

  touched.push(...(await closeDecided(req, db, open, was, is)));
  if (waits && !waited)
    touched.push(
      await openProposal(req, db, {
        workspaceId,
        kind: 'asset',
        on: { asset: after.id },
        before: null,
        after: portrait(after),
      }),
    );
  touched.push(...(await openSuggested(req, db, { workspaceId, assetId: after.id, was, is })));
  return touched;
}

/** Closes what was decided of waiting suggestions. */
async function closeDecided(
  req: PayloadRequest,
  db: Db,
  open: readonly QueuedProposal[],
  was: Suggested,
  is: Suggested,
): Promise<string[]> {
  const touched: string[] = [];
  const tags = decidedTags(was, is);
  const fields = decidedFields(was, is);
  for (const proposal of open) {
    if (proposal.kind === 'tags' && tags.size > 0)
      touched.push(
        ...(await closeItems(
          req,
          db,
          proposal,
          (proposal.after.tags ?? []) as string[],
          (tag) => tags.get(tagName(tag)),
          (some) => ({ tags: some }),
        )),
      );
    if (proposal.kind === 'fields' && fields.size > 0)
      touched.push(
        ...(await closeItems(
          req,
          db,
          proposal,
          Object.entries((proposal.after.fields ?? {}) as Record<string, unknown>),
          ([key]) => fields.get(key),
          (some) => ({ fields: Object.fromEntries(some) }),
        )),
      );
  }
  return touched;
}

/** Closes the decided items of a proposal, one part for each verdict. */
async function closeItems<T>(
  req: PayloadRequest,
  db: Db,
  proposal: QueuedProposal,
  items: readonly T[],
  verdictOf: (item: T) => Verdict | undefined,
  toAfter: (items: T[]) => JsonRecord,
): Promise<string[]> {
  const { left, parts } = divided(items, verdictOf);
  if (parts.length === 0) return [];
  const touched: string[] = [];
  // The waiting rest keeps the ID. If nothing is left, one of the decided parts keeps it, so no empty record remains.
  const apart = left.length > 0 ? parts : parts.slice(1);
  for (const { verdict, items: some } of apart)
    touched.push(await closePart(req, db, proposal.id, verdict, toAfter(some)));
  if (left.length > 0) await narrowProposal(db, proposal.id, toAfter(left));
  else if (parts[0]) {
    await closeProposal(req, db, proposal.id, parts[0].verdict, toAfter(parts[0].items));
    touched.push(proposal.id);
  }
  return touched;
}

/** Opens proposals for new suggestions. */
async function openSuggested(
  req: PayloadRequest,
  db: Db,
  { workspaceId, assetId, was, is }: { workspaceId: string; assetId: string; was: Suggested; is: Suggested },
): Promise<string[]> {
  const touched: string[] = [];
  const fresh = { tags: newTags(was, is), fields: newFields(was, is) };
  for (const kind of ['tags', 'fields'] as const) {
    if (Object.keys(fresh[kind]).length === 0) continue;
    const change = { kind, before: { [kind]: is[kind] }, after: { [kind]: fresh[kind] } };
    touched.push(await openProposal(req, db, { workspaceId, on: { asset: assetId }, ...change }));
  }
  return touched;
}
