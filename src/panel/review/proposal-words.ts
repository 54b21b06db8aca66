// Proposals as the queue tells them: what is in one, and what it is called. What agents wrote is shown, never obeyed: it is text.
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

/** The state of an asset whose colours say the same. */
export const statusTones = {
  waiting: 'proposed',
  accepted: 'active',
  rejected: 'rejected',
  withdrawn: 'draft',
} as const satisfies Record<ProposalStatus, string>;

export type RuleSaid = Pick<RuleState, 'key' | 'label' | 'context' | 'type' | 'value' | 'spec' | 'usage'> & {
  assets: RuleState['assets'];
};
export type PageSaid = PageState & { position?: number };
export interface Named {
  key: string;
  context: string | null;
}

/** What is known of an asset that waits, as it was proposed. */
export type AssetSaid = Pick<
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

/** Own values; null where there is none, or none is to be. */
export type ChangedValues = Record<string, FieldValues[string] | null>;
export type TextName = 'title' | 'description' | 'creator';

/** Each kind with what stands in its before and after (src/proposals/follow.ts, src/review/asset-changes.ts, brand-proposals.ts). */
export type Proposed =
  | { kind: 'asset'; after: AssetSaid }
  /** `remove` is null where tags are only suggested: then only tags to add can be accepted in their place. */
  | { kind: 'tags'; before: { tags: string[] }; after: { tags: string[]; remove: string[] | null } }
  | { kind: 'fields'; before: { fields: ChangedValues }; after: { fields: ChangedValues } }
  | { kind: 'text'; name: TextName; before: string; after: string }
  | { kind: 'rights'; before: Rights | null; after: Rights | null }
  | { kind: 'rule'; before: { rules: RuleSaid[] }; after: { set: RuleSaid[]; remove: Named[] } }
  | { kind: 'page'; before: { page: PageSaid | null }; after: { slug: string; page: PageSaid } };

/** A proposal as what it is; what an older one left out is filled in. */
export function proposedIn({ kind, before, after }: Proposal): Proposed {
  const was = before ?? {};
  switch (kind) {
    case 'asset':
      return { kind, after: after as unknown as AssetSaid };
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
        before: { rules: (was.rules ?? []) as RuleSaid[] },
        after: { set: (after.set ?? []) as RuleSaid[], remove: (after.remove ?? []) as Named[] },
      };
    case 'page':
      return {
        kind,
        before: { page: (was.page ?? null) as PageSaid | null },
        after: { slug: String(after.slug), page: after.page as PageSaid },
      };
  }
}

const andMore = (first: string, count: number): string =>
  count > 1 ? `${first} and ${count - 1} more` : first;

/** What it is called in the list. */
export function titleOf(proposal: Proposal): string {
  const said = proposedIn(proposal);
  if (said.kind === 'page') return said.after.page.title;
  if (said.kind !== 'rule') return proposal.target.name;
  const { set, remove } = said.after;
  const first = set[0]?.label ?? remove[0]?.key ?? proposal.target.name;
  return andMore(first, set.length + remove.length);
}

/** What it would do, in a line. */
export function gistOf(proposal: Proposal): string {
  const said = proposedIn(proposal);
  switch (said.kind) {
    case 'asset':
      return said.after.versionOf ? 'New version' : kindLabels.asset;
    case 'tags':
      return `Tags: ${[...said.after.tags, ...(said.after.remove ?? []).map((tag) => `−${tag}`)].join(', ')}`;
    case 'fields': {
      const keys = Object.keys(said.after.fields);
      return `Values: ${keys.join(', ')}`;
    }
    case 'text':
      return `${said.before === '' ? 'Add' : said.after === '' ? 'Clear' : 'Change'} ${kindLabels[said.name].toLowerCase()}`;
    case 'rights':
      return `${said.before === null ? 'Add' : said.after === null ? 'Clear' : 'Change'} rights`;
    case 'rule': {
      const { set, remove } = said.after;
      const words = set.length === 0 ? 'Take away' : said.before.rules.length === 0 ? 'New' : 'Change';
      const many = set.length + remove.length > 1 ? 'rules' : 'rule';
      return `${words} ${many} of ${proposal.target.name}`;
    }
    case 'page':
      return `${said.before.page ? 'Change page' : 'New page'} of ${proposal.target.name}`;
  }
}

/** "Ida Ito with Scout"; a key that has nobody behind it is itself. */
export function proposerOf({ by, agent }: Proposal): string {
  return agent !== null && agent !== by ? `${agent}, for ${by}` : by;
}

/** Where what it is about is looked at and changed. */
export function placeOf(proposal: Proposal): `/${string}` {
  const { target } = proposal;
  if (target.resource === 'asset') return `/collections/assets/${target.id}`;
  const brand = target.slug ?? target.id;
  const said = proposedIn(proposal);
  if (said.kind !== 'page') return `/brands/${brand}/rules`;
  return said.before.page ? `/brands/${brand}/pages/${said.after.slug}` : `/brands/${brand}/pages`;
}
