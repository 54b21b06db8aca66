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
import { counted } from '../../ui/format.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { SearchBox } from '../../ui/form/SearchBox.tsx';
import { CollectionGrid } from './CollectionGrid.tsx';
import { NewCollection } from './NewCollection.tsx';
import { collectionPathOf } from './paths.ts';
import { childrenOf } from './nesting/tree.ts';
import './collections.css';
import { withThumbnails } from '../pictured.ts';

function NoCollections({ mayCreate }: { mayCreate: boolean }) {
  return (
    <Empty title="No collections yet">
      A collection brings assets together in an order of their own, for a campaign, a product or a partner.
      {!mayCreate && ' You haven’t been given access to any.'}
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

function CollectionsOverview({ mayCreate }: { mayCreate: boolean }) {
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
  const create = (
    <button
      type="button"
      className="mq-button mq-button--primary"
      onClick={() => goTo({ new: '1' }, 'replace')}
    >
      <PlusIcon /> New collection
    </button>
  );
  return (
    <>
      <header className="mq-head">
        <h1>Collections</h1>
        {mayCreate && create}
      </header>
      {data && data.length > 0 && (
        <div className="mq-tools">
          <SearchBox
            label="Search collections"
            value={words}
            onChange={(text) => goTo({ q: text === '' ? null : text }, 'replace')}
          />
          <p className="mq-count" role="status">
            {counted(found.length, 'collection')}
          </p>
        </div>
      )}
      <Alert problem={problem} />
      {!data && !problem && <LoadingCards />}
      {data?.length === 0 && <NoCollections mayCreate={mayCreate} />}
      {data && data.length > 0 && found.length === 0 && <p className="mq-quiet">No matches.</p>}
      {found.length > 0 && (
        <CollectionGrid
          label="Collections"
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
  const { isInDrawer } = useListDrawerContext();
  if (isInDrawer) return <DefaultListView {...props} />;
  return (
    <main>
      <SetStepNav nav={[{ label: 'Collections' }]} />
      <Gutter className="mq-library">
        <CollectionsOverview mayCreate={props.hasCreatePermission} />
      </Gutter>
    </main>
  );
}
