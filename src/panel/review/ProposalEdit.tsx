'use client';
// Edits a proposal before accepting it. The result is the decision's `value`.
import type { Proposal } from '../../proposals/schemas.ts';
import { AssetEdit } from './edit/AssetEdit.tsx';
import type { FrameProps } from './edit/EditForm.tsx';
import { PageEdit } from './edit/PageEdit.tsx';
import { RuleEdit } from './edit/RuleEdit.tsx';
import { FieldsEdit, RightsEdit, TagsEdit, TextEdit } from './edit/ValueEdits.tsx';
import { proposedIn } from './proposed.ts';

export function ProposalEdit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const proposed = proposedIn(proposal);
  switch (proposed.kind) {
    case 'asset':
      return <AssetEdit proposed={proposed.after} {...frame} />;
    case 'tags':
      return <TagsEdit proposed={proposed.after.tags} removed={proposed.after.remove} {...frame} />;
    case 'fields':
      return <FieldsEdit proposed={proposed.after.fields} {...frame} />;
    case 'text':
      return <TextEdit name={proposed.name} proposed={proposed.after} {...frame} />;
    case 'rights':
      return <RightsEdit proposed={proposed.after} {...frame} />;
    case 'rule':
      return <RuleEdit set={proposed.after.set} remove={proposed.after.remove} {...frame} />;
    case 'page':
      return <PageEdit brand={proposal.target.id} proposed={proposed.after.page} {...frame} />;
  }
}
