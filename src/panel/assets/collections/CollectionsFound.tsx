'use client';
// The collections that Ctrl+K finds.
import { useFound, useIsAsked } from '../../shell/finder/finding.ts';
import { Matching } from '../../shell/finder/Matching.tsx';
import { counted } from '../../ui/format.ts';
import { collectionPathOf } from './paths.ts';
import { withThumbnails } from '../pictured.ts';

export function CollectionsFound() {
  const collections = useFound('list_collections', useIsAsked() ? withThumbnails : null);
  const among = collections?.map(({ id, name, count }) => ({
    id,
    label: name,
    detail: counted(count, 'asset'),
    path: collectionPathOf(id),
  }));
  return <Matching heading="Collections" among={among} />;
}
