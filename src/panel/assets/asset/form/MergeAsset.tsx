'use client';
// Two versions of an asset's properties, and which of each counts.
import { MergeSheet } from '../../../ui/merge/MergeSheet.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { PicturedAsset } from '../../pictured.ts';
import type { EditedAsset } from './edited-asset.ts';
import type { AssetDraft } from './useAssetDraft.ts';
import { useAssetWords } from './useAssetWords.tsx';

interface Props {
  asset: PicturedAsset;
  draft: AssetDraft;
  conflict: NonNullable<AssetDraft['edits']['conflict']>;
  mine: EditedAsset;
}

export function MergeAsset({ asset, draft, conflict, mine }: Props) {
  const { t } = useWords();
  return (
    <MergeSheet
      before={conflict.before}
      theirs={conflict.theirs.value}
      mine={mine}
      words={useAssetWords(asset.workspaceId, false)}
      by={draft.by}
      action={t('brands:mergeAndSave')}
      onMerge={(merged) => void draft.saveMerged(merged)}
      onClose={() => draft.edits.resolve(null)}
    />
  );
}
