'use client';
// The collections that Ctrl+K finds.
import { useFound, useIsAsked } from '../../shell/finder/finding.ts';
import { Matching } from '../../shell/finder/Matching.tsx';
import { collectionPathOf } from './paths.ts';
import { useWords } from '../../words/useWords.ts';
import { withThumbnails } from '../pictured.ts';

export function CollectionsFound() {
  const { t } = useWords();
  const collections = useFound('list_collections', useIsAsked() ? withThumbnails : null);
  const among = collections?.map(({ id, name, count }) => ({
    id,
    label: name,
    detail: t('assets:counted', { count }),
    path: collectionPathOf(id),
  }));
  return <Matching heading={t('menu:collections')} among={among} />;
}
