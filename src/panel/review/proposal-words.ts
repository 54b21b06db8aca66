// Proposals in words: labels, titles and summaries. Text from agents is only ever shown as text.
import type { ProposalStatus } from '../../proposals/queue.ts';
import type { ProposalKind } from '../../review/kinds.ts';
import type { Proposal } from '../../review/schemas.ts';
import { proposedIn } from './proposed.ts';

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
