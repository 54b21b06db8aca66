'use client';
// How the properties of an asset are called and shown, with the assets that it names.
import { useFields } from '../../../client/useFields.ts';
import type { RecordWords } from '../../../ui/merge/MergeSheet.tsx';
import { useWords } from '../../../words/useWords.ts';
import { AssetLink } from '../../AssetLink.tsx';
import { assetWords } from './asset-words.ts';
import type { EditedAsset } from './edited-asset.ts';

/** What names another asset. */
const named: readonly string[] = ['parentAssetId', 'supersededBy'] satisfies (keyof EditedAsset)[];

/**
 * @param workspaceId whose fields it has; null: unknown
 * @param isLinked whether the assets that it names are linked
 */
export function useAssetWords(workspaceId: string | null, isLinked: boolean): RecordWords {
  const words = useWords();
  const { fields } = useFields(workspaceId);
  const { labelOf, show } = assetWords(words, fields ?? []);
  return {
    labelOf,
    show: (value, path) =>
      named.includes(path) && typeof value === 'string' ? (
        <AssetLink id={value} isLink={isLinked} />
      ) : (
        show(value, path)
      ),
  };
}
