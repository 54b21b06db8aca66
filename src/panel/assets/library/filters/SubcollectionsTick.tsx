'use client';
// Whether a collection's assets are those of the collections in it, too.
import { useOperation } from '../../../client/useOperation.ts';
import { useWords } from '../../../words/useWords.ts';
import { childrenOf } from '../../collections/nesting/tree.ts';
import { withThumbnails } from '../../pictured.ts';
import type { LibraryFilter } from '../library-filter.ts';
import { collectionNamed } from './filter-parts.ts';

interface Props {
  filter: LibraryFilter;
  onChange: (direct: boolean) => void;
}

export function SubcollectionsTick({ filter: { collection, direct }, onChange }: Props) {
  const { t } = useWords();
  const { data } = useOperation('list_collections', withThumbnails);
  const all = data ?? [];
  const chosen = collectionNamed(all, collection);
  if (!chosen || (childrenOf(all, chosen.id).length === 0 && !direct)) return null;
  return (
    <label className="mq-tick">
      <input type="checkbox" checked={!direct} onChange={(event) => onChange(!event.target.checked)} />
      {t('filters:subcollections')}
    </label>
  );
}
