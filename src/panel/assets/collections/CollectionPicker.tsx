'use client';
// Chooses a collection, or creates one.
import { useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { LockIcon, PlusIcon } from '../../ui/icons.tsx';
import { SearchBox } from '../../ui/form/SearchBox.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { CollectionCover } from './CollectionCover.tsx';
import { NewCollection } from './NewCollection.tsx';
import { pathTo } from './nesting/tree.ts';
import { useWords } from '../../words/useWords.ts';
import './choices.css';
import './collections.css';
import { withThumbnails } from '../pictured.ts';

interface Props {
  title: string;
  /** False: only existing ones can be chosen. */
  mayCreate: boolean;
  /** Ids of those that can't be chosen, because they are already. */
  chosen?: readonly string[];
  /** Leaves out those that can't be meant. */
  offers?: (collection: Collection, all: readonly Collection[]) => boolean;
  onChoose: (collection: Collection) => void;
  onClose: () => void;
}

function Row({
  collection,
  taken,
  path,
  onChoose,
}: {
  collection: Collection;
  taken: boolean;
  /** The collections that it is in. */
  path: readonly Collection[];
  onChoose: () => void;
}) {
  const { t } = useWords();
  const facts = [
    ...(path.length > 0 ? [t('collections:in', { path: path.map(({ name }) => name).join(' › ') })] : []),
    taken ? t('collections:alreadyIn') : t('assets:counted', { count: collection.count }),
  ];
  return (
    <li>
      <button type="button" className="mq-choice" disabled={taken} onClick={onChoose}>
        <span className="mq-choice__picture">
          <CollectionCover collection={{ previews: collection.previews.slice(0, 1) }} shownAt={56} />
        </span>
        <span className="mq-choice__words">
          <strong>{collection.name}</strong>
          <span className="mq-muted">
            {facts.join(' · ')}
            {collection.private && (
              <>
                {' '}
                <LockIcon />
                <span className="mq-sr-only">{t('collections:private')}</span>
              </>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

export function CollectionPicker({ title, mayCreate, chosen = [], offers, onChoose, onClose }: Props) {
  const { t } = useWords();
  const { data, problem } = useOperation('list_collections', withThumbnails);
  const [typed, setTyped] = useState('');
  const [creating, setCreating] = useState(false);
  if (creating) return <NewCollection onMade={onChoose} onClose={() => setCreating(false)} />;
  const words = typed.trim().toLowerCase();
  const offered = data?.filter((collection) => offers?.(collection, data) ?? true) ?? [];
  const found = offered.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="mq-row">
        <SearchBox label={t('collections:search')} value={typed} onChange={setTyped} />
        {mayCreate && (
          <button type="button" className="mq-button" onClick={() => setCreating(true)}>
            <PlusIcon /> {t('menu:newCollection')}
          </button>
        )}
      </div>
      <Alert problem={problem} />
      {data && found.length === 0 && (
        <p className="mq-quiet">{t(words === '' ? 'collections:noneYet' : 'ui:noMatches')}</p>
      )}
      <ul className="mq-choices-list" aria-label={t('menu:collections')}>
        {found.map((collection) => (
          <Row
            key={collection.id}
            collection={collection}
            taken={chosen.includes(collection.id)}
            path={pathTo(data ?? [], collection.id)}
            onChoose={() => onChoose(collection)}
          />
        ))}
      </ul>
    </Sheet>
  );
}
