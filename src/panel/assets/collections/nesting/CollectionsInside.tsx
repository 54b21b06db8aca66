'use client';
// The collections in a collection.
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { Collection } from '../../../../assets/collections/collection-schemas.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { PlusIcon } from '../../../ui/icons.tsx';
import { CollectionGrid } from '../CollectionGrid.tsx';
import { NewCollection } from '../NewCollection.tsx';
import { collectionPathOf } from '../paths.ts';
import { childrenOf } from './tree.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  id: string;
  all: readonly Collection[];
  mayWrite: boolean;
  onChanged: () => void;
}

export function CollectionsInside({ id, all, mayWrite, onChanged }: Props) {
  const { t } = useWords();
  const [creating, setCreating] = useState(false);
  const router = useRouter();
  const route = useAdminRoute();
  const inside = childrenOf(all, id);
  if (inside.length === 0 && !mayWrite) return null;
  return (
    <section className="mq-inside" aria-label={t('collections:inside')}>
      <header className="mq-inside__head">
        {inside.length > 0 && <h2>{t('collections:inside')}</h2>}
        {mayWrite && (
          <button type="button" className="mq-button mq-button--small" onClick={() => setCreating(true)}>
            <PlusIcon /> {t('collections:newInside')}
          </button>
        )}
      </header>
      {inside.length > 0 && (
        <CollectionGrid
          label={t('collections:inside')}
          collections={inside}
          all={all}
          mayMove={mayWrite}
          onChanged={onChanged}
        />
      )}
      {creating && (
        <NewCollection
          parent={id}
          onClose={() => setCreating(false)}
          onMade={(made) => router.push(route(collectionPathOf(made.id)))}
        />
      )}
    </section>
  );
}
