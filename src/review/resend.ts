// Re-uploads of a file that is already an asset: the metadata sent with it is compared with the asset, and differences become proposals
// or are reported as not applied. Nothing is dropped silently.
import type { PayloadRequest } from 'payload';
import { rankOf } from '../core/access/ladder.ts';
import { demandAsset } from '../assets/patch-asset.ts';
import { proposeAgain } from '../assets/ingest/propose-again.ts';
import { assetSeenBy } from '../assets/queries.ts';
import { changedRights, NewAssetMeta, textNames, type Asset } from '../assets/schemas.ts';
import { sameContent } from '../brands/publishing/state.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Context } from '../core/operation.ts';
import { setProposalNote, waitingAssetProposal } from '../proposals/queue.ts';
import { changeKind } from './changes/index.ts';
import { lockProposedOn } from './changes/present.ts';
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

/** What is compared as it is: everything but what has parts, and what isn't a value of the asset. */
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

const origins = ['origin', 'parentAssetId', 'generator', 'prompt'] as const;

const missingCollections = (asset: Asset, { collections = [] }: NewAssetMeta): string[] =>
  collections.filter((id) => !asset.collections.includes(id.toLowerCase()));

/** Differences in what has no parts of its own. */
async function wholeNotApplied(
  db: Db,
  asset: Asset,
  meta: NewAssetMeta,
  filename: string | null,
): Promise<NotApplied[]> {
  const { versionOf } = meta;
  const [other] =
    versionOf === undefined ? [] : await db.query<{ stackId: string | null }>(stackOf, [versionOf]);
  const isVersion = asset.stackId !== null && other?.stackId === asset.stackId && versionOf !== asset.id;
  const missing = missingCollections(asset, meta);
  return differing([
    { field: 'filename', sent: filename ?? undefined, current: asset.filename },
    { field: 'collections', sent: missing.length > 0 ? missing : undefined, current: asset.collections },
    ...compared.map((field) => ({ field, sent: meta[field], current: asset[field] })),
    textNotApplied(asset, meta, 'copyright'),
    { field: 'versionOf', sent: isVersion ? undefined : versionOf, current: asset.stackId },
  ]);
}

const textNotApplied = (asset: Asset, meta: NewAssetMeta, field: (typeof textNames)[number]): NotApplied => ({
  field,
  sent: meta[field] === '' ? null : meta[field],
  current: asset.metadata[field] ?? null,
});

/** Differences in the rest, each under its own path. */
function partsNotApplied(asset: Asset, meta: NewAssetMeta): NotApplied[] {
  const { tags, fields, rights } = meta;
  const has = new Set(asset.tags.map((tag) => tag.toLowerCase()));
  const fresh = (tags ?? []).filter((tag) => !has.has(tag.toLowerCase()));
  const current: Record<string, unknown> = { ...(asset.rights ?? changedRights(null, {})) };
  return differing([
    { field: 'tags', sent: fresh.length > 0 ? fresh : undefined, current: asset.tags },
    ...(['title', 'description', 'creator'] as const).map((field) => textNotApplied(asset, meta, field)),
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

interface SentChange {
  kind: string;
  change: Record<string, unknown>;
  /** The properties of the request that it covers. */
  of: readonly string[];
}

/** The changes in the metadata. Tags and collections are only added, and nothing is cleared. */
function changesIn(asset: Asset, meta: NewAssetMeta): SentChange[] {
  const { tags = [], fields = {}, rights, private: isPrivate } = meta;
  const sent = (
    kind: string,
    change: Record<string, unknown>,
    of: readonly string[] = [kind],
  ): SentChange[] => [{ kind, change, of }];
  const missing = missingCollections(asset, meta);
  const provenance = Object.fromEntries(origins.flatMap((name) => (meta[name] ? [[name, meta[name]]] : [])));
  return [
    ...textNames.flatMap((name) => (meta[name] ? sent(name, { [name]: meta[name] }) : [])),
    ...(tags.length > 0 ? sent('tags', { add: tags }) : []),
    ...(Object.keys(fields).length > 0 ? sent('fields', { fields }) : []),
    ...(rights === undefined ? [] : sent('rights', { rights })),
    ...(Object.keys(provenance).length > 0
      ? sent('provenance', { provenance }, Object.keys(provenance))
      : []),
    ...(isPrivate === undefined
      ? []
      : sent('visibility', { visibility: { private: isPrivate } }, ['private'])),
    ...(missing.length > 0 ? sent('collections', { add: missing }) : []),
  ];
}

/** Kinds of which not everything can be proposed that a file can be sent with: the rest isn't applied. */
const mayNotFit = ['provenance', 'collections'];

/** Proposes the changes. @returns the proposals, and the properties of the request that they cover */
async function proposeChanges(
  resender: Resender,
  assetId: string,
  meta: NewAssetMeta,
): Promise<{ proposals: string[]; covered: Set<string> }> {
  const { db, caller } = resender;
  const proposals: string[] = [];
  const covered = new Set<string>();
  const locked = await lockProposedOn(resender, assetId);
  const { rights } = locked;
  for (const { kind: name, change, of } of changesIn(await assetSeenBy(db, caller, assetId), meta)) {
    const kind = changeKind(name);
    // For an asset without rights, sending empty ones changes nothing.
    const isNothing = name === 'rights' && rights === null && isEmpty(change.rights);
    if (!kind || isNothing) continue;
    const fits =
      !mayNotFit.includes(name) ||
      (await kind.check?.(resender, { id: assetId, asset: locked }, change))?.length === 0;
    if (!fits) continue;
    for (const property of of) covered.add(property);
    const { proposal } = await proposeChange(resender, assetId, { kind, change, note: meta.note });
    if (proposal) proposals.push(proposal.id);
  }
  return { proposals, covered };
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
  let covered = new Set<string>();
  if (proposes) {
    const { status } = await demandAsset(db, assetId);
    if (status === 'rejected') {
      setProposalNote(req, meta.note);
      await proposeAgain(req, assetId, caller);
      const again = await waitingAssetProposal(db, assetId);
      if (again) proposals.push(again);
    }
    const proposed = await proposeChanges(resender, assetId, meta);
    proposals.push(...proposed.proposals);
    covered = proposed.covered;
  }
  const asset = await assetSeenBy(db, caller, assetId);
  const isLeft = ({ field }: NotApplied): boolean => !covered.has(field.split('.', 1)[0] ?? field);
  return {
    notApplied: [
      ...partsNotApplied(asset, meta).filter(isLeft),
      ...(await wholeNotApplied(db, asset, meta, filename)).filter(isLeft),
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
