'use client';
// What a proposal would change: before and after, by kind.
import type { Proposal } from '../../../proposals/schemas.ts';
import { proposedIn, type ProposedOf, type ProposedPage, type ProposedRule } from '../proposed.ts';
import { AssetChange } from './AssetChange.tsx';
import { TargetPreview } from './AssetPreview.tsx';
import { FieldsChange } from './FieldsChange.tsx';
import { PageChange } from './PageChange.tsx';
import { RightsChange } from './RightsChange.tsx';
import { RuleChange } from './RuleChange.tsx';
import { TextSides } from './Sides.tsx';
import { TagsChange } from './TagsChange.tsx';

interface PartProps {
  proposed: ProposedOf<'tags' | 'fields' | 'text' | 'rights'>;
  /** The asset's; null until it's loaded. */
  workspace: string | null;
}

/** A change to one part of an asset. */
function AssetPart({ proposed, workspace }: PartProps) {
  switch (proposed.kind) {
    case 'tags':
      return <TagsChange before={proposed.before} after={proposed.after} />;
    case 'fields':
      return <FieldsChange before={proposed.before} after={proposed.after} workspace={workspace} />;
    case 'text':
      return <TextSides before={proposed.before} after={proposed.after} />;
    case 'rights':
      return <RightsChange before={proposed.before} after={proposed.after} />;
  }
}

export function ProposalChange({ proposal }: { proposal: Proposal }) {
  const { id } = proposal.target;
  const proposed = proposedIn(proposal);
  switch (proposed.kind) {
    case 'asset':
      return <AssetChange id={id} proposed={proposed.after} />;
    case 'tags':
    case 'fields':
    case 'text':
    case 'rights':
      return (
        <TargetPreview id={id}>
          {(asset) => <AssetPart proposed={proposed} workspace={asset?.workspaceId ?? null} />}
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
