// Re-uploads of a file that is already an asset: the metadata sent with it is compared with the asset, and differences become proposals
// or are reported as not applied. Nothing is dropped silently.
import type { PayloadRequest } from 'payload';
import { rankOf } from '../core/access/ladder.ts';
import { demandAsset } from '../assets/patch-asset.ts';
import { proposeAgain } from '../assets/ingest/propose-again.ts';
import { assetSeenBy } from '../assets/queries.ts';
import { changedRights, NewAssetMeta, type Asset } from '../assets/schemas.ts';
import { sameContent } from '../brands/publishing/state.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { setProposalNote, waitingAssetProposal } from '../proposals/queue.ts';
import { assetState, changeKind } from './changes/index.ts';
import { proposeChange } from './corrections.ts';

export const duplicateModes = ['ignore', 'propose'] as const;
export type DuplicateMode = (typeof duplicateModes)[number];

/** A value that was sent, and the asset's current one. `field` is its path in the request. */
export interface NotApplied {
  field: string;
  sent: unknown;
  current: unknown;
}

export interface Resent {
  notApplied: NotApplied[];
  /** IDs of the proposals made from the differences. */
  proposals: string[];
}

type Resender = Pick<Context, 'caller' | 'accessTo'> & { req: PayloadRequest; db: Db };

const differing = (sent: NotApplied[]): NotApplied[] =>
  sent.filter((one) => one.sent !== undefined && !sameContent(one.sent, one.current));

const stackOf = statement('resend:stack', 'select stack_id as "stackId" from payload.assets where id = $1');

/** What is compared as it is: everything but what proposals cover, and what isn't a value of the asset. */
const compared = NewAssetMeta.omit({
  tags: true,
  fields: true,
  rights: true,
  collections: true,
  versionOf: true,
  note: true,
  title: true,
  description: true,
  creator: true,
  copyright: true,
}).keyof().options;

/** The texts that proposals cover. */
const proposedTexts = ['title', 'description', 'creator'] as const;

/** Differences that proposals don't cover. */
async function beyondProposals(
  db: Db,
  asset: Asset,
  meta: NewAssetMeta,
  filename: string | null,
): Promise<NotApplied[]> {
  const { versionOf } = meta;
  const [other] =
    versionOf === undefined ? [] : await db.query<{ stackId: string | null }>(stackOf, [versionOf]);
  const isVersion = asset.stackId !== null && other?.stackId === asset.stackId && versionOf !== asset.id;
  const members = new Set(asset.collections);
  const missing = (meta.collections ?? []).filter((id) => !members.has(id));
  return differing([
    { field: 'filename', sent: filename ?? undefined, current: asset.filename },
    { field: 'collections', sent: missing.length > 0 ? missing : undefined, current: asset.collections },
    ...compared.map((field) => ({ field, sent: meta[field], current: asset[field] })),
    {
      field: 'copyright',
      sent: meta.copyright === '' ? null : meta.copyright,
      current: asset.metadata.copyright ?? null,
    },
    { field: 'versionOf', sent: isVersion ? undefined : versionOf, current: asset.stackId },
  ]);
}

/** Differences that a proposal could change, each under its own path. */
function changesNotApplied(asset: Asset, meta: NewAssetMeta): NotApplied[] {
  const { tags, fields, rights } = meta;
  const has = new Set(asset.tags.map((tag) => tag.toLowerCase()));
  const fresh = (tags ?? []).filter((tag) => !has.has(tag.toLowerCase()));
  const current: Record<string, unknown> = { ...(asset.rights ?? changedRights(null, {})) };
  return differing([
    { field: 'tags', sent: fresh.length > 0 ? fresh : undefined, current: asset.tags },
    ...proposedTexts.map((field) => ({
      field,
      sent: meta[field] === '' ? null : meta[field],
      current: asset.metadata[field] ?? null,
    })),
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

/** The changes in the metadata, by kind. Tags are only added, never removed. */
function changesIn(meta: NewAssetMeta): [kind: string, change: Record<string, unknown>][] {
  const { tags, fields, rights } = meta;
  return [
    ...proposedTexts.flatMap((name): [string, Record<string, unknown>][] =>
      meta[name] ? [[name, { [name]: meta[name] }]] : [],
    ),
    ...(tags && tags.length > 0 ? [['tags', { add: tags }] as [string, Record<string, unknown>]] : []),
    ...(fields && Object.keys(fields).length > 0
      ? [['fields', { fields }] as [string, Record<string, unknown>]]
      : []),
    ...(rights === undefined ? [] : [['rights', { rights }] as [string, Record<string, unknown>]]),
  ];
}

/**
 * Handles the metadata of a re-uploaded file. With mode `propose`, and if the caller may propose on the asset, differences are proposed
 * and a rejected asset is proposed again. Everything else is not applied.
 *
 * @param filename as sent; null if it was only derived.
 * @throws ApiError invalid (a value that doesn't fit its field), rate_limited.
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
      setProposalNote(req, meta.note);
      await proposeAgain(req, assetId, caller);
      const again = await waitingAssetProposal(db, assetId);
      if (again) proposals.push(again);
    }
    const state = assetState(locked);
    for (const [name, change] of changesIn(meta)) {
      const kind = changeKind(name);
      // For an asset without rights, sending empty ones changes nothing.
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
  rights === null || sameContent(changedRights(null, rights as object), changedRights(null, {}));

/** For a new asset: values that weren't applied because of the caller's scope. */
export function notAppliedToNew(asset: Asset, { status, note }: NewAssetMeta): NotApplied[] {
  return [
    ...differing([{ field: 'status', sent: status, current: asset.status }]),
    // A note is for the reviewer, and only proposed assets are reviewed.
    ...(note && asset.status !== 'proposed' ? [{ field: 'note', sent: note, current: null }] : []),
  ];
}
