'use client';
// A proposed asset.
import type { Proposal } from '../../../review/schemas.ts';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { AssetChange } from '../changes/AssetChange.tsx';
import { AssetEdit } from '../edit/AssetEdit.tsx';
import type { ProposedAsset } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';

const proposedIn = ({ after }: Proposal): ProposedAsset => after as unknown as ProposedAsset;

export const asset: KindView = {
  label: (t) => t('review:kindAsset'),
  gist: (proposal, t) => (proposedIn(proposal).versionOf ? t('review:newVersion') : t('review:kindAsset')),
  Change: ({ proposal }) => <AssetChange id={proposal.target.id} proposed={proposedIn(proposal)} />,
  Edit: ({ proposal, ...frame }) => <AssetEdit proposed={proposedIn(proposal)} {...frame} />,
  mark: (proposal) => {
    const { id, thumbnail = null } = proposal.target;
    return <Thumbnail asset={{ ...proposedIn(proposal), id, thumbnail }} shownAt={56} />;
  },
};
