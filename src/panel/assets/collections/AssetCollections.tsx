'use client';
// The collections an asset is in, on its page: add it to others, or remove it. Saved at once, not with the form.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { useBusy } from '../../client/useBusy.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { FolderIcon, PlusIcon } from '../../ui/icons.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { useOpenAsset } from '../asset/record/open-asset.ts';
import { addToCollection, removeFromCollection } from './add-to-collection.ts';
import { CollectionPicker } from './CollectionPicker.tsx';
import { collectionPathOf } from './paths.ts';
import { useWords } from '../../words/useWords.ts';
import './choices.css';
import { withThumbnails } from '../pictured.ts';

interface RowProps {
  collection: Collection;
  busy: boolean;
  /** Left out: the person can't change it. */
  onRemove: (() => void) | undefined;
}

function CollectionRow({ collection: { id, name }, busy, onRemove }: RowProps) {
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <li>
      <FolderIcon />
      <Link href={route(collectionPathOf(id))} prefetch={false}>
        {name}
      </Link>
      {onRemove && (
        <RemoveButton label={t('collections:removeFrom', { name })} disabled={busy} onRemove={onRemove} />
      )}
    </li>
  );
}

export function AssetCollections() {
  const { t } = useWords();
  const { asset, mayWrite: mayChange, again: readAgain } = useOpenAsset();
  const { id } = asset;
  const all = useOperation('list_collections', withThumbnails);
  const [picking, setPicking] = useState(false);
  const [busy, during] = useBusy();
  if (!all.data) return null;
  const within = all.data.filter((collection) => asset.collections.includes(collection.id));
  const again = (): void => {
    void readAgain();
    all.again();
  };
  const change = (work: () => Promise<void>): void =>
    void during(async () => {
      await work();
      again();
    });

  return (
    <section className="mq-in" aria-labelledby="mq-in">
      <h3 id="mq-in">{t('menu:collections')}</h3>
      {within.length === 0 && <p className="mq-muted">{t('collections:inNone')}</p>}
      <ul aria-labelledby="mq-in">
        {within.map((collection) => (
          <CollectionRow
            key={collection.id}
            collection={collection}
            busy={busy}
            onRemove={mayChange ? () => change(() => removeFromCollection(collection, id, again)) : undefined}
          />
        ))}
      </ul>
      {mayChange && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={busy}
          onClick={() => setPicking(true)}
        >
          <PlusIcon /> {t('library:addToCollection')}
        </button>
      )}
      {picking && (
        <CollectionPicker
          title={t('library:addToCollection')}
          mayCreate
          chosen={asset.collections}
          onClose={() => setPicking(false)}
          onChoose={(collection) => {
            setPicking(false);
            change(() => addToCollection(collection, [asset], again));
          }}
        />
      )}
    </section>
  );
}
