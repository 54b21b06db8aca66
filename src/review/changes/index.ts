// The kinds of changes to an asset that can be proposed.
import type { Present } from '../../assets/patch-asset.ts';
import type { JsonRecord } from '../../proposals/queue.ts';
import { fieldsKind } from './fields.ts';
import { collectionsKind } from './collections.ts';
import type { ChangeKind } from './kind.ts';
import { rightsKind } from './rights.ts';
import { statusKind } from './status.ts';
import { tagsKind } from './tags.ts';
import { textKind } from './text.ts';
import { usageKind } from './usage.ts';
import { versionKind } from './version.ts';

export const changeKinds = {
  tags: tagsKind,
  fields: fieldsKind,
  title: textKind('title', 500),
  description: textKind('description', 10_000),
  creator: textKind('creator', 500),
  rights: rightsKind,
  usage: usageKind,
  status: statusKind,
  version: versionKind,
  collections: collectionsKind,
} as const satisfies Record<string, ChangeKind>;

/** The kind with this name, or null. */
export function changeKind(name: string): ChangeKind | null {
  return Object.values(changeKinds).find((kind) => kind.name === name) ?? null;
}

/** The current state of an asset: every value under the name of its kind. */
export function assetState(asset: Present): JsonRecord {
  return Object.fromEntries(Object.values(changeKinds).map((kind) => [kind.name, kind.current(asset)]));
}
