// What a proposal changes, typed by its kind.
import type { Asset, Rights } from '../../assets/schemas.ts';
import type { PageState, RuleState } from '../../brands/publishing/state.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import type { Proposal } from '../../review/schemas.ts';

export type ProposedRule = Pick<
  RuleState,
  'key' | 'label' | 'context' | 'type' | 'value' | 'spec' | 'usage'
> & {
  assets: RuleState['assets'];
};
export type ProposedPage = PageState & { position?: number };
export interface Named {
  key: string;
  context: string | null;
}

/** A proposed asset, as it was when proposed. */
export type ProposedAsset = Pick<
  Asset,
  | 'filename'
  | 'mime'
  | 'width'
  | 'height'
  | 'metadata'
  | 'tags'
  | 'fields'
  | 'rights'
  | 'origin'
  | 'generator'
  | 'prompt'
  | 'parentAssetId'
> & { versionOf: string | null };

/** Own values; null: not set, or to be cleared. */
export type ChangedValues = Record<string, FieldValues[string] | null>;
export type TextName = 'title' | 'description' | 'creator';

/** Each kind with its before and after (src/proposals/follow.ts, src/review/asset-changes.ts, brand-proposals.ts). */
export type Proposed =
  | { kind: 'asset'; after: ProposedAsset }
  /** `remove` is null if tags are only suggested: then an edited proposal can only add tags. */
  | { kind: 'tags'; before: { tags: string[] }; after: { tags: string[]; remove: string[] | null } }
  | { kind: 'fields'; before: { fields: ChangedValues }; after: { fields: ChangedValues } }
  | { kind: 'text'; name: TextName; before: string; after: string }
  | { kind: 'rights'; before: Rights | null; after: Rights | null }
  | { kind: 'rule'; before: { rules: ProposedRule[] }; after: { set: ProposedRule[]; remove: Named[] } }
  | { kind: 'page'; before: { page: ProposedPage | null }; after: { slug: string; page: ProposedPage } };

export type ProposedOf<Kind extends Proposed['kind']> = Extract<Proposed, { kind: Kind }>;

/** Types a proposal by its kind, and fills in what older ones lack. */
// eslint-disable-next-line complexity -- one case a kind, and a default for each part that older proposals lack
export function proposedIn({ kind, before, after }: Proposal): Proposed {
  const was = before ?? {};
  switch (kind) {
    case 'asset':
      return { kind, after: after as unknown as ProposedAsset };
    case 'tags':
      return {
        kind,
        before: { tags: (was.tags ?? []) as string[] },
        after: { tags: (after.tags ?? []) as string[], remove: (after.remove ?? null) as string[] | null },
      };
    case 'fields':
      return {
        kind,
        before: { fields: (was.fields ?? {}) as ChangedValues },
        after: { fields: (after.fields ?? {}) as ChangedValues },
      };
    case 'title':
    case 'description':
    case 'creator':
      return {
        kind: 'text',
        name: kind,
        before: (was[kind] ?? '') as string,
        after: (after[kind] ?? '') as string,
      };
    case 'rights':
      return {
        kind,
        before: (was.rights ?? null) as Rights | null,
        after: (after.rights ?? null) as Rights | null,
      };
    case 'rule':
      return {
        kind,
        before: { rules: (was.rules ?? []) as ProposedRule[] },
        after: { set: (after.set ?? []) as ProposedRule[], remove: (after.remove ?? []) as Named[] },
      };
    case 'page':
      return {
        kind,
        before: { page: (was.page ?? null) as ProposedPage | null },
        after: { slug: String(after.slug), page: after.page as ProposedPage },
      };
  }
}
