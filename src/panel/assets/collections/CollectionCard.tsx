'use client';
// One collection in a grid. The whole card is a link.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { CollectionCover } from './CollectionCover.tsx';
import { CollectionPrivacy } from './CollectionPrivacy.tsx';
import { childrenOf } from './nesting/tree.ts';
import { collectionPathOf } from './paths.ts';
import { useWords } from '../../words/useWords.ts';

interface Drag {
  onStart: () => void;
  onEnd: () => void;
  /** Null: what is dragged can't be put here. */
  onDrop: (() => void) | null;
}

interface Props {
  collection: Collection;
  /** All that the person can see. */
  all: readonly Collection[];
  /** The names of those that it is in, if that isn't clear here. */
  path: readonly string[];
  /** Null: it can't be moved. */
  drag: Drag | null;
}

export function CollectionCard({ collection, all, path, drag }: Props) {
  const { t } = useWords();
  const route = useAdminRoute();
  const [over, setOver] = useState(false);
  const { id, name, description, count } = collection;
  const inside = childrenOf(all, id).length;
  const facts = [
    ...(path.length > 0 ? [t('collections:in', { path: path.join(' › ') })] : []),
    t('assets:counted', { count }),
    ...(inside > 0 ? [t('collections:counted', { count: inside })] : []),
  ];
  return (
    <li
      className={`mq-card ${over && drag?.onDrop ? 'mq-card--selected' : ''}`}
      draggable={drag !== null}
      onDragStart={drag?.onStart}
      onDragEnd={drag?.onEnd}
      onDragOver={(event) => {
        if (!drag?.onDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!drag?.onDrop) return;
        event.preventDefault();
        drag.onDrop();
      }}
    >
      <div className="mq-card__picture">
        <CollectionCover collection={collection} shownAt={300} />
      </div>
      <div className="mq-card__text">
        <Link
          className="mq-card__name"
          href={route(collectionPathOf(id))}
          prefetch={false}
          title={description ?? name}
        >
          {name}
        </Link>
        <span className="mq-card__facts">{facts.join(' · ')}</span>
        {collection.effectivePrivate && (
          <span className="mq-card__marks">
            <CollectionPrivacy collection={collection} all={all} />
          </span>
        )}
      </div>
    </li>
  );
}
