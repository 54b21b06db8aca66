'use client';
// Two versions of an asset's properties, and which of each counts.
import { useFields } from '../../../client/useFields.ts';
import { MergeSheet } from '../../../ui/merge/MergeSheet.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { assetWords } from './asset-words.ts';
import type { EditedAsset } from './edited-asset.ts';
import type { AssetDraft } from './useAssetDraft.ts';

interface Props {
  asset: PicturedAsset;
  draft: AssetDraft;
  conflict: NonNullable<AssetDraft['edits']['conflict']>;
  mine: EditedAsset;
}

export function MergeAsset({ asset, draft, conflict, mine }: Props) {
  const words = useWords();
  const { fields } = useFields(asset.workspaceId);
  return (
    <MergeSheet
      before={conflict.before}
      theirs={conflict.theirs.value}
      mine={mine}
      words={assetWords(words, fields ?? [])}
      by={draft.by}
      action={words.t('brands:mergeAndSave')}
      onMerge={(merged) => void draft.saveMerged(merged)}
      onClose={() => draft.edits.resolve(null)}
    />
  );
}
