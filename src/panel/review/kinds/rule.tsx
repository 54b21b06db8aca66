'use client';
// Proposed rules of a brand.
import type { Proposal } from '../../../review/schemas.ts';
import { Swatch } from '../../brands/rules/RuleSample.tsx';
import { RuleChange } from '../changes/RuleChange.tsx';
import { RuleEdit } from '../edit/RuleEdit.tsx';
import { brandOf, type Named, type ProposedRule } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';

const rulesIn = ({ before, after }: Proposal) => ({
  before: (before?.rules ?? []) as ProposedRule[],
  set: (after.set ?? []) as ProposedRule[],
  remove: (after.remove ?? []) as Named[],
});

export const rule: KindView = {
  label: (t) => t('review:kindRules'),
  gist: (proposal, t) => {
    const { before, set, remove } = rulesIn(proposal);
    const values = { count: set.length + remove.length, brand: proposal.target.name };
    if (set.length === 0) return t('review:removeRules', values);
    return t(before.length === 0 ? 'review:newRules' : 'review:changeRules', values);
  },
  Change: ({ proposal }) => <RuleChange {...rulesIn(proposal)} />,
  Edit: ({ proposal, ...frame }) => {
    const { set, remove } = rulesIn(proposal);
    return <RuleEdit set={set} remove={remove} {...frame} />;
  },
  title: (proposal, t) => {
    const { set, remove } = rulesIn(proposal);
    const first = set[0]?.label ?? remove[0]?.key ?? proposal.target.name;
    const count = set.length + remove.length;
    return count > 1 ? t('review:ruleAndMore', { rule: first, count: count - 1 }) : first;
  },
  mark: (proposal) => {
    const color = rulesIn(proposal).set.find(({ type }) => type === 'color');
    return (
      <span className="mq-thumb mq-thumb--file" aria-hidden="true">
        {color ? <Swatch rule={color} /> : 'Aa'}
      </span>
    );
  },
  place: (proposal) => `/brands/${brandOf(proposal)}/rules`,
};
