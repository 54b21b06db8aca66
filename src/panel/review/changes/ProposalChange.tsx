'use client';
// What a proposal would change: before and after, by kind.
import type { Proposal } from '../../../proposals/schemas.ts';
import { proposedIn, type ProposedPage, type ProposedRule } from '../proposed.ts';
import { AssetChange } from './AssetChange.tsx';
import { TargetPreview } from './AssetPreview.tsx';
import { FieldsChange } from './FieldsChange.tsx';
import { PageChange } from './PageChange.tsx';
import { RightsChange } from './RightsChange.tsx';
import { RuleChange } from './RuleChange.tsx';
import { TextSides } from './Sides.tsx';
import { TagsChange } from './TagsChange.tsx';

export function ProposalChange({ proposal }: { proposal: Proposal }) {
  const { id } = proposal.target;
  const proposed = proposedIn(proposal);
  switch (proposed.kind) {
    case 'asset':
      return <AssetChange id={id} proposed={proposed.after} />;
    case 'tags':
      return (
        <TargetPreview id={id}>
          {() => <TagsChange before={proposed.before} after={proposed.after} />}
        </TargetPreview>
      );
    case 'fields':
      return (
        <TargetPreview id={id}>
          {(asset) => (
            <FieldsChange
              before={proposed.before}
              after={proposed.after}
              workspace={asset?.workspaceId ?? null}
            />
          )}
        </TargetPreview>
      );
    case 'text':
      return (
        <TargetPreview id={id}>
          {() => <TextSides before={proposed.before} after={proposed.after} />}
        </TargetPreview>
      );
    case 'rights':
      return (
        <TargetPreview id={id}>
          {() => <RightsChange before={proposed.before} after={proposed.after} />}
        </TargetPreview>
      );
    case 'rule':
      return (
        <RuleChange before={proposed.before.rules} set={proposed.after.set} remove={proposed.after.remove} />
      );
    case 'page':
      return <PageChange before={proposed.before.page} after={proposed.after.page} />;
  }
}

interface CurrentStateProps {
  proposal: Proposal;
  /** The current state of the target, as a conflict's detail has it. */
  present: unknown;
}

/** The proposal against the current state, when that changed since it was made. */
export function CurrentState({ proposal, present }: CurrentStateProps) {
  if (typeof present !== 'object' || present === null) return null;
  const current = present as { rules?: ProposedRule[]; page?: ProposedPage | null };
  if (proposal.target.resource === 'asset')
    return <ProposalChange proposal={{ ...proposal, before: present as Proposal['before'] }} />;
  const proposed = proposedIn(proposal);
  if (proposed.kind === 'rule' && current.rules)
    return <RuleChange before={current.rules} set={proposed.after.set} remove={proposed.after.remove} />;
  if (proposed.kind === 'page' && 'page' in current)
    return <PageChange before={current.page ?? null} after={proposed.after.page} />;
  return null;
}
