// Proposals as typed changes, with their titles and summaries. Text from agents is only ever shown as text.
import type { PageState, RuleState } from '../../brands/publishing/state.ts';
import type { FieldValues } from '../../fields/schemas.ts';
import type { Proposal, ProposalKind, ProposalStatus } from '../../proposals/schemas.ts';
import type { Asset, Rights } from '../../assets/schemas.ts';

export const kindLabels = {
  asset: 'New asset',
  tags: 'Tags',
  fields: 'Field values',
  title: 'Title',
  description: 'Description',
  creator: 'Creator',
  rights: 'Rights',
  rule: 'Rules',
  page: 'Page',
} as const satisfies Record<ProposalKind, string>;

export const statusLabels = {
  waiting: 'Waiting',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
} as const satisfies Record<ProposalStatus, string>;

/** The asset state whose badge style is reused. */
export const statusTones = {
  waiting: 'proposed',
  accepted: 'active',
  rejected: 'rejected',
  withdrawn: 'draft',
} as const satisfies Record<ProposalStatus, string>;

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

const andMore = (first: string, count: number): string =>
  count > 1 ? `${first} and ${count - 1} more` : first;

/** The title in the list. */
export function titleOf(proposal: Proposal): string {
  const proposed = proposedIn(proposal);
  if (proposed.kind === 'page') return proposed.after.page.title;
  if (proposed.kind !== 'rule') return proposal.target.name;
  const { set, remove } = proposed.after;
  const first = set[0]?.label ?? remove[0]?.key ?? proposal.target.name;
  return andMore(first, set.length + remove.length);
}

/** A one-line summary of the change. */
export function gistOf(proposal: Proposal): string {
  const proposed = proposedIn(proposal);
  switch (proposed.kind) {
    case 'asset':
      return proposed.after.versionOf ? 'New version' : kindLabels.asset;
    case 'tags':
      return `Tags: ${[...proposed.after.tags, ...(proposed.after.remove ?? []).map((tag) => `−${tag}`)].join(', ')}`;
    case 'fields': {
      const keys = Object.keys(proposed.after.fields);
      return `Values: ${keys.join(', ')}`;
    }
    case 'text':
      return `${proposed.before === '' ? 'Add' : proposed.after === '' ? 'Clear' : 'Change'} ${kindLabels[proposed.name].toLowerCase()}`;
    case 'rights':
      return `${proposed.before === null ? 'Add' : proposed.after === null ? 'Clear' : 'Change'} rights`;
    case 'rule': {
      const { set, remove } = proposed.after;
      const words = set.length === 0 ? 'Remove' : proposed.before.rules.length === 0 ? 'New' : 'Change';
      const many = set.length + remove.length > 1 ? 'rules' : 'rule';
      return `${words} ${many} of ${proposal.target.name}`;
    }
    case 'page':
      return `${proposed.before.page ? 'Change page' : 'New page'} of ${proposal.target.name}`;
  }
}

/** "Scout, for Ida Ito"; a key without a person is named alone. */
export function proposerOf({ by, agent }: Proposal): string {
  return agent !== null && agent !== by ? `${agent}, for ${by}` : by;
}

/** The panel path of the proposal's target. */
export function placeOf(proposal: Proposal): `/${string}` {
  const { target } = proposal;
  if (target.resource === 'asset') return `/collections/assets/${target.id}`;
  const brand = target.slug ?? target.id;
  const proposed = proposedIn(proposal);
  if (proposed.kind !== 'page') return `/brands/${brand}/rules`;
  return proposed.before.page ? `/brands/${brand}/pages/${proposed.after.slug}` : `/brands/${brand}/pages`;
}
