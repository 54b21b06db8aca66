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
  label: 'Rules',
  gist: (proposal) => {
    const { before, set, remove } = rulesIn(proposal);
    const words = set.length === 0 ? 'Remove' : before.length === 0 ? 'New' : 'Change';
    const many = set.length + remove.length > 1 ? 'rules' : 'rule';
    return `${words} ${many} of ${proposal.target.name}`;
  },
  Change: ({ proposal }) => <RuleChange {...rulesIn(proposal)} />,
  Edit: ({ proposal, ...frame }) => {
    const { set, remove } = rulesIn(proposal);
    return <RuleEdit set={set} remove={remove} {...frame} />;
  },
  title: (proposal) => {
    const { set, remove } = rulesIn(proposal);
    const first = set[0]?.label ?? remove[0]?.key ?? proposal.target.name;
    const count = set.length + remove.length;
    return count > 1 ? `${first} and ${count - 1} more` : first;
  },
  mark: (proposal) => {
    const colour = rulesIn(proposal).set.find(({ type }) => type === 'color');
    return (
      <span className="mq-thumb mq-thumb--file" aria-hidden="true">
        {colour ? <Swatch rule={colour} /> : 'Aa'}
      </span>
    );
  },
  place: (proposal) => `/brands/${brandOf(proposal)}/rules`,
};
