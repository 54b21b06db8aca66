// Bytes sent again that are an asset already: what came with them is compared with the asset, and what differs becomes proposals, or
// is listed as not applied. Nothing that was sent is dropped without a word.
import type { PayloadRequest } from 'payload';
import { rankOf } from '../core/access/ladder.ts';
import { demandAsset } from '../assets/patch-asset.ts';
import { proposeAgain } from '../assets/ingest/propose-again.ts';
import { assetSeenBy } from '../assets/queries.ts';
import { changedRights, type Asset, type NewAssetMeta } from '../assets/schemas.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { sayWhy, waitingAssetProposal } from '../proposals/queue.ts';
import { assetState, changeKind, sameValue } from './asset-changes.ts';
import { proposeChange } from './corrections.ts';

export const duplicateModes = ['ignore', 'propose'] as const;
export type DuplicateMode = (typeof duplicateModes)[number];

/** A value that was sent, and what the asset has in its place. `field` is its path in what was sent. */
export interface NotApplied {
  field: string;
  sent: unknown;
  current: unknown;
}

export interface Resent {
  notApplied: NotApplied[];
  /** Ids of the proposals that hold what differs. */
  proposals: string[];
}

type Resender = Pick<Context, 'caller' | 'accessTo'> & { req: PayloadRequest; db: Db };

const differing = (sent: NotApplied[]): NotApplied[] =>
  sent.filter((one) => one.sent !== undefined && !sameValue(one.sent, one.current));

const stackOf = statement('resend:stack', 'select stack_id as "stackId" from assets where id = $1');

/** What no proposal can change, or what isn't a matter of one. */
async function beyondProposals(
  db: Db,
  asset: Asset,
  meta: NewAssetMeta,
  filename: string | null,
): Promise<NotApplied[]> {
  const { origin, parentAssetId, generator, prompt, status, versionOf } = meta;
  const [other] =
    versionOf === undefined ? [] : await db.query<{ stackId: string | null }>(stackOf, [versionOf]);
  const isVersion = asset.stackId !== null && other?.stackId === asset.stackId && versionOf !== asset.id;
  const members = new Set(asset.collections);
  const missing = (meta.collections ?? []).filter((id) => !members.has(id));
  return differing([
    { field: 'filename', sent: filename ?? undefined, current: asset.filename },
    { field: 'collections', sent: missing.length > 0 ? missing : undefined, current: asset.collections },
    { field: 'origin', sent: origin, current: asset.origin },
    { field: 'parentAssetId', sent: parentAssetId, current: asset.parentAssetId },
    { field: 'generator', sent: generator, current: asset.generator },
    { field: 'prompt', sent: prompt, current: asset.prompt },
    { field: 'private', sent: meta.private, current: asset.private },
    { field: 'status', sent: status, current: asset.status },
    { field: 'versionOf', sent: isVersion ? undefined : versionOf, current: asset.stackId },
  ]);
}

/** The values that a proposal could change and that differ, each under its own path. */
function changesNotApplied(asset: Asset, { tags, fields, rights }: NewAssetMeta): NotApplied[] {
  const has = new Set(asset.tags.map((tag) => tag.toLowerCase()));
  const fresh = (tags ?? []).filter((tag) => !has.has(tag.toLowerCase()));
  const current: Record<string, unknown> = { ...(asset.rights ?? changedRights(null, {})) };
  return differing([
    { field: 'tags', sent: fresh.length > 0 ? fresh : undefined, current: asset.tags },
    ...Object.entries(fields ?? {}).map(([key, sent]) => ({
      field: `fields.${key}`,
      sent,
      current: Object.hasOwn(asset.fields, key) ? asset.fields[key] : null,
    })),
    ...(rights === null
      ? [{ field: 'rights', sent: null, current: asset.rights }]
      : Object.entries(rights ?? {}).map(([part, sent]) => ({
          field: `rights.${part}`,
          sent,
          current: current[part],
        }))),
  ]);
}

/** The changes in what was sent, by kind, each as its kind takes it. Tags that came along are added; none goes. */
function changesIn({
  tags,
  fields,
  rights,
}: NewAssetMeta): [kind: string, change: Record<string, unknown>][] {
  return [
    ...(tags && tags.length > 0 ? [['tags', { add: tags }] as [string, Record<string, unknown>]] : []),
    ...(fields && Object.keys(fields).length > 0
      ? [['fields', { fields }] as [string, Record<string, unknown>]]
      : []),
    ...(rights === undefined ? [] : [['rights', { rights }] as [string, Record<string, unknown>]]),
  ];
}

/**
 * Says what becomes of what came with bytes that an asset has already. With `propose`, and where the caller may propose on that asset,
 * what differs is proposed, and an asset that was rejected is proposed again; all else is not applied.
 *
 * @param filename as it was sent; null where it was only derived.
 * @throws Refusal invalid (a value that doesn't fit its field), rate_limited.
 */
export async function resend(
  resender: Resender,
  assetId: string,
  { meta, filename, mode }: { meta: NewAssetMeta; filename: string | null; mode: DuplicateMode },
): Promise<Resent> {
  const { req, db, caller, accessTo } = resender;
  const proposes =
    mode === 'propose' && rankOf((await accessTo({ asset: assetId })).scope) >= rankOf('propose');
  const proposals: string[] = [];
  if (proposes) {
    const locked = await demandAsset(db, assetId);
    if (locked.status === 'rejected') {
      sayWhy(req, meta.note);
      await proposeAgain(req, assetId, caller);
      const again = await waitingAssetProposal(db, assetId);
      if (again) proposals.push(again);
    }
    const state = assetState(locked);
    for (const [name, change] of changesIn(meta)) {
      const kind = changeKind(name);
      // An asset without rights has none of their parts: sending empty ones says nothing new.
      const empty = name === 'rights' && state.rights === null && isEmpty(change.rights);
      if (!kind || empty) continue;
      const { proposal } = await proposeChange(resender, assetId, { kind, change, note: meta.note });
      if (proposal) proposals.push(proposal.id);
    }
  }
  const asset = await assetSeenBy(db, caller, assetId);
  return {
    notApplied: [
      ...(proposes ? [] : changesNotApplied(asset, meta)),
      ...(await beyondProposals(db, asset, meta, filename)),
      ...(meta.note && proposals.length === 0 ? [{ field: 'note', sent: meta.note, current: null }] : []),
    ],
    proposals,
  };
}

const isEmpty = (rights: unknown): boolean =>
  rights === null || sameValue(changedRights(null, rights as object), changedRights(null, {}));

/** Of a new asset: what was sent and is otherwise, because of what its caller may do. */
export function notAppliedToNew(asset: Asset, { status, note }: NewAssetMeta): NotApplied[] {
  return [
    ...differing([{ field: 'status', sent: status, current: asset.status }]),
    // A note is read by whoever decides; nobody decides on what doesn't wait.
    ...(note && asset.status !== 'proposed' ? [{ field: 'note', sent: note, current: null }] : []),
  ];
}
