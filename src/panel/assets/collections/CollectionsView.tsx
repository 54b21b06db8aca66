'use client';
// The collections of the workspace as cards, in place of Payload's list.
import { Gutter, SetStepNav, useListDrawerContext, DefaultListView } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { ListViewClientProps } from 'payload';
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { changesTo, useLive } from '../../client/live.ts';
import { useAddress } from '../../client/useAddress.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Empty, LoadingCards } from '../../ui/Empty.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { SearchBox } from '../../ui/form/SearchBox.tsx';
import { CollectionGrid } from './CollectionGrid.tsx';
import { NewCollection } from './NewCollection.tsx';
import { collectionPathOf } from './paths.ts';
import { childrenOf } from './nesting/tree.ts';
import { useWords } from '../../words/useWords.ts';
import './collections.css';
import { withThumbnails } from '../pictured.ts';

function NoCollections({ mayCreate }: { mayCreate: boolean }) {
  const { t } = useWords();
  return (
    <Empty title={t('collections:none')}>
      {t(mayCreate ? 'collections:emptyHint' : 'collections:emptyHintNoAccess')}
    </Empty>
  );
}

/** Every word must be in the name or the description. */
function matches({ name, description }: Collection, words: string): boolean {
  const text = `${name} ${description ?? ''}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const shown = changesTo('collection');

function CreateButton({ onClick }: { onClick: () => void }) {
  const { t } = useWords();
  return (
    <button type="button" className="mq-button mq-button--primary" onClick={onClick}>
      <PlusIcon /> {t('menu:newCollection')}
    </button>
  );
}

function CollectionsOverview({ mayCreate }: { mayCreate: boolean }) {
  const { t } = useWords();
  const [parameters, goTo] = useAddress();
  const router = useRouter();
  const route = useAdminRoute();
  const { data, problem, again } = useOperation('list_collections', withThumbnails);
  useLive(shown, again);
  const words = parameters.get('q') ?? '';
  const creating = mayCreate && parameters.has('new');
  const all = data ?? [];
  // A search finds them wherever they are.
  const found = words === '' ? childrenOf(all, null) : all.filter((one) => matches(one, words));
  return (
    <>
      <header className="mq-head">
        <h1>{t('menu:collections')}</h1>
        {mayCreate && <CreateButton onClick={() => goTo({ new: '1' }, 'replace')} />}
      </header>
      {data && data.length > 0 && (
        <div className="mq-tools">
          <SearchBox
            label={t('collections:search')}
            value={words}
            onChange={(text) => goTo({ q: text === '' ? null : text }, 'replace')}
          />
          <p className="mq-count" role="status">
            {t('collections:counted', { count: found.length })}
          </p>
        </div>
      )}
      <Alert problem={problem} />
      {!data && !problem && <LoadingCards />}
      {data?.length === 0 && <NoCollections mayCreate={mayCreate} />}
      {data && data.length > 0 && found.length === 0 && <p className="mq-quiet">{t('ui:noMatches')}</p>}
      {found.length > 0 && (
        <CollectionGrid
          label={t('menu:collections')}
          collections={found}
          all={all}
          mayMove={mayCreate}
          withPath={words !== ''}
          onChanged={again}
        />
      )}
      {creating && (
        <NewCollection
          onClose={() => goTo({ new: null }, 'replace')}
          onMade={({ id }) => router.push(route(collectionPathOf(id)))}
        />
      )}
    </>
  );
}

export function CollectionsView(props: ListViewClientProps) {
  const { t } = useWords();
  const { isInDrawer } = useListDrawerContext();
  if (isInDrawer) return <DefaultListView {...props} />;
  return (
    <main>
      <SetStepNav nav={[{ label: t('menu:collections') }]} />
      <Gutter className="mq-library">
        <CollectionsOverview mayCreate={props.hasCreatePermission} />
      </Gutter>
    </main>
  );
}
