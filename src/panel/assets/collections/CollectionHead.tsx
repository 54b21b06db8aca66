'use client';
// The top of a collection: its cover, name and description, and what can be done with all of it.
import { useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { urlOf } from '../../client/operations.ts';
import { useBusy } from '../../client/useBusy.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { DownloadIcon, PlusIcon } from '../../ui/icons.tsx';
import { InPlaceText } from '../../ui/form/InPlaceText.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { UploadButton, useMoreWaysToAdd } from '../library/UploadButton.tsx';
import { CollectionCover } from './CollectionCover.tsx';
import { CollectionPrivacy } from './CollectionPrivacy.tsx';
import { CollectionSharing } from './CollectionSharing.tsx';
import { CollectionValues } from './CollectionValues.tsx';
import { DeleteCollection } from './DeleteCollection.tsx';
import { MoveCollection } from './nesting/MoveCollection.tsx';
import { moveCollection } from './nesting/tree.ts';
import type { CollectionChange } from './useCollection.ts';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';

interface Props {
  collection: Collection;
  /** All that the person can see. */
  all: readonly Collection[];
  /** Assets of any state. */
  total: number;
  mayWrite: boolean;
  onChange: (properties: CollectionChange) => Promise<void>;
  /** Chooses assets to add. */
  onAdd: () => void;
  /** It has changed: it is read again. */
  onChanged: () => void;
}

function CollectionWords({ collection: { name, description }, mayWrite, onChange }: Props) {
  const { t } = useWords();
  if (!mayWrite)
    return (
      <>
        <h1>{name}</h1>
        {description && <p className="mq-place__about">{description}</p>}
      </>
    );
  return (
    <>
      <h1>
        <InPlaceText
          label={t('ui:name')}
          required
          value={name}
          empty=""
          maxLength={200}
          onSave={(text) => onChange({ name: text })}
        />
      </h1>
      <div className="mq-place__about">
        <InPlaceText
          label={t('review:description')}
          lines
          value={description ?? ''}
          empty={t('collections:addDescription')}
          maxLength={2000}
          onSave={(text) => onChange({ description: text === '' ? null : text })}
        />
      </div>
    </>
  );
}

/** What opens over the page. */
type Opened = 'sharing' | 'deleting' | 'moving' | 'values' | null;

/** What editors open from the menu. */
const waysToOpen = (t: Translate, onOpen: (what: Opened) => void) => [
  { label: t('collections:values'), onSelect: () => onOpen('values') },
  { label: t('collections:moveToAnother'), onSelect: () => onOpen('moving') },
];

function CollectionTools({
  collection,
  mayWrite,
  onChange,
  onAdd,
  onChanged,
  onOpen,
}: Props & { onOpen: (what: Opened) => void }) {
  const { t } = useWords();
  const { id, count, cover } = collection;
  const { docPermissions } = useDocumentInfo();
  const router = useRouter();
  const [, during] = useBusy();
  const route = useAdminRoute();
  const waysToAdd = useMoreWaysToAdd(id);
  const mayDelete = Boolean(docPermissions && 'delete' in docPermissions && docPermissions.delete);
  const items = [
    ...(mayWrite ? waysToAdd : []),
    {
      label: t('collections:searchInLibrary'),
      onSelect: () => router.push(route(`/collections/assets?collection=${id}`)),
    },
    ...(mayWrite && cover !== null
      ? [{ label: t('collections:resetCover'), onSelect: () => void onChange({ cover: null }) }]
      : []),
    ...(mayWrite ? waysToOpen(t, onOpen) : []),
    ...(mayWrite && collection.parent !== null
      ? [
          {
            label: t('collections:moveToTop'),
            onSelect: () => void during(() => moveCollection(collection, null, onChanged)),
          },
        ]
      : []),
    ...(mayDelete
      ? [{ label: t('collections:delete'), stop: true, onSelect: () => onOpen('deleting') }]
      : []),
  ];
  return (
    <div className="mq-place__tools">
      {mayWrite && (
        <>
          <button type="button" className="mq-button mq-button--primary" onClick={onAdd}>
            <PlusIcon /> {t('collections:addAssets')}
          </button>
          <UploadButton into={id} secondary />
        </>
      )}
      <button type="button" className="mq-button" onClick={() => onOpen('sharing')}>
        {t('collections:share')}
      </button>
      {count > 0 && (
        <a className="mq-button" href={urlOf('download_collection', { id })} download>
          <DownloadIcon /> {t('collections:downloadAll')}
        </a>
      )}
      <Menu label={t('sharing:moreActions')} items={items} />
    </div>
  );
}

export function CollectionHead(props: Props) {
  const { t } = useWords();
  const { collection, total, mayWrite, onChange } = props;
  const [opened, setOpened] = useState<Opened>(null);
  return (
    <header className="mq-place">
      <div className="mq-place__cover">
        <CollectionCover collection={collection} shownAt={360} />
      </div>
      <div className="mq-place__words">
        <CollectionWords {...props} />
        <p className="mq-place__facts">
          {t('assets:counted', { count: total })}
          <CollectionPrivacy collection={collection} all={props.all} />
        </p>
        <CollectionTools {...props} onOpen={setOpened} />
      </div>
      {opened === 'sharing' && (
        <CollectionSharing
          collection={collection}
          mayWrite={mayWrite}
          onPrivate={(isPrivate) => onChange({ private: isPrivate })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'moving' && (
        <MoveCollection collection={collection} onMoved={props.onChanged} onClose={() => setOpened(null)} />
      )}
      {opened === 'values' && (
        <CollectionValues collection={collection} onSaved={props.onChanged} onClose={() => setOpened(null)} />
      )}
      {opened === 'deleting' && <DeleteCollection collection={collection} onClose={() => setOpened(null)} />}
    </header>
  );
}
