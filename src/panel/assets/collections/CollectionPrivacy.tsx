'use client';
// That a collection is private: itself, or through one that it is in.
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { PrivateBadge } from '../../ui/StateBadge.tsx';
import { useWords } from '../../words/useWords.ts';
import { pathTo } from './nesting/tree.ts';

interface Props {
  collection: Collection;
  /** All that the person can see. Empty until loaded. */
  all: readonly Collection[];
}

export function CollectionPrivacy({ collection, all }: Props) {
  const { t } = useWords();
  if (collection.private) return <PrivateBadge />;
  // The list follows what happens to the collections that this one is in.
  const listed = all.find(({ id }) => id === collection.id);
  const { private: wasPrivate, effectivePrivate } = listed ?? collection;
  if (!effectivePrivate || wasPrivate) return null;
  if (!listed) return <PrivateBadge />;
  const through = pathTo(all, collection.id).findLast((outer) => outer.private);
  return (
    <PrivateBadge
      words={
        through
          ? t('collections:privateThrough', { name: through.name })
          : t('collections:privateThroughAnother')
      }
    />
  );
}
