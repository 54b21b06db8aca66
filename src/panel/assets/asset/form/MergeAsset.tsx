'use client';
// Two versions of an asset's properties, and which of each counts.
import { useFields } from '../../../client/useFields.ts';
import { AssetLink } from '../../AssetLink.tsx';
import { MergeSheet, type RecordWords } from '../../../ui/merge/MergeSheet.tsx';
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

/** What names another asset. */
const links: readonly string[] = ['parentAssetId', 'supersededBy'] satisfies (keyof EditedAsset)[];

export function MergeAsset({ asset, draft, conflict, mine }: Props) {
  const words = useWords();
  const { fields } = useFields(asset.workspaceId);
  const own = assetWords(words, fields ?? []);
  const withLinks: RecordWords = {
    ...own,
    show: (value, path) =>
      links.includes(path) && typeof value === 'string' ? (
        <AssetLink id={value} isLink={false} />
      ) : (
        own.show(value, path)
      ),
  };
  return (
    <MergeSheet
      before={conflict.before}
      theirs={conflict.theirs.value}
      mine={mine}
      words={withLinks}
      by={draft.by}
      action={words.t('brands:mergeAndSave')}
      onMerge={(merged) => void draft.saveMerged(merged)}
      onClose={() => draft.edits.resolve(null)}
    />
  );
}
