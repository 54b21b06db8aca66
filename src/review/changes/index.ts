// The kinds of changes to an asset that can be proposed.
import type { JsonRecord } from '../../proposals/queue.ts';
import { fieldsKind } from './fields.ts';
import { collectionsKind } from './collections.ts';
import { cropsKind } from './crops.ts';
import { deletedKind } from './deleted.ts';
import type { ChangeKind } from './kind.ts';
import type { ProposedOn } from './present.ts';
import { provenanceKind } from './provenance.ts';
import { replacementKind } from './replacement.ts';
import { rightsKind } from './rights.ts';
import { statusKind } from './status.ts';
import { tagsKind } from './tags.ts';
import { textKind } from './text.ts';
import { textsKind } from './texts.ts';
import { usageKind } from './usage.ts';
import { versionKind } from './version.ts';
import { visibilityKind } from './visibility.ts';

export const changeKinds = {
  tags: tagsKind,
  fields: fieldsKind,
  title: textKind('title', 500),
  description: textKind('description', 10_000),
  creator: textKind('creator', 500),
  copyright: textKind('copyright', 1000),
  texts: textsKind,
  rights: rightsKind,
  usage: usageKind,
  provenance: provenanceKind,
  status: statusKind,
  version: versionKind,
  replacement: replacementKind,
  visibility: visibilityKind,
  deleted: deletedKind,
  collections: collectionsKind,
  crops: cropsKind,
} as const satisfies Record<string, ChangeKind>;

/** The kind with this name, or null. */
export function changeKind(name: string): ChangeKind | null {
  return Object.values(changeKinds).find((kind) => kind.name === name) ?? null;
}

/** The current state of an asset: every value under the name of its kind. */
export function assetState(asset: ProposedOn): JsonRecord {
  return Object.fromEntries(Object.values(changeKinds).map((kind) => [kind.name, kind.current(asset)]));
}
